import { type FactPart, listFacts } from '@stillhere/client/receipt/view'
import { Card } from '../../../parts/card.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { ExactTime, Time } from '../../../parts/time.tsx'
import type { AnyReceipt } from '../flow/trust.ts'

/** What a receipt says about itself. */
export function FactsView({ receipt }: { receipt: AnyReceipt }) {
  return (
    <Card title="What it says">
      <Facts facts={listFacts(receipt).map(({ label, parts }) => [label, parts.map(showPart)] as const)} />
    </Card>
  )
}

function showPart(part: FactPart) {
  if (typeof part === 'string') return part
  if ('time' in part) return <ExactTime at={part.time} />
  if ('deadline' in part) return <Time at={part.deadline} />
  return <code class="small">{'key' in part ? part.key : part.code}</code>
}
