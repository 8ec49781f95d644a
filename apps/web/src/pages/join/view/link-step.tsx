import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { describeFailure } from '../../../parts/failure-words.ts'
import { Failure } from '../../../parts/failure.tsx'
import { service } from '../../../service.ts'
import { enter } from '../../../sign-in/enter.ts'
import { type JoinStep, START } from '../flow/step.ts'
import { LINK_WORDS as WORDS } from '../words.ts'

/** Where the link in a mail leads. Opening it does nothing: programs open links, people press buttons. */
export function LinkStep({ link, onGoOn }: { link: string; onGoOn: (next: JoinStep) => void }) {
  const { run, isBusy, error } = useAction()
  const signIn = async () => {
    const { node_token } = await service.signInByLink({ link })
    await enter(node_token)
    onGoOn({ name: 'back' })
  }
  return (
    <Card title={WORDS.title}>
      <p>{WORDS.text}</p>
      <Failure error={error} wordsFor={(one) => describeFailure(one, { CODE_INVALID: WORDS.refused })} />
      <p class="row">
        <Button busy={isBusy} onClick={() => run(signIn)}>
          {WORDS.button}
        </Button>
        {error ? (
          <Button kind="quiet" onClick={() => onGoOn(START)}>
            {WORDS.again}
          </Button>
        ) : null}
      </p>
    </Card>
  )
}
