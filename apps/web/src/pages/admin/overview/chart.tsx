import { type Column, Table } from '../../../parts/table.tsx'
import { say } from '../../../words/speak.ts'
import { type Day, drawBars, PICTURE } from './bars.ts'

/** One chart: what is counted, and what part of it is told apart. */
export type ChartWords = { title: string; main: string; rest?: string; note?: string }

/** Bars over the last days, and the same as a table for whoever would rather read it. */
export function Chart({ words, days }: { words: ChartWords; days: readonly Day[] }) {
  const total = days.reduce((sum, { main, rest }) => sum + main + rest, 0)
  return (
    <figure class="admin-chart">
      <figcaption>
        <span class="admin-chart-title">{words.title}</span> <span class="small soft">{WORDS.total(total)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${PICTURE.width} ${PICTURE.height}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="admin-chart-floor" d={`M0 ${PICTURE.height}H${PICTURE.width}`} />
        {drawBars(days).map(({ x, width, mainY, mainHeight, restY, restHeight }, index) => (
          <g key={index}>
            <rect class="admin-chart-main" x={x} y={mainY} width={width} height={mainHeight} />
            <rect class="admin-chart-rest" x={x} y={restY} width={width} height={restHeight} />
          </g>
        ))}
      </svg>
      {words.rest ? (
        <p class="small soft admin-chart-key">
          <span class="admin-chart-dot admin-chart-main" /> {words.main}{' '}
          <span class="admin-chart-dot admin-chart-rest" /> {words.rest}
        </p>
      ) : null}
      {words.note ? <p class="small soft">{words.note}</p> : null}
      <details>
        <summary>
          {WORDS.showTable}
          <span class="unseen">: {words.title}</span>
        </summary>
        <Table
          caption={WORDS.table(words.title)}
          columns={columnsFor(words)}
          rows={days.toReversed()}
          keyOf={({ day }) => day}
        />
      </details>
    </figure>
  )
}

function columnsFor({ main, rest }: ChartWords): readonly Column<Day>[] {
  const columns: Column<Day>[] = [
    { head: WORDS.day, cell: ({ day }) => day },
    { head: main, cell: (one) => one.main, end: true },
  ]
  return rest === undefined ? columns : [...columns, { head: rest, cell: (one) => one.rest, end: true }]
}

const WORDS = {
  day: say('Day'),
  total: (count: number) => say('{count} in total', { count }),
  table: (title: string) => say('{title}, day by day', { title }),
  showTable: say('Show as a table'),
} as const
