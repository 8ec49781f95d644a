import { Button } from '../../../parts/button.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { DeleteCodeField, SaveCodeButton } from './delete-code-field.tsx'
import type { Sent } from './review.tsx'

/** It arrived; here is the one thing to keep. */
export function Thanks({ sent, onAgain }: { sent: Sent; onAgain: () => void }) {
  return (
    <div class="stack">
      <Notice kind={sent.isUsable ? 'good' : 'warn'} title="Your session has arrived. Thank you." live>
        {sent.isUsable ? null : 'Its points could not be read, so only the rest was kept.'}
      </Notice>
      <DeleteCodeField session={sent} />
      <p>
        Keep it: this page forgets it when you close the tab, and the service has no copy. Without it nobody can find
        your session again, not even we.
      </p>
      <p class="row">
        <SaveCodeButton session={sent} />
        <Button kind="quiet" onClick={onAgain}>
          Give another session
        </Button>
      </p>
    </div>
  )
}
