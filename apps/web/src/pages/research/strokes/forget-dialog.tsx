import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { service } from '../../../service.ts'
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
    <Dialog title="Forget you?" open={open} onClose={onClose}>
      <p>{describeLoss(remembered.value.given.length)}</p>
      <p>What you gave with another phone stays until you do the same there, or delete it by its code.</p>
      <Failure error={error} />
      <p class="row">
        <Button kind="danger" busy={isBusy} onClick={forget}>
          Forget me
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Not now
        </Button>
      </p>
    </Dialog>
  )
}

function describeLoss(sessions: number): string {
  if (sessions === 0) return 'This browser forgets your pseudonym.'
  const what = sessions === 1 ? 'The session' : `All ${sessions} sessions`
  return `${what} that you gave with this browser will be deleted, and it forgets your pseudonym.`
}
