import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { service } from '../../../service.ts'
import { say } from '../../../words/speak.ts'
import { deleteAll } from './delete-all.ts'
import { forgetRecordings, remembered } from './remembered.ts'

/** Asks before the whole recordings that were given with this browser are deleted; the strokes stay. */
export function WithdrawDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { run, isBusy, error } = useAction()
  const withdraw = () =>
    run(async () => {
      const recorded = remembered.peek().given.filter(({ isRecorded }) => isRecorded)
      await deleteAll(recorded, {
        remove: ({ sessionId, deleteToken }) =>
          service.deleteResearchRecordings({ id: sessionId }, { token: deleteToken }),
        onGone: forgetRecordings,
      })
      onClose()
    })
  return (
    <Dialog title={say('Withdraw your recordings?')} open={open} onClose={onClose}>
      <p>
        {say(
          'All whole recordings you gave with this browser will be deleted. The single moves that calibration learns from stay until you delete their session.',
        )}
      </p>
      <Failure error={error} />
      <p class="row">
        <Button kind="danger" busy={isBusy} onClick={withdraw}>
          {say('Withdraw recordings')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {say('Not now')}
        </Button>
      </p>
    </Dialog>
  )
}
