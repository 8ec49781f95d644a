import { useAction } from '../parts/action.ts'
import { Button } from '../parts/button.tsx'
import { Failure } from '../parts/failure.tsx'
import { service } from '../service.ts'
import { session } from '../session/session.ts'
import { say } from '../words/speak.ts'
import { describeWalletFailure } from './words.ts'

type AskForCodeProps = { label: string; isAgain: boolean; onAsked: () => void }

/** Has a code mailed to whoever is signed in. */
export function AskForCode({ label, isAgain, onAsked }: AskForCodeProps) {
  const { run, isBusy, error } = useAction()
  const who = session.value
  const ask = async () => {
    if (!who) return
    await service.sendOtp({ email: who.email })
    onAsked()
  }
  return (
    <div class="stack">
      <p class="row">
        <Button kind="quiet" busy={isBusy} onClick={() => run(ask)}>
          {isAgain ? say('Mail me a new code') : label}
        </Button>
        <span role="status" class="small soft">
          {isAgain && !isBusy && !error ? say('We emailed a code to {email}.', { email: who?.email ?? '' }) : ''}
        </span>
      </p>
      <Failure error={error} wordsFor={describeWalletFailure} />
    </div>
  )
}
