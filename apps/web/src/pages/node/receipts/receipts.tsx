import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { News } from '../../../parts/news.tsx'
import { usePages } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { DeviceList } from '../../../receipts/device-list.tsx'
import { deviceReceipts } from '../../../receipts/device-receipts.ts'
import { DropAnywhere } from '../../../receipts/drop-anywhere.tsx'
import { WORDS as RECEIPT_WORDS } from '../../../receipts/words.ts'
import { service } from '../../../service.ts'
import { handIn } from '../../verify/flow/handed-in.ts'
import { KeptLinks } from './kept-links.tsx'
import { ReceiptItem } from './receipt-item.tsx'
import type { ReceiptRecord } from './receipt-state.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { WORDS } from './words.ts'

const PAGE = 10

/** The receipts of this device, the links at the service, and what the service recorded of every receipt of the node. */
export function Receipts() {
  return (
    <div class="stack">
      <DeviceList />
      <KeptLinks />
      <Records />
      <DropAnywhere words={RECEIPT_WORDS.drop} onDrop={(transfer) => void handIn(transfer)} />
    </div>
  )
}

/** What the service recorded of the receipts that the node was given, newest first. */
function Records() {
  const [revoking, setRevoking] = useState<ReceiptRecord | null>(null)
  const [news, setNews] = useState('')
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    service.listReceipts({ limit: PAGE, cursor }, { signal }),
  )
  const here = new Set((deviceReceipts.value ?? []).map(({ receiptId }) => receiptId))
  const items = pages && pages.flatMap(({ receipts }) => receipts)
  const revoked = () => {
    setNews(WORDS.revoked)
    reload()
  }
  return (
    <div class="stack">
      <h2>{WORDS.records}</h2>
      <Failure error={error} onRetry={more ?? reload} />
      <News text={news} of={items?.filter(({ revoked_at }) => revoked_at !== null).length} />
      {items === null && !error ? <Skeleton lines={6} /> : null}
      {items?.length === 0 ? <NoReceipts /> : null}
      {items && items.length > 0 ? (
        <>
          <p class="small soft">{WORDS.recordsText}</p>
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
            {WORDS.earlier}
          </Button>
        </p>
      ) : null}
      <RevokeDialog receipt={revoking} onClose={() => setRevoking(null)} onRevoked={revoked} />
    </div>
  )
}

function NoReceipts() {
  return <p class="soft">{WORDS.noRecords}</p>
}
