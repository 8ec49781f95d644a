import { Card } from '../../parts/card.tsx'
import { Facts } from '../../parts/facts.tsx'
import { ExactTime, Time } from '../../parts/time.tsx'
import { assuranceWords } from './assurance-words.ts'
import { expiryOf } from './times.ts'
import type { AnyReceipt } from './trust.ts'

/** What a receipt says about itself. */
export function FactsView({ receipt }: { receipt: AnyReceipt }) {
  const { subject, interval, signature, issuer, evidence, verdict } = receipt
  const expiry = new Date(expiryOf(receipt)).toISOString()
  return (
    <Card title="What it says">
      <Facts
        facts={[
          ['Its own verdict', verdict === undefined ? 'none' : verdict.replaceAll('_', ' ').toLowerCase()],
          ['What it shows', assuranceWords(receipt)],
          ['Subject', <Code text={subject.id + (subject.type ? `, ${subject.type}` : '')} />],
          [
            'Seen',
            <>
              {interval.coverageMs / 1000} seconds, until <ExactTime at={interval.end} />
            </>,
          ],
          ['By', evidence.map(({ engineId, engineVersion }) => `${engineId} ${engineVersion}`).join(', ')],
          ['Signed', <ExactTime at={signature.signedAt} />],
          ['Expires', <Time at={expiry} />],
          ['Meant for', 'audience' in receipt && receipt.audience ? receipt.audience : 'anybody'],
          ['Issuer’s key', <Code text={issuer.publicKey} />],
          ['Receipt', <Code text={receipt.receiptId} />],
          ['Follows', receipt.previousReceiptHash ? <Code text={receipt.previousReceiptHash} /> : 'no other receipt'],
        ]}
      />
    </Card>
  )
}

function Code({ text }: { text: string }) {
  return <code class="small">{text}</code>
}
