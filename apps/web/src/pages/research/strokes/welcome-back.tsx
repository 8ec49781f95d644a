import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { useAction } from '../../../parts/request.ts'
import { service } from '../../../service.ts'
import { say, sayCount } from '../../../words/speak.ts'
import { deleteSessions, removeUploadedSession } from '../delete-code.ts'
import {
  formatDay,
  describeReturn,
  deleteStrokeMemory,
  removeRecordings,
  removeStrokes,
  strokeMemory,
} from './remembered.ts'

type WelcomeBackProps = {
  /** Whether a session was just sent. */
  isNew?: boolean
  onForgotten: () => void
}

/**
 * Shows the sessions that this browser remembers, and deletes them on request. Calls `onForgotten` after that. Shows nothing if none are
 * remembered. `isNew`: a session was just sent.
 */
export function WelcomeBack({ isNew = false, onForgotten }: WelcomeBackProps) {
  const [isAsked, setAsked] = useState(false)
  const [isWithdrawing, setWithdrawing] = useState(false)
  const words = describeReturn(strokeMemory.value, formatDay(new Date()))
  if (words === null) return null
  return (
    <Card title={isNew ? say('This browser remembers you') : words.title}>
      <p>
        {words.given} {words.next}
      </p>
      <p class="row">
        {strokeMemory.value.given.some(({ isRecorded }) => isRecorded) ? (
          <Button kind="quiet" onClick={() => setWithdrawing(true)}>
            {say('Withdraw recordings')}
          </Button>
        ) : null}
        <Button kind="quiet" onClick={() => setAsked(true)}>
          {say('Forget me')}
        </Button>
      </p>
      <WithdrawDialog open={isWithdrawing} onClose={() => setWithdrawing(false)} />
      <ForgetDialog open={isAsked} onClose={() => setAsked(false)} onForgotten={onForgotten} />
    </Card>
  )
}

/** Asks for confirmation, then deletes the whole recordings given with this browser. The strokes stay. */
function WithdrawDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { run, isBusy, error } = useAction()
  const deleteRecordings = () =>
    run(async () => {
      const recorded = strokeMemory.peek().given.filter(({ isRecorded }) => isRecorded)
      await deleteSessions(recorded, {
        remove: ({ sessionId, deleteToken }) =>
          service.deleteResearchRecordings({ id: sessionId }, { token: deleteToken }),
        onGone: removeRecordings,
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
        <Button kind="danger" busy={isBusy} onClick={deleteRecordings}>
          {say('Withdraw recordings')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {say('Not now')}
        </Button>
      </p>
    </Dialog>
  )
}

type ForgetDialogProps = { open: boolean; onClose: () => void; onForgotten: () => void }

/** Asks for confirmation, then deletes everything given with this browser, and the pseudonym. */
function ForgetDialog({ open, onClose, onForgotten }: ForgetDialogProps) {
  const { run, isBusy, error } = useAction()
  const deleteEverything = () =>
    run(async () => {
      await deleteSessions(strokeMemory.peek().given, {
        remove: ({ sessionId, deleteToken }) =>
          service.deleteResearchSession({ id: sessionId }, { token: deleteToken }),
        onGone: (sessionId) => {
          removeStrokes(sessionId)
          removeUploadedSession(sessionId)
        },
      })
      onClose()
      deleteStrokeMemory()
      onForgotten()
    })
  return (
    <Dialog title={say('Delete everything?')} open={open} onClose={onClose}>
      <p>{describeLoss(strokeMemory.value.given.length)}</p>
      <p>{say('What you gave with another phone stays until you do the same there or delete it with its code.')}</p>
      <Failure error={error} />
      <p class="row">
        <Button kind="danger" busy={isBusy} onClick={deleteEverything}>
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
