import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field } from '../../../parts/field.tsx'
import { service } from '../../../service.ts'
import type { ReceiptRecord } from './receipt-state.ts'

type RevokeDialogProps = { receipt: ReceiptRecord | null; onClose: () => void; onRevoked: () => void }

/** Asks before a receipt is taken back, which cannot be undone. */
export function RevokeDialog({ receipt, onClose, onRevoked }: RevokeDialogProps) {
  return (
    <Dialog title="Revoke this receipt?" open={receipt !== null} onClose={onClose}>
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
      <p>Whoever asks this service will be told at once that it no longer counts. This cannot be undone.</p>
      <Field
        label="Reason (if you like)"
        hint="Only you see it."
        maxLength={200}
        autoComplete="off"
        value={reason}
        onValue={setReason}
      />
      <Failure error={error} />
      <p class="row">
        <Button kind="danger" type="submit" busy={isBusy}>
          Revoke the receipt
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Keep it
        </Button>
      </p>
    </form>
  )
}
