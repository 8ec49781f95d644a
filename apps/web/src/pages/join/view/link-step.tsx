import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { describeFailure } from '../../../parts/failure-words.ts'
import { Failure } from '../../../parts/failure.tsx'
import { service } from '../../../service.ts'
import { enter } from '../../../sign-in/enter.ts'
import { say } from '../../../words/speak.ts'
import { type JoinStep, START } from '../flow/step.ts'

/** Where the link in a mail leads. Opening it does nothing: programs open links, people press buttons. */
export function LinkStep({ link, onGoOn }: { link: string; onGoOn: (next: JoinStep) => void }) {
  const { run, isBusy, error } = useAction()
  const signIn = async () => {
    const { node_token } = await service.signInByLink({ link })
    await enter(node_token)
    onGoOn({ name: 'back' })
  }
  return (
    <Card title={LINK_WORDS.title}>
      <p>{LINK_WORDS.text}</p>
      <Failure error={error} wordsFor={(one) => describeFailure(one, { CODE_INVALID: LINK_WORDS.refused })} />
      <p class="row">
        <Button busy={isBusy} onClick={() => run(signIn)}>
          {LINK_WORDS.button}
        </Button>
        {error ? (
          <Button kind="quiet" onClick={() => onGoOn(START)}>
            {LINK_WORDS.again}
          </Button>
        ) : null}
      </p>
    </Card>
  )
}

/** What the page of the link in a mail says. */
const LINK_WORDS = {
  title: say('Sign in with your link'),
  text: say('You opened the link from our email. Press the button to sign in with this browser for 30 days.'),
  button: say('Sign in'),
  refused: {
    title: say('This link no longer works.'),
    advice: say('It was used before, or it’s too old. Ask for a new code.'),
  },
  again: say('Ask for a new code'),
} as const
