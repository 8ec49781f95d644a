import { useState } from 'preact/hooks'
import { saveFile } from '../../parts/browser.ts'
import { Button, CopyField } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAction } from '../../parts/request.ts'
import { service } from '../../service.ts'
import { say } from '../../words/speak.ts'
import {
  formatDeleteCode,
  formatDeleteNote,
  removeUploadedSession,
  parseDeleteCode,
  type UploadedSession,
  uploadedSessions,
} from './delete-code.ts'
import { describeDeletionFailure } from './words.ts'

/** Shows the form that deletes a research session by its delete code. Calls `onDeleted` with the session's ID afterwards. */
export function DeleteForm({ onDeleted }: { onDeleted: (sessionId: string) => void }) {
  const [text, setText] = useState('')
  const [isUnread, setUnread] = useState(false)
  const [isDone, setDone] = useState(false)
  const { run, isBusy, error } = useAction()
  const setInput = (next: string) => {
    setText(next)
    setUnread(false)
    setDone(false)
  }
  const remove = async (given: UploadedSession) => {
    await service.deleteResearchSession({ id: given.sessionId }, { token: given.deleteToken })
    removeUploadedSession(given.sessionId)
    setInput('')
    setDone(true)
    onDeleted(given.sessionId)
  }
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    const given = parseDeleteCode(text)
    setDone(false)
    setUnread(given === null)
    if (given) run(() => remove(given))
  }
  return (
    <Card title={say('Delete a session')}>
      <form class="stack" noValidate onSubmit={handleSubmit}>
        <TextArea
          label={say('Delete code')}
          hint={say('The line you kept, or the whole saved file.')}
          error={
            isUnread ? say('That’s not a delete code. It has two parts, and the second starts with sd_.') : undefined
          }
          rows={3}
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          value={text}
          onValue={setInput}
        />
        <Failure error={error} wordsFor={describeDeletionFailure} />
        {isDone ? (
          <Notice kind="good" title={say('Deleted.')} live>
            {say('The session is gone and won’t be used again.')}
          </Notice>
        ) : null}
        <p>
          <Button kind="danger" type="submit" busy={isBusy}>
            {say('Delete this session')}
          </Button>
        </p>
        <GivenHere onChoose={setInput} />
      </form>
    </Card>
  )
}

function GivenHere({ onChoose }: { onChoose: (code: string) => void }) {
  if (uploadedSessions.value.length === 0) return null
  return (
    <div class="stack">
      <p>{say('Sent from this tab. The codes are kept until you close it.')}</p>
      <ul class="row">
        {uploadedSessions.value.map((given) => (
          <li key={given.sessionId}>
            <Button kind="quiet" onClick={() => onChoose(formatDeleteCode(given))}>
              {say('Fill in code {code}', { code: given.sessionId.slice(0, 8) })}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shows the delete code of a session with a button to copy it. */
export function DeleteCodeField({ session }: { session: UploadedSession }) {
  return <CopyField label={say('Your delete code')} value={formatDeleteCode(session)} />
}

/** Shows a button that saves the delete code of a session as a text file. */
export function SaveCodeButton({ session }: { session: UploadedSession }) {
  const save = () => {
    const name = `stillhere-delete-code-${session.sessionId.slice(0, 8)}.txt`
    saveFile(name, formatDeleteNote(session, `${location.origin}/research`))
  }
  return (
    <Button kind="quiet" onClick={save}>
      {say('Save as a file')}
    </Button>
  )
}
