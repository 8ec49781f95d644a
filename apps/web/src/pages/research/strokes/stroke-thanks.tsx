import { Notice } from '../../../parts/notice.tsx'
import { sayRich } from '../../../words/rich.tsx'
import { say, sayCount } from '../../../words/speak.ts'
import { DeleteCodeField, SaveCodeButton } from '../view/delete-code-field.tsx'
import type { StrokeAnswer } from './give-strokes.ts'
import { remembered } from './remembered.ts'

/** It arrived: what would help most now, and how to take it back. */
export function StrokeThanks({ sent }: { sent: StrokeAnswer }) {
  // Until they are withdrawn.
  const isRecorded = remembered.value.given.some((one) => one.sessionId === sent.session_id && one.isRecorded)
  const session = { sessionId: sent.session_id, deleteToken: sent.delete_token }
  return (
    <div slot="outcome" class="stack">
      {sent.usable ? (
        <>
          <Notice
            kind="good"
            title={sayCount(sent.stroke_count, 'One move has arrived.', '{count} moves have arrived.')}
          />
          <p>
            {sayRich(
              '<strong>Come back on another day</strong> with this browser; it remembers you. Nothing teaches us more than the same hand a day or a week later. Or continue with another phone: see below.',
              { strong: (text) => <strong>{text}</strong> },
            )}
          </p>
        </>
      ) : (
        <Notice kind="warn" title={say('It arrived, but we can’t learn anything from it.')}>
          <p>
            {sent.explanation}{' '}
            {sent.recorded_count > 0
              ? say('Your recordings help us find out why. Try the rounds again whenever you like.')
              : say('The motion wasn’t kept. Try the rounds again whenever you like.')}
          </p>
        </Notice>
      )}
      {isRecorded ? (
        <p>{sayCount(sent.recorded_count, 'One whole recording is kept.', '{count} whole recordings are kept.')}</p>
      ) : null}
      <DeleteCodeField session={session} />
      <p>
        {say(
          'This browser keeps the code until you press Forget me. Save a copy if you might want to delete from somewhere else.',
        )}
      </p>
      <p>
        <SaveCodeButton session={session} />
      </p>
    </div>
  )
}
