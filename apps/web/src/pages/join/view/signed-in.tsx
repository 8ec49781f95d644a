import { useAction } from '../../../parts/action.ts'
import { Button, ButtonLink } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { session } from '../../../session/session.ts'
import { leave } from '../../../sign-in/leave.ts'

/** For whoever comes here and is signed in already. */
export function SignedIn() {
  const { run, isBusy, error } = useAction()
  return (
    <Card>
      <p>
        You’re signed in as <strong>{session.value?.nodeHandle}</strong>.
      </p>
      <p class="row">
        <ButtonLink href="/node">My node</ButtonLink>
        <ButtonLink href="/scan" kind="quiet">
          Scan
        </ButtonLink>
        <Button kind="quiet" busy={isBusy} onClick={() => run(leave)}>
          Sign in as someone else
        </Button>
      </p>
      <Failure error={error} />
    </Card>
  )
}
