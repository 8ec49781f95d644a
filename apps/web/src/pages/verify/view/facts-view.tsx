import { type FactPart, listFacts } from '@stillhere/client/receipt/view'
import { Card } from '../../../parts/card.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { ExactTime, Time } from '../../../parts/time.tsx'
import { VOICE } from '../../../receipts/voice.ts'
import type { AnyReceipt } from '../flow/trust.ts'
import { RESULT_WORDS } from '../words.ts'

/** What a receipt says about itself. */
export function FactsView({ receipt }: { receipt: AnyReceipt }) {
  return (
    <Card title={RESULT_WORDS.facts}>
      <Facts facts={listFacts(receipt, VOICE).map(({ label, parts }) => [label, parts.map(showPart)] as const)} />
    </Card>
  )
}

function showPart(part: FactPart) {
  if (typeof part === 'string') return part
  if ('time' in part) return <ExactTime at={part.time} />
  if ('deadline' in part) return <Time at={part.deadline} />
  return <code class="small">{'key' in part ? part.key : part.code}</code>
}
