import { encodeHeader, type Receipt } from '@stillhere/client/receipt'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { canShare, downloadReceipt, shareReceipt } from '../../receipts/share.ts'
import type { ReceiptDocument } from '../verify/flow/documents.ts'
import type { Judgment } from '../verify/flow/judge.ts'
import { NO_OPTIONS, useJudging } from '../verify/flow/use-verification.ts'
import { describeVerdict, tellStory } from '../verify/flow/verdict-words.ts'
import { WORDS } from './words.ts'

type ReceiptViewProps = { href: string; documents: readonly ReceiptDocument[] }

/** What happened in one sentence, what it is worth, and what can be done with it. */
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

/** What is shown until all is known: nothing moves when it is. */
export function Opening() {
  return (
    <p class="r-opening soft" role="status">
      {WORDS.opening}
    </p>
  )
}

function Verdict({ judgment }: { judgment: Judgment }) {
  const story = tellStory(judgment, NO_OPTIONS, location.host)
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
          <Button kind="quiet" onClick={() => void shareReceipt(receipt, href)}>
            {WORDS.share}
          </Button>
        ) : null}
        <Button kind="quiet" onClick={() => downloadReceipt(receipt)}>
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
