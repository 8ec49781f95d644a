import { Button } from '../../../parts/button.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { deleteCode, deleteNote, type UploadedSession } from '../flow/delete-code.ts'
import type { Sent } from './review.tsx'

/** It arrived; here is the one thing to keep. */
export function Thanks({ sent, onAgain }: { sent: Sent; onAgain: () => void }) {
  return (
    <div class="stack">
      <Notice kind={sent.isUsable ? 'good' : 'warn'} title="Your session has arrived. Thank you." live>
        {sent.isUsable ? null : 'Its points could not be read, so only the rest was kept.'}
      </Notice>
      <CopyField label="Your delete code" value={deleteCode(sent)} />
      <p>
        Keep it: this page forgets it when you close the tab, and the service has no copy. Without it nobody can find
        your session again, not even we.
      </p>
      <p class="row">
        <Button kind="quiet" onClick={() => saveNote(sent)}>
          Save it as a file
        </Button>
        <Button kind="quiet" onClick={onAgain}>
          Give another session
        </Button>
      </p>
    </div>
  )
}

function saveNote(given: UploadedSession): void {
  const address = `${location.origin}/research`
  saveFile(`stillhere-delete-code-${given.sessionId.slice(0, 8)}.txt`, deleteNote(given, address))
}
