import { useState } from 'preact/hooks'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field } from '../../../parts/field.tsx'
import { service } from '../../../service.ts'
import { say } from '../../../words/speak.ts'
import { ConfirmRemoval } from '../confirm-removal.tsx'
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
  const revoke = async () => {
    await service.revokeOwnReceipt({ id: receipt.receipt_id, reason: reason.trim() || undefined })
    onRevoked()
  }
  return (
    <ConfirmRemoval label={say('Revoke the receipt')} remove={revoke} onClose={onClose}>
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
    </ConfirmRemoval>
  )
}
