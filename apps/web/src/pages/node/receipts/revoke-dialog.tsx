import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { service } from '../../../service.ts'
import { say } from '../../../words/speak.ts'
import type { ReceiptRecord } from './receipt-state.ts'

type RevokeDialogProps = { receipt: ReceiptRecord | null; onClose: () => void; onRevoked: () => void }

/** Asks before a receipt is taken back, which cannot be undone. */
export function RevokeDialog({ receipt, onClose, onRevoked }: RevokeDialogProps) {
  return (
    <Dialog title={say('Revoke this receipt?')} open={receipt !== null} onClose={onClose}>
      {receipt ? <Question receipt={receipt} onClose={onClose} onRevoked={onRevoked} /> : null}
    </Dialog>
  )
}

function Question({ receipt, onClose, onRevoked }: RevokeDialogProps & { receipt: ReceiptRecord }) {
  const [reason, setReason] = useState('')
  const { run, isBusy, error } = useAction()
  const revoke = async () => {
    await service.revokeOwnReceipt({ id: receipt.receipt_id, reason: reason.trim() || undefined })
    onRevoked()
    onClose()
  }
  const submit = (event: Event) => {
    event.preventDefault()
    run(revoke)
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <p>
        {say('Anyone who asks this service will be told right away that it no longer counts. This can’t be undone.')}
      </p>
      <Field
        label={say('Reason (optional)')}
        hint={say('Only you see it.')}
        maxLength={200}
        autoComplete="off"
        value={reason}
        onValue={setReason}
      />
      <Failure error={error} />
      <p class="row">
        <Button kind="danger" type="submit" busy={isBusy}>
          {say('Revoke the receipt')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {say('Keep it')}
        </Button>
      </p>
    </form>
  )
}
