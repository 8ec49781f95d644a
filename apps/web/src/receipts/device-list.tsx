import '../parts/card.css'
import './receipts.css'
import { encodeHeader } from '@stillhere/client/receipt'
import { describeScan } from '@stillhere/client/receipt/view'
import { useEffect, useState } from 'preact/hooks'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/card.tsx'
import { News, Notice } from '../parts/notice.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { ExactTime } from '../parts/time.tsx'
import {
  canShare,
  type DeviceReceipt,
  deviceReceipts,
  saveReceiptFile,
  deleteLink,
  isStorageRefused,
  formatLink,
  loadReceipts,
  removeAllReceipts,
  removeReceipt,
  openShareSheet,
} from './device-receipts.ts'
import { Confirm, GetLink } from './saved.tsx'
import { VOICE } from './voice.ts'
import { WORDS } from './words.ts'

/** Shows the receipts stored in this browser, newest first, with buttons to open, download, share and remove each, and to create or end its link. */
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

type ItemProps = { one: DeviceReceipt; onNews: (text: string) => void }

/** Shows one receipt of this browser with its buttons. Calls `onNews` with a sentence about what was done. */
function ReceiptItem({ one, onNews }: ItemProps) {
  const { receipt, isOfService } = one
  const link = formatLink(one)
  return (
    <li class="card receipt-item">
      <h3>
        <ExactTime at={receipt.interval.end} />
      </h3>
      <p>{describeScan(receipt, isOfService ? location.host : WORDS.thisBrowser, VOICE)}</p>
      <div class="row">
        <ButtonLink href={link ?? `/verify#${encodeHeader(receipt)}`} kind="quiet">
          {WORDS.open}
        </ButtonLink>
        <Button kind="quiet" onClick={() => saveReceiptFile(receipt)}>
          {WORDS.download}
        </Button>
        {canShare() ? (
          <Button kind="quiet" onClick={() => void openShareSheet(receipt, link)}>
            {WORDS.share}
          </Button>
        ) : null}
        {link === null ? (
          <GetLink one={one} onDone={() => onNews(WORDS.getLinkDone)} />
        ) : (
          <>
            <CopyLink link={link} onNews={onNews} />
            <EndLink one={one} onNews={onNews} />
          </>
        )}
        <Remove one={one} onNews={onNews} />
      </div>
    </li>
  )
}

function CopyLink({ link, onNews }: { link: string; onNews: (text: string) => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      onNews(WORDS.linkCopied)
    } catch {
      onNews(WORDS.linkNotCopied)
    }
  }
  return (
    <Button kind="quiet" onClick={() => void copy()}>
      {WORDS.copyLink}
    </Button>
  )
}

function EndLink({ one, onNews }: ItemProps) {
  const [isAsked, setAsked] = useState(false)
  const end = async () => {
    await deleteLink(one)
    onNews(WORDS.linkEnded)
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setAsked(true)}>
        {WORDS.endLink}
      </Button>
      <Confirm title={WORDS.endLinkTitle} act={WORDS.endLink} open={isAsked} onClose={() => setAsked(false)} work={end}>
        <p>{WORDS.endLinkText}</p>
      </Confirm>
    </>
  )
}

function Remove({ one, onNews }: ItemProps) {
  const [isAsked, setAsked] = useState(false)
  const remove = async () => {
    await removeReceipt(one.receiptId)
    onNews(WORDS.removed)
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setAsked(true)}>
        {WORDS.remove}
      </Button>
      <Confirm
        title={WORDS.removeTitle}
        act={WORDS.remove}
        open={isAsked}
        onClose={() => setAsked(false)}
        work={remove}
      >
        <p>{WORDS.removeText}</p>
        {one.link === null ? null : <p>{WORDS.removeLinkText}</p>}
      </Confirm>
    </>
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
