import { useAction } from '../../../parts/action.ts'
import { Button, ButtonLink } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { session } from '../../../session/session.ts'
import { leave } from '../../../sign-in/leave.ts'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'

/** For whoever comes here and is signed in already. */
export function SignedIn() {
  const { run, isBusy, error } = useAction()
  return (
    <Card>
      <p>
        {sayRich(
          'You’re signed in as <strong>{handle}</strong>.',
          { strong: (text) => <strong>{text}</strong> },
          { handle: session.value?.nodeHandle ?? '' },
        )}
      </p>
      <p class="row">
        <ButtonLink href="/node">{say('My node')}</ButtonLink>
        <ButtonLink href="/scan" kind="quiet">
          {say('Scan')}
        </ButtonLink>
        <Button kind="quiet" busy={isBusy} onClick={() => run(leave)}>
          {say('Sign in as someone else')}
        </Button>
      </p>
      <Failure error={error} />
    </Card>
  )
}
