import { type Column, Table } from '../../parts/table.tsx'
import { say } from '../../words/speak.ts'

/** The texts of a chart: its title, and the names of the lower part of each bar and of the rest. */
export type ChartWords = { title: string; main: string; rest?: string; note?: string }

/** Shows a bar for each day, in the given order, and the same figures as a table, newest first. */
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
          columns={createColumns(words)}
          rows={days.toReversed()}
          keyOf={({ day }) => day}
        />
      </details>
    </figure>
  )
}

function createColumns({ main, rest }: ChartWords): readonly Column<Day>[] {
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

/** The figures of one day: `main` is drawn at the bottom, `rest` on top of it. */
export type Day = { day: string; main: number; rest: number }

/** A bar in units of the picture, measured from the upper left corner. */
type Bar = { x: number; width: number; mainY: number; mainHeight: number; restY: number; restHeight: number }

export const PICTURE = { width: 300, height: 64 } as const
const GAP = 2
// A day with at least one event always shows a bar.
const LEAST = 2

/** Computes the position and height of each day's bar, scaled so that the busiest day fills the height. */
export function drawBars(days: readonly Day[]): Bar[] {
  const most = Math.max(1, ...days.map(({ main, rest }) => main + rest))
  const step = PICTURE.width / Math.max(1, days.length)
  const computeHeight = (count: number) =>
    count === 0 ? 0 : Math.max(LEAST, (count / most) * (PICTURE.height - LEAST))
  return days.map(({ main, rest }, index) => {
    const [mainHeight, restHeight] = [computeHeight(main), computeHeight(rest)]
    const mainY = PICTURE.height - mainHeight
    return { x: index * step, width: step - GAP, mainY, mainHeight, restY: mainY - restHeight, restHeight }
  })
}
