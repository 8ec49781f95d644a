import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { useRequest } from '../parts/request.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { session, signInQuestion } from '../session/session.ts'
import { say } from '../words/speak.ts'

/**
 * Shows the dialog to sign in again while `openSignInQuestion` waits for it, before an action that needs a recent sign-in. The action continues
 * after the sign-in.
 */
export function SignInAgain() {
  const answer = signInQuestion.value
  const email = session.value?.email
  return (
    <Dialog title={say('Sign in again')} open={answer !== null} onClose={() => answer?.(false)}>
      {answer && email !== undefined ? <LoadedWays email={email} onIn={() => answer(true)} /> : null}
    </Dialog>
  )
}

/** Loads the component Ways on demand and shows it, because few people need it and it contains a passkey library. Calls `onIn` after a sign-in. */
export function LoadedWays(props: { email: string; onIn: () => void }) {
  const { value, error, reload } = useRequest(() => import('./again-ways.tsx'))
  if (value) return <value.Ways {...props} />
  return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={4} />
}
