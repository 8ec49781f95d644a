import { Notice } from '../../../parts/notice.tsx'
import { DeleteCodeField, SaveCodeButton } from '../view/delete-code-field.tsx'
import type { StrokeAnswer } from './give-strokes.ts'

/** It arrived: what would help most now, and how to take it back. */
export function StrokeThanks({ sent }: { sent: StrokeAnswer }) {
  const session = { sessionId: sent.session_id, deleteToken: sent.delete_token }
  return (
    <div slot="outcome" class="stack">
      {sent.usable ? (
        <>
          <Notice kind="good" title={`${sent.stroke_count} strokes have arrived.`} />
          <p>
            <strong>Come back on another day</strong>, with this browser: it remembers you. Nothing teaches us more than
            the same hand a day or a week later. Or go on with another phone; the way there is below.
          </p>
        </>
      ) : (
        <Notice kind="warn" title="It arrived, but nothing can be learned from it.">
          <p>{sent.explanation} Its motion was not kept. Make the rounds once more when you like.</p>
        </Notice>
      )}
      <DeleteCodeField session={session} />
      <p>This browser keeps it until you press Forget me. Keep a copy if you may want to delete from elsewhere.</p>
      <p>
        <SaveCodeButton session={session} />
      </p>
    </div>
  )
}
