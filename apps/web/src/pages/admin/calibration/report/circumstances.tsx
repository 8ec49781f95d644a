import { Card } from '../../../../parts/card.tsx'
import { type Column, Table } from '../../../../parts/table.tsx'
import { listCircumstances, type Row } from './circumstance-rows.ts'
import { within } from './operating-points.tsx'
import { percent, type Report } from './rates.ts'

/** How often people are refused on the same day, on another, and with another phone. Only strokes are told apart so. */
export function Circumstances({ report }: { report: Report }) {
  const rows = listCircumstances(report)
  if (rows.length === 0) return null
  return (
    <Card title="People compared with themselves">
      <Table
        caption="How often people are refused, by when and with what they came back"
        columns={[...COLUMNS, ...report.operating_points.map(toColumn)]}
        rows={rows}
        keyOf={({ name }) => name}
      />
      <p class="small soft admin-measure">What holds on the same day says little about another day.</p>
    </Card>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'Came back', cell: ({ name }) => name },
  { head: 'People', cell: ({ figures }) => figures.people, end: true },
  { head: 'Comparisons', cell: ({ figures }) => figures.pairs.toLocaleString('en'), end: true },
  {
    head: 'Equal error rate (95 %)',
    cell: ({ figures: { eer, eer_interval } }) => within(eer, eer_interval, percent),
    end: true,
  },
]

function toColumn({ target_far }: Report['operating_points'][number], place: number): Column<Row> {
  return {
    head: `Refused at ${percent(target_far)} (95 %)`,
    cell: ({ figures }) => {
      const point = figures.operating_points[place]
      return within(point?.fnmr ?? null, point?.fnmr_interval ?? null, percent)
    },
    end: true,
  }
}
