import type { CheckRow } from '@stillhere/client/receipt/view'
import { Card } from '../../../parts/card.tsx'
import { describeOptions, describeFormat } from '../flow/check-words.ts'
import type { Judgment } from '../flow/judge.ts'
import { RESULT_WORDS } from '../words.ts'

type Judged = Extract<Judgment, { kind: 'judged' }>
type ChecksViewProps = { judgment: Judged; now: number; isWaiting: boolean }

/** Every check with its outcome in words. */
export function ChecksView({ judgment, now, isWaiting }: ChecksViewProps) {
  const beyond = isWaiting ? [] : describeOptions(judgment, now)
  return (
    <Card title={RESULT_WORDS.checks}>
      <Rows rows={describeFormat(judgment)} label={RESULT_WORDS.format} />
      {beyond.length > 0 ? (
        <>
          <h3>{RESULT_WORDS.beyond}</h3>
          <Rows rows={beyond} label={RESULT_WORDS.lookedUp} />
        </>
      ) : null}
    </Card>
  )
}

function Rows({ rows, label }: { rows: readonly CheckRow[]; label: string }) {
  return (
    <ul class="verify-checks" aria-label={label}>
      {rows.map((row) => (
        <li key={row.name}>
          <span class={`verify-outcome verify-${row.outcome.toLowerCase()}`}>{RESULT_WORDS.outcomes[row.outcome]}</span>
          <div>
            <p class="verify-check">
              {row.label} <span class="soft figures">{/^V\d$/.test(row.name) ? row.name : ''}</span>
            </p>
            <p>{row.reason ?? row.promise}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
