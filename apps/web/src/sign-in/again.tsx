import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { useRequest } from '../parts/request.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { session, signInQuestion } from '../session/session.ts'
import { say } from '../words/speak.ts'

/** Asks the person to sign in again, over the page, for what the session alone must not do. The call that needs it goes on afterwards. */
export function SignInAgain() {
  const answer = signInQuestion.value
  const email = session.value?.email
  return (
    <Dialog title={say('Sign in again')} open={answer !== null} onClose={() => answer?.(false)}>
      {answer && email !== undefined ? <LoadedWays email={email} onIn={() => answer(true)} /> : null}
    </Dialog>
  )
}

/** The ways to sign in again. Few calls need them, and passkeys bring a library: no page loads them before. */
export function LoadedWays(props: { email: string; onIn: () => void }) {
  const { value, error, reload } = useRequest(() => import('./again-ways.tsx'))
  if (value) return <value.Ways {...props} />
  return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={4} />
}
