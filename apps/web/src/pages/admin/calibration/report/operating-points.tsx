import { Card } from '../../../../parts/card.tsx'
import { type Column, Table } from '../../../../parts/table.tsx'
import { formatNumber } from '../../../../words/format.ts'
import { say } from '../../../../words/speak.ts'
import { LEVEL_NAMES } from './levels.ts'
import { percent, type Report, within } from './rates.ts'

type Point = Report['operating_points'][number]

const COLUMNS: readonly Column<Point>[] = [
  { head: say('Target'), cell: ({ target_far }) => percent(target_far) },
  { head: say('Serves'), cell: ({ level }) => (level === null ? '–' : LEVEL_NAMES[level]) },
  {
    head: say('Threshold (95 %)'),
    cell: ({ threshold, threshold_interval }) => within(threshold, threshold_interval, score),
    end: true,
  },
  {
    head: say('Strangers who pass (95 %)'),
    cell: ({ realised_far, far_interval }) => within(realised_far, far_interval, percent),
    end: true,
  },
  {
    head: say('People refused (95 %)'),
    cell: ({ fnmr, fnmr_interval }) => within(fnmr, fnmr_interval, percent),
    end: true,
  },
  {
    head: say('Comparisons'),
    cell: ({ trials, trials_needed }) => say('{trials} of {needed} needed', { trials, needed: trials_needed }),
    end: true,
  },
]

/** The targets of the run and what supports each. */
export function OperatingPoints({ report }: { report: Report }) {
  return (
    <Card title={say('Targets')}>
      <Table
        caption={say('Operating points')}
        columns={COLUMNS}
        rows={report.operating_points}
        keyOf={({ target_far }) => target_far}
      />
      <p class="small soft admin-measure">
        {say('A target without enough data has no threshold; its level keeps the shipped one.')}
      </p>
    </Card>
  )
}

function score(value: number): string {
  return formatNumber(value, 3)
}
