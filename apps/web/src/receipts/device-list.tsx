import '../parts/card.css'
import './receipts.css'
import { useEffect, useState } from 'preact/hooks'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { News } from '../parts/news.tsx'
import { Notice } from '../parts/notice.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Confirm } from './confirm.tsx'
import { deviceReceipts, isStorageRefused, loadReceipts, removeAllReceipts } from './device-receipts.ts'
import { ReceiptItem } from './receipt-item.tsx'
import { WORDS } from './words.ts'

/** The receipts that this browser keeps, newest first. */
export function DeviceList() {
  const [news, setNews] = useState('')
  useEffect(() => void loadReceipts(), [])
  const receipts = deviceReceipts.value
  if (receipts === null) return <Skeleton lines={6} />
  return (
    <section class="stack">
      <h2>{WORDS.here}</h2>
      {isStorageRefused.value ? (
        <Notice kind="warn" title={WORDS.refused}>
          {WORDS.refusedAdvice}
        </Notice>
      ) : null}
      <News text={news} of={receipts} />
      {receipts.length === 0 ? (
        <NoReceipts />
      ) : (
        <>
          <p class="small soft">{WORDS.mayForget}</p>
          <ul class="stack">
            {receipts.map((one) => (
              <ReceiptItem key={one.receiptId} one={one} onNews={setNews} />
            ))}
          </ul>
          <RemoveAll onDone={() => setNews(WORDS.removedAll)} />
        </>
      )}
    </section>
  )
}

function NoReceipts() {
  return (
    <Empty title={WORDS.empty}>
      <p>{WORDS.emptyAdvice}</p>
      <ButtonLink href="/scan" kind="quiet">
        {WORDS.scan}
      </ButtonLink>
    </Empty>
  )
}

function RemoveAll({ onDone }: { onDone: () => void }) {
  const [isAsked, setAsked] = useState(false)
  const remove = async () => {
    await removeAllReceipts()
    onDone()
  }
  return (
    <p>
      <Button kind="quiet" onClick={() => setAsked(true)}>
        {WORDS.removeAll}
      </Button>
      <Confirm
        title={WORDS.removeAllTitle}
        act={WORDS.removeAll}
        open={isAsked}
        onClose={() => setAsked(false)}
        work={remove}
      >
        <p>{WORDS.removeAllText}</p>
      </Confirm>
    </p>
  )
}
