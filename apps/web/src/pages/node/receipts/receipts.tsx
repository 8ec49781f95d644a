import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { News } from '../../../parts/news.tsx'
import { usePages } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { service } from '../../../service.ts'
import { ReceiptItem } from './receipt-item.tsx'
import type { KeptReceipt } from './receipt-state.ts'
import { RevokeDialog } from './revoke-dialog.tsx'

const PAGE = 10

/** The receipts that the node was given, newest first. */
export function Receipts() {
  const [revoking, setRevoking] = useState<KeptReceipt | null>(null)
  const [news, setNews] = useState('')
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    service.listReceipts({ limit: PAGE, cursor }, { signal }),
  )
  const items = pages && pages.flatMap(({ receipts }) => receipts)
  const revoked = () => {
    setNews('The receipt is revoked.')
    reload()
  }
  return (
    <div class="stack">
      <Failure error={error} onRetry={more ?? reload} />
      <News text={news} of={items?.filter(({ revoked_at }) => revoked_at !== null).length} />
      {items === null && !error ? <Skeleton lines={6} /> : null}
      {items?.length === 0 ? <NoReceipts /> : null}
      {items && items.length > 0 ? (
        <>
          <p class="small soft">
            These are records, not receipts. The service keeps no receipt: it is shown once, after the scan, for you to
            save. A saved one can be checked on <a href="/verify">Verify</a>.
          </p>
          <ul class="stack">
            {items.map((receipt) => (
              <ReceiptItem key={receipt.receipt_id} receipt={receipt} onRevoke={() => setRevoking(receipt)} />
            ))}
          </ul>
        </>
      ) : null}
      {more ? (
        <p>
          <Button kind="quiet" busy={isBusy} onClick={more}>
            Show earlier ones
          </Button>
        </p>
      ) : null}
      <RevokeDialog receipt={revoking} onClose={() => setRevoking(null)} onRevoked={revoked} />
    </div>
  )
}

function NoReceipts() {
  return (
    <Empty title="No receipts yet.">
      <p>
        A scan that the service accepts gives you one: a signed file that others can check. Save it right after the
        scan; the service keeps only a record of it.
      </p>
      <ButtonLink href="/scan" kind="quiet">
        Scan
      </ButtonLink>
    </Empty>
  )
}
