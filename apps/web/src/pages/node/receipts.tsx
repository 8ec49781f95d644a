import type { OutputOf } from '@stillhere/client/http'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card, Facts } from '../../parts/card.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field } from '../../parts/field.tsx'
import { News } from '../../parts/notice.tsx'
import { usePages, useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { ExactTime } from '../../parts/time.tsx'
import { DeviceList } from '../../receipts/device-list.tsx'
import { deviceReceipts, setLink } from '../../receipts/device-receipts.ts'
import { DropAnywhere } from '../../receipts/drop-anywhere.tsx'
import { Confirm } from '../../receipts/saved.tsx'
import { formatSize, WORDS as RECEIPT_WORDS, WORDS } from '../../receipts/words.ts'
import { service } from '../../service.ts'
import { say } from '../../words/speak.ts'
import { setHandedDocuments } from '../verify/documents.ts'
import { ConfirmRemoval } from './confirm-removal.tsx'

const PAGE = 10

/** Shows the Receipts tab: the receipts in this browser, the kept links, and the service's record of every receipt. */
export function Receipts() {
  return (
    <div class="stack">
      <DeviceList />
      <KeptLinks />
      <Records />
      <DropAnywhere words={RECEIPT_WORDS.drop} onDrop={(transfer) => void setHandedDocuments(transfer)} />
    </div>
  )
}

/** Lists the service's records of the node's receipts, newest first, and revokes them. */
function Records() {
  const [revoking, setRevoking] = useState<ReceiptRecord | null>(null)
  const [news, setNews] = useState('')
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    service.listReceipts({ limit: PAGE, cursor }, { signal }),
  )
  const here = new Set((deviceReceipts.value ?? []).map(({ receiptId }) => receiptId))
  const items = pages && pages.flatMap(({ receipts }) => receipts)
  const handleRevoked = () => {
    setNews(RECORD_WORDS.revoked)
    reload()
  }
  return (
    <div class="stack">
      <h2>{RECORD_WORDS.records}</h2>
      <Failure error={error} onRetry={more ?? reload} />
      <News text={news} of={items?.filter(({ revoked_at }) => revoked_at !== null).length} />
      {items === null && !error ? <Skeleton lines={6} /> : null}
      {items?.length === 0 ? <p class="soft">{RECORD_WORDS.noRecords}</p> : null}
      {items && items.length > 0 ? (
        <>
          <p class="small soft">{RECORD_WORDS.recordsText}</p>
          <ul class="stack">
            {items.map((receipt) => (
              <ReceiptItem
                key={receipt.receipt_id}
                receipt={receipt}
                isHere={here.has(receipt.receipt_id)}
                onRevoke={() => setRevoking(receipt)}
              />
            ))}
          </ul>
        </>
      ) : null}
      {more ? (
        <p>
          <Button kind="quiet" busy={isBusy} onClick={more}>
            {RECORD_WORDS.earlier}
          </Button>
        </p>
      ) : null}
      <RevokeDialog receipt={revoking} onClose={() => setRevoking(null)} onRevoked={handleRevoked} />
    </div>
  )
}

/** Lists the encrypted receipts that the service keeps for links of this node, including those made on other devices. */
function KeptLinks() {
  const links = (deviceReceipts.value ?? []).flatMap(({ link }) => (link ? [link.id] : []))
  // Links created or removed on this device change this list too.
  const { value, error, reload } = useRequest((signal) => service.listKeptReceipts({}, { signal }), {
    deps: [links.join()],
  })
  const [ending, setEnding] = useState<string | null>(null)
  const [news, setNews] = useState('')
  const deleteReceipt = async () => {
    if (ending !== null) await deleteKeptReceipt(ending)
    setNews(WORDS.keptRemoved)
    reload()
  }
  if (error === null && (value === null || value.kept.length === 0)) return <News text={news} of={value} />
  return (
    <Card title={WORDS.keptTitle}>
      <p class="small soft">{WORDS.keptText}</p>
      <Failure error={error} onRetry={reload} />
      <News text={news} of={value} />
      <ul class="node-list">
        {value?.kept.map(({ id, bytes, created_at: createdAt }) => (
          <li key={id}>
            <span>
              <ExactTime at={createdAt} /> <span class="soft">{formatSize(bytes)}</span>
            </span>
            <Button kind="quiet" onClick={() => setEnding(id)}>
              {WORDS.endLink}
              <span class="unseen"> {id}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Confirm
        title={WORDS.endLinkTitle}
        act={WORDS.endLink}
        open={ending !== null}
        onClose={() => setEnding(null)}
        work={deleteReceipt}
      >
        <p>{WORDS.endKeptText}</p>
      </Confirm>
    </Card>
  )
}

/** Deletes a kept receipt at the service, and its link in this browser. */
async function deleteKeptReceipt(id: string): Promise<void> {
  await service.removeKeptReceipt({ id })
  const one = deviceReceipts.peek()?.find(({ link }) => link?.id === id)
  if (one) await setLink(one, null)
}

type ItemProps = { receipt: ReceiptRecord; isHere: boolean; onRevoke: () => void }

/** Shows the service's record of a receipt. The record isn't the receipt, so there is nothing to download. */
function ReceiptItem({ receipt, isHere, onRevoke }: ItemProps) {
  const state = findReceiptState(receipt, Date.now())
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
    [say('For'), audience ?? say('anyone')],
    [say('Receipt'), isHere ? RECORD_WORDS.isHere : RECORD_WORDS.isElsewhere],
    revoked_at === null
      ? [say('Valid until'), <ExactTime key="until" at={expires_at} />]
      : [say('Revoked'), <ExactTime key="revoked" at={revoked_at} />],
    ...(revoke_reason === null ? [] : [[say('Reason'), revoke_reason] as [string, string]]),
    [say('ID'), <code key="id">{receipt_id}</code>],
    [say('Hash'), <code key="hash">{receipt_hash}</code>],
  ]
}

/** The texts of the records. */
const RECORD_WORDS = {
  records: say('The service’s records'),
  recordsText: say(
    'When each receipt was issued, and whether it was revoked. The service doesn’t keep the receipts themselves, so there’s nothing to download here.',
  ),
  noRecords: say('No receipts yet.'),
  revoked: say('The receipt is revoked.'),
  earlier: say('Show earlier ones'),
  isHere: say('On this device'),
  isElsewhere: say('Not on this device'),
} as const

type RevokeDialogProps = { receipt: ReceiptRecord | null; onClose: () => void; onRevoked: () => void }

/** Asks for confirmation before a receipt is revoked, which can't be undone. */
function RevokeDialog({ receipt, onClose, onRevoked }: RevokeDialogProps) {
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
        {say(
          'From now on, this service tells anyone who asks that the receipt is no longer valid. This can’t be undone.',
        )}
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

type ReceiptRecord = OutputOf<'listReceipts'>['receipts'][number]

/** `good` receipts are valid, `expired` ones are past their five minutes, `revoked` ones were revoked. */
type ReceiptState = 'good' | 'expired' | 'revoked'

const STATE_WORDS: Readonly<Record<ReceiptState, string>> = {
  good: say('Valid'),
  expired: say('Expired'),
  revoked: say('Revoked'),
}

/** Returns whether a receipt is revoked, expired or good at `now` (ms since 1970). */
export function findReceiptState(
  { revoked_at, expires_at }: Pick<ReceiptRecord, 'revoked_at' | 'expires_at'>,
  now: number,
): ReceiptState {
  if (revoked_at !== null) return 'revoked'
  return Date.parse(expires_at) > now ? 'good' : 'expired'
}
