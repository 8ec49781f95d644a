import { encodeHeader } from '@stillhere/client/receipt'
import { describeScan } from '@stillhere/client/receipt/view'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../parts/button.tsx'
import { ExactTime } from '../parts/time.tsx'
import { Confirm } from './confirm.tsx'
import type { DeviceReceipt } from './database.ts'
import { removeReceipt } from './device-receipts.ts'
import { GetLink } from './get-link.tsx'
import { endLink, linkOf } from './keep-at-service.ts'
import { canShare, downloadReceipt, shareReceipt } from './share.ts'
import { VOICE } from './voice.ts'
import { WORDS } from './words.ts'

type ItemProps = { one: DeviceReceipt; onNews: (text: string) => void }

/** One receipt of this device: what it tells, and what can be done with it. */
export function ReceiptItem({ one, onNews }: ItemProps) {
  const { receipt, isOfService } = one
  const link = linkOf(one)
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
        <Button kind="quiet" onClick={() => downloadReceipt(receipt)}>
          {WORDS.download}
        </Button>
        {canShare() ? (
          <Button kind="quiet" onClick={() => void shareReceipt(receipt, link)}>
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
    await endLink(one)
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
