import type { ComponentChildren } from 'preact'
import { Button } from '../../../parts/button.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { ExactTime } from '../../../parts/time.tsx'
import { say } from '../../../words/speak.ts'
import { type ReceiptRecord, receiptState, STATE_WORDS } from './receipt-state.ts'
import { WORDS } from './words.ts'

type ItemProps = { receipt: ReceiptRecord; isHere: boolean; onRevoke: () => void }

/** What the service keeps of one receipt. It is no receipt itself, so there is nothing to download. */
export function ReceiptItem({ receipt, isHere, onRevoke }: ItemProps) {
  const state = receiptState(receipt, Date.now())
  return (
    <li class="card">
      <div class="card-head">
        <h3>
          <ExactTime at={receipt.issued_at} />
        </h3>
        <span class={`node-state node-state-${state}`}>{STATE_WORDS[state]}</span>
      </div>
      <Facts facts={listFacts(receipt, isHere)} />
      {state === 'revoked' ? null : (
        <p>
          <Button kind="danger" onClick={onRevoke}>
            {say('Revoke')}
            <span class="unseen"> {receipt.receipt_id}</span>
          </Button>
        </p>
      )}
    </li>
  )
}

function listFacts(receipt: ReceiptRecord, isHere: boolean): [string, ComponentChildren][] {
  const { audience, expires_at, revoked_at, revoke_reason, receipt_id, receipt_hash } = receipt
  return [
    [say('For'), audience ?? say('anybody')],
    [say('Receipt'), isHere ? WORDS.isHere : WORDS.isElsewhere],
    revoked_at === null
      ? [say('Valid until'), <ExactTime key="until" at={expires_at} />]
      : [say('Revoked'), <ExactTime key="revoked" at={revoked_at} />],
    ...(revoke_reason === null ? [] : [[say('Reason'), revoke_reason] as [string, string]]),
    [say('ID'), <code key="id">{receipt_id}</code>],
    [say('Hash'), <code key="hash">{receipt_hash}</code>],
  ]
}
