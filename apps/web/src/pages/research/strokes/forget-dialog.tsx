import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { service } from '../../../service.ts'
import { say, sayCount } from '../../../words/speak.ts'
import { forgetUpload } from '../flow/uploaded-sessions.ts'
import { deleteAll } from './delete-all.ts'
import { forgetPerson, forgetStrokes, remembered } from './remembered.ts'

type ForgetDialogProps = { open: boolean; onClose: () => void; onForgotten: () => void }

/** Asks before all that was given with this browser is deleted, and the pseudonym forgotten. */
export function ForgetDialog({ open, onClose, onForgotten }: ForgetDialogProps) {
  const { run, isBusy, error } = useAction()
  const forget = () =>
    run(async () => {
      await deleteAll(remembered.peek().given, {
        remove: ({ sessionId, deleteToken }) =>
          service.deleteResearchSession({ id: sessionId }, { token: deleteToken }),
        onGone: (sessionId) => {
          forgetStrokes(sessionId)
          forgetUpload(sessionId)
        },
      })
      onClose()
      forgetPerson()
      onForgotten()
    })
  return (
    <Dialog title={say('Delete everything?')} open={open} onClose={onClose}>
      <p>{describeLoss(remembered.value.given.length)}</p>
      <p>{say('What you gave with another phone stays until you do the same there or delete it with its code.')}</p>
      <Failure error={error} />
      <p class="row">
        <Button kind="danger" busy={isBusy} onClick={forget}>
          {say('Forget me')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {say('Not now')}
        </Button>
      </p>
    </Dialog>
  )
}

function describeLoss(sessions: number): string {
  if (sessions === 0) return say('This browser will forget your pseudonym.')
  return sayCount(
    sessions,
    'The session you gave with this browser will be deleted, and the browser will forget your pseudonym.',
    'All {count} sessions you gave with this browser will be deleted, and the browser will forget your pseudonym.',
  )
}
