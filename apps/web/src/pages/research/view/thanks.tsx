import { Button } from '../../../parts/button.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { say } from '../../../words/speak.ts'
import { DeleteCodeField, SaveCodeButton } from './delete-code-field.tsx'
import type { Sent } from './review.tsx'

/** It arrived; here is the one thing to keep. */
export function Thanks({ sent, onAgain }: { sent: Sent; onAgain: () => void }) {
  return (
    <div class="stack">
      <Notice kind={sent.isUsable ? 'good' : 'warn'} title={say('Your session has arrived. Thank you!')} live>
        {sent.isUsable ? null : say('We couldn’t read its points, so we kept only the rest.')}
      </Notice>
      <DeleteCodeField session={sent} />
      <p>
        {say(
          'Keep this code. The page forgets it when you close the tab, and the service has no copy. Without it nobody can find your session, not even us.',
        )}
      </p>
      <p class="row">
        <SaveCodeButton session={sent} />
        <Button kind="quiet" onClick={onAgain}>
          {say('Give another session')}
        </Button>
      </p>
    </div>
  )
}
