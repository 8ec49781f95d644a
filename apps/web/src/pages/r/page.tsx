import './r.css'
import '../../parts/print.css'
import { encodeHeader, type Receipt } from '@stillhere/client/receipt'
import { Button, ButtonLink, CopyField } from '../../parts/button.tsx'
import { Card, PageHead } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { QrCode } from '../../parts/on-phone.tsx'
import { useRequest } from '../../parts/request.ts'
import { canShare, saveReceiptFile, openShareSheet } from '../../receipts/device-receipts.ts'
import { DropAnywhere } from '../../receipts/drop-anywhere.tsx'
import { place } from '../../router.ts'
import { say } from '../../words/speak.ts'
import { setHandedDocuments, type ReceiptDocument } from '../verify/documents.ts'
import type { Judgment } from '../verify/judge.ts'
import { NO_OPTIONS, useJudging } from '../verify/use-verification.ts'
import { describeVerdict, describeStory } from '../verify/verdict-words.ts'
import { openLink, type Obstacle } from './open-link.ts'

/** Shows the page of a shared receipt: the receipt of the link is fetched, decrypted and verified in this browser. */
export function Page() {
  const { href } = place.value.url
  const { value, error, isBusy, reload } = useRequest((signal) => openLink(href, signal), { deps: [href] })
  return (
    <div class="stack">
      <PageHead title={WORDS.title} />
      {isBusy && value === null ? <Opening /> : null}
      <Failure error={error} onRetry={reload} />
      {value && 'obstacle' in value ? <Blocked obstacle={value.obstacle} /> : null}
      {value && 'documents' in value ? <ReceiptView key={href} href={href} documents={value.documents} /> : null}
      <DropAnywhere words={WORDS.drop} onDrop={(transfer) => void setHandedDocuments(transfer)} />
    </div>
  )
}

function Blocked({ obstacle }: { obstacle: Obstacle }) {
  const { title, advice } = OBSTACLES[obstacle]
  return (
    <>
      <Notice kind="bad" title={title} live>
        {advice}
      </Notice>
      <p>
        <a href="/verify">{WORDS.verifyOther}</a>
      </p>
    </>
  )
}

type ReceiptViewProps = { href: string; documents: readonly ReceiptDocument[] }

/** Shows in one sentence what a receipt says happened, its verdict, buttons to share, save and print it, and its link `href` as a QR code. Only the first document is shown. */
export function ReceiptView({ href, documents }: ReceiptViewProps) {
  const { judgments, issuerData, isVerifying } = useJudging(documents, NO_OPTIONS)
  const judgment = judgments.each[0]
  if (!judgment) return null
  const isWaiting = isVerifying || (issuerData.isBusy && issuerData.document === null)
  const receipt = judgment.kind === 'judged' ? judgment.receipt : null
  if (isWaiting) return <Opening />
  return (
    <div class="r">
      <div class="stack">
        <Verdict judgment={judgment} />
        {receipt ? <Actions href={href} receipt={receipt as Receipt} /> : null}
        <p class="small soft">{WORDS.private}</p>
      </div>
      <Card title={WORDS.qrTitle}>
        <QrCode text={href} label={WORDS.qrLabel} />
        <p class="small soft">{WORDS.qrText}</p>
      </Card>
    </div>
  )
}

/** Shows the text "Opening the receipt…" until there is a verdict. */
export function Opening() {
  return (
    <p class="r-opening soft" role="status">
      {WORDS.opening}
    </p>
  )
}

function Verdict({ judgment }: { judgment: Judgment }) {
  const story = describeStory(judgment, NO_OPTIONS, location.host)
  const { kind, stamp, title, advice } = describeVerdict(judgment, NO_OPTIONS, () => [])
  return (
    <>
      {story ? <p class="r-story">{story.isClaim ? WORDS.claims(story.sentence) : story.sentence}</p> : null}
      <div role="status" class="r-verdict">
        <Notice kind={kind} title={stamp}>
          <p>{title}</p>
          <p>{advice}</p>
        </Notice>
      </div>
    </>
  )
}

function Actions({ href, receipt }: { href: string; receipt: Receipt }) {
  return (
    <div class="stack no-print">
      <CopyField label={WORDS.copyLabel} value={href} />
      <div class="row">
        {canShare() ? (
          <Button kind="quiet" onClick={() => void openShareSheet(receipt, href)}>
            {WORDS.share}
          </Button>
        ) : null}
        <Button kind="quiet" onClick={() => saveReceiptFile(receipt)}>
          {WORDS.download}
        </Button>
        <Button kind="quiet" onClick={() => print()}>
          {WORDS.print}
        </Button>
        <ButtonLink kind="quiet" href={`/verify#${encodeHeader(receipt)}`}>
          {WORDS.details}
        </ButtonLink>
      </div>
    </div>
  )
}

/** Texts of the page. */
export const WORDS = {
  title: say('A receipt'),
  opening: say('Opening the receipt…'),
  claims: (sentence: string) => say('It says: {sentence}', { sentence }),
  private: say('It was opened and checked in your browser. The service stores it encrypted and can’t read it.'),
  copyLabel: say('Link to this receipt'),
  share: say('Share'),
  download: say('Download'),
  print: say('Print'),
  details: say('All checks'),
  qrTitle: say('Open it on another device'),
  qrText: say('Point a camera at the code. It contains the whole link, including the key.'),
  qrLabel: say('QR code of the link to this receipt'),
  verifyOther: say('Check another receipt'),
  drop: say('Drop it to check it'),
} as const

/** Texts for each obstacle, with what to do. */
export const OBSTACLES: Readonly<Record<Obstacle, { title: string; advice: string }>> = {
  malformed: {
    title: say('This link is incomplete.'),
    advice: say('It may have been cut off. Ask for the whole link, including everything after the # sign.'),
  },
  gone: {
    title: say('There’s no receipt at this address.'),
    advice: say('Its owner may have ended the link. Ask them for a new one, or for the file.'),
  },
  wrong_key: {
    title: say('This receipt can’t be opened with this link.'),
    advice: say('The key in the link is wrong, or the stored copy was changed. Ask for the link again.'),
  },
  unreadable: {
    title: say('What’s stored here isn’t a receipt.'),
    advice: say('The key fits, but there’s no receipt inside. Ask the person who gave you the link.'),
  },
  insecure: {
    title: say('This page isn’t secure.'),
    advice: say('Receipts can only be opened over https. Change the address to https and try again.'),
  },
}
