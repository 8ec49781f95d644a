import { Card } from '../../../../parts/card.tsx'
import { type Column, Table } from '../../../../parts/table.tsx'
import { type KindStatus, type LevelChange, levelChanges, type Side, formatChange } from './levels.ts'
import { percent, type Report } from './rates.ts'

type FlipsProps = { report: Report; status: KindStatus; active: Report | null; isInForce: boolean }

const COLUMNS: readonly Column<LevelChange>[] = [
  { head: 'Level', cell: ({ level }) => level },
  { head: 'Threshold now', cell: ({ before }) => formatThreshold(before), end: true },
  { head: 'Threshold then', cell: ({ after }) => formatThreshold(after), end: true },
  { head: 'People refused now', cell: ({ before }) => percent(before?.fnmr), end: true },
  { head: 'People refused then', cell: ({ after }) => percent(after?.fnmr), end: true },
  { head: 'People: comparisons that flip', cell: ({ people }) => formatChange(people), end: true },
  { head: 'Strangers pass now', cell: ({ before }) => percent(before?.fmr), end: true },
  { head: 'Strangers pass then', cell: ({ after }) => percent(after?.fmr), end: true },
  { head: 'Strangers: comparisons that flip', cell: ({ strangers }) => formatChange(strangers), end: true },
]

/** Who would be judged otherwise if this artifact came into force. */
export function Flips({ report, status, active, isInForce }: FlipsProps) {
  return (
    <Card title="Who would flip">
      {isInForce ? (
        <p>This artifact is in force, so nobody would. Move the line above to see what another threshold would do.</p>
      ) : (
        <>
          <p class="admin-measure">{active ? AGAINST_ACTIVE : AGAINST_SHIPPED}</p>
          <Table
            caption="What would change at each level"
            columns={COLUMNS}
            rows={levelChanges(report, status, active)}
            keyOf={({ level }) => level}
          />
        </>
      )}
    </Card>
  )
}

const AGAINST_ACTIVE =
  'Now is the artifact in force, then is this one. Both are counted from their own histograms, since single comparisons are not stored: these are net changes, and more may flip in both directions.'
const AGAINST_SHIPPED =
  'Now are the shipped thresholds, then is this artifact, counted from its histogram. How often the shipped ones refuse people was not measured.'

function formatThreshold(side: Side | null): string {
  return side === null ? 'as shipped' : side.threshold.toFixed(3)
}
