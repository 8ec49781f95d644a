import { Button } from '../../../parts/button.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { say } from '../../../words/speak.ts'
import { deleteCode, deleteNote, type UploadedSession } from '../flow/delete-code.ts'

/** The delete code of a session, to copy. */
export function DeleteCodeField({ session }: { session: UploadedSession }) {
  return <CopyField label={say('Your delete code')} value={deleteCode(session)} />
}

/** Saves the delete code as a file that says what it is for. */
export function SaveCodeButton({ session }: { session: UploadedSession }) {
  const save = () => {
    const name = `stillhere-delete-code-${session.sessionId.slice(0, 8)}.txt`
    saveFile(name, deleteNote(session, `${location.origin}/research`))
  }
  return (
    <Button kind="quiet" onClick={save}>
      {say('Save as a file')}
    </Button>
  )
}
