import { Card } from '../../../../parts/card.tsx'
import { type Column, Table } from '../../../../parts/table.tsx'
import { formatNumber } from '../../../../words/format.ts'
import { say } from '../../../../words/speak.ts'
import { type KindStatus, LEVEL_NAMES, type LevelChange, levelChanges, type Side, formatChange } from './levels.ts'
import { percent, type Report } from './rates.ts'

type FlipsProps = { report: Report; status: KindStatus; active: Report | null; isInForce: boolean }

const COLUMNS: readonly Column<LevelChange>[] = [
  { head: say('Level'), cell: ({ level }) => LEVEL_NAMES[level] },
  { head: say('Threshold now'), cell: ({ before }) => formatThreshold(before), end: true },
  { head: say('Threshold then'), cell: ({ after }) => formatThreshold(after), end: true },
  { head: say('People refused now'), cell: ({ before }) => percent(before?.fnmr), end: true },
  { head: say('People refused then'), cell: ({ after }) => percent(after?.fnmr), end: true },
  { head: say('People: comparisons that flip'), cell: ({ people }) => formatChange(people), end: true },
  { head: say('Strangers pass now'), cell: ({ before }) => percent(before?.fmr), end: true },
  { head: say('Strangers pass then'), cell: ({ after }) => percent(after?.fmr), end: true },
  { head: say('Strangers: comparisons that flip'), cell: ({ strangers }) => formatChange(strangers), end: true },
]

/** Who would be judged otherwise if this artifact came into force. */
export function Flips({ report, status, active, isInForce }: FlipsProps) {
  return (
    <Card title={say('Who would flip')}>
      {isInForce ? (
        <p>
          {say(
            'This artifact is in force, so nobody would. Move the line above to see what another threshold would do.',
          )}
        </p>
      ) : (
        <>
          <p class="admin-measure">{active ? AGAINST_ACTIVE : AGAINST_SHIPPED}</p>
          <Table
            caption={say('What would change at each level')}
            columns={COLUMNS}
            rows={levelChanges(report, status, active)}
            keyOf={({ level }) => level}
          />
        </>
      )}
    </Card>
  )
}

const AGAINST_ACTIVE = say(
  'Now is the artifact in force, then is this one. Both are counted from their own histograms, since single comparisons are not stored: these are net changes, and more may flip in both directions.',
)
const AGAINST_SHIPPED = say(
  'Now are the shipped thresholds, then is this artifact, counted from its histogram. How often the shipped ones refuse people was not measured.',
)

function formatThreshold(side: Side | null): string {
  return side === null ? say('as shipped') : formatNumber(side.threshold, 3)
}
