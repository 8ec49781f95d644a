import { Card } from '../../../../parts/card.tsx'
import { type Column, Table } from '../../../../parts/table.tsx'
import { formatNumber } from '../../../../words/format.ts'
import { say } from '../../../../words/speak.ts'
import { listCircumstances, type Row } from './circumstance-rows.ts'
import { percent, type Report, within } from './rates.ts'

/** How often people are refused on the same day, on another, and with another phone. Only strokes are told apart so. */
export function Circumstances({ report }: { report: Report }) {
  const rows = listCircumstances(report)
  if (rows.length === 0) return null
  return (
    <Card title={say('People compared with themselves')}>
      <Table
        caption={say('How often people are refused, by when and with what they came back')}
        columns={[...COLUMNS, ...report.operating_points.map(toColumn)]}
        rows={rows}
        keyOf={({ name }) => name}
      />
      <p class="small soft admin-measure">{say('What holds on the same day says little about another day.')}</p>
    </Card>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { head: say('Came back'), cell: ({ name }) => name },
  { head: say('People'), cell: ({ figures }) => figures.people, end: true },
  { head: say('Comparisons'), cell: ({ figures }) => formatNumber(figures.pairs), end: true },
  {
    head: say('Equal error rate (95 %)'),
    cell: ({ figures: { eer, eer_interval } }) => within(eer, eer_interval, percent),
    end: true,
  },
]

function toColumn({ target_far }: Report['operating_points'][number], place: number): Column<Row> {
  return {
    head: say('Refused at {target} (95 %)', { target: percent(target_far) }),
    cell: ({ figures }) => {
      const point = figures.operating_points[place]
      return within(point?.fnmr ?? null, point?.fnmr_interval ?? null, percent)
    },
    end: true,
  }
}
