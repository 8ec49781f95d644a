import { Button, ButtonLink } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { session, signOut } from '../../../session/session.ts'

/** For whoever comes here and is signed in already. */
export function SignedIn() {
  return (
    <Card>
      <p>
        This tab is signed in as <strong>{session.value?.nodeHandle}</strong>.
      </p>
      <p class="row">
        <ButtonLink href="/node">My node</ButtonLink>
        <ButtonLink href="/scan" kind="quiet">
          Scan
        </ButtonLink>
        <Button kind="quiet" onClick={signOut}>
          Sign in as somebody else
        </Button>
      </p>
    </Card>
  )
}
