import { useState } from 'preact/hooks'
import { GiveCode, sendCode } from '../codes/give-code.tsx'
import { Button } from '../parts/button.tsx'
import { describeFailure, Failure, type FailureWords } from '../parts/failure.tsx'
import { useAction, useRequest } from '../parts/request.ts'
import { service } from '../service.ts'
import { saveWaitingPage, signInQuestion } from '../session/session.ts'
import { say } from '../words/speak.ts'
import { canSignInByPasskey, OtherNodeError, signInByPasskey } from './passkey.ts'
import { startSession, signInAgain } from './sign-in.ts'

type WayProps = { email: string; onIn: () => void }

/**
 * Shows the ways to sign in again as the node with this address: a passkey if the node has one, a mailed code, and a button to the sign-in page.
 * Calls `onIn` after a sign-in.
 */
export function Ways(props: WayProps) {
  const { value } = useRequest((signal) => service.listPasskeys({}, { signal }))
  const hasPasskey = canSignInByPasskey() && value !== null && value.passkeys.length > 0
  return (
    <div class="stack">
      <p>
        {say(
          'This needs a sign-in from the last ten minutes, so that no one who finds your device open can do it. Then it goes on.',
        )}
      </p>
      {hasPasskey ? <ByPasskey {...props} /> : null}
      <ByCode {...props} />
      <p>
        <Button kind="quiet" onClick={goToOtherWays}>
          {say('Sign in another way')}
        </Button>
      </p>
    </div>
  )
}

// The cookie stays: a recovery code that is used in this browser once more does not wait again.
function goToOtherWays(): void {
  saveWaitingPage(location.pathname + location.search)
  signInQuestion.peek()?.(false)
  signInAgain()
}

function ByPasskey({ email, onIn }: WayProps) {
  const { run, isBusy, error } = useAction()
  return (
    <>
      <p>
        <Button busy={isBusy} onClick={() => run(() => signInByPasskey(email), onIn)}>
          {say('Use a passkey')}
        </Button>
      </p>
      <Failure error={error} wordsFor={describePasskeyFailure} />
    </>
  )
}

function describePasskeyFailure(error: unknown): FailureWords {
  if (error instanceof OtherNodeError)
    return { kind: 'warn', title: say('That passkey belongs to another account.'), advice: say('Pick another one.') }
  const { name = '' } = error instanceof Error ? error : {}
  if (name === 'NotAllowedError' || name === 'AbortError')
    return { kind: 'warn', title: say('No passkey was used.'), advice: say('Try again, or use a code.') }
  return describeFailure(error)
}

function ByCode({ email, onIn }: WayProps) {
  const [sent, setSent] = useState<string | null>(null)
  const { run, isBusy, error } = useAction()
  const confirm = async (otp: string) => {
    const { node_token: token } = await service.verifyOtp({ email, otp })
    await startSession(token)
    onIn()
  }
  return (
    <>
      <p>
        <Button kind="quiet" busy={isBusy} onClick={() => run(() => sendCode(email), setSent)}>
          {sent === null ? say('Email me a code') : say('Email me another code')}
        </Button>
      </p>
      <Failure error={error} />
      {sent === null ? null : <GiveCode hint={sent} button={say('Confirm')} onCode={confirm} />}
    </>
  )
}
