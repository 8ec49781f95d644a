import { area, type Box, curve, FAINT, line, picture, type Place, rectangle, text } from '../arena/svg.ts'
import type { BandPoint } from '../evaluation/det-band.ts'
import type { Interval } from '../evaluation/figures.ts'
import { probit } from '../evaluation/probit.ts'

/** One list of comparisons, as it is drawn. */
export type MeasuredList = {
  title: string
  people: number
  eer: Interval
  band: readonly BandPoint[]
  /** The equal error rate that is the goal; null where it is only reported. */
  target: number | null
}

const COLUMNS = 3
const CELL = { width: 330, height: 300, gap: 28 }
const MARGIN = 40
const HEAD = 90
const TICKS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4]
const LOW = 0.004
const HIGH = 0.6
// Told apart in gray, too (Okabe and Ito 2008).
const LINE = '#0072b2'
const BAND = '#cfe3f1'
const GOAL = '#d55e00'

/** Both error rates of every list on normal-deviate axes, with the band over people and the goal as a point. */
export function drawMeasurements(lists: readonly MeasuredList[]): string {
  const drawn = lists.filter(({ band }) => band.length > 0)
  const rows = Math.ceil(drawn.length / COLUMNS)
  const width = 2 * MARGIN + COLUMNS * CELL.width + (COLUMNS - 1) * CELL.gap
  return picture(width, HEAD + rows * (CELL.height + CELL.gap) + MARGIN, [
    text('Who is taken for whom', { x: MARGIN, y: 44 }, { size: 24, weight: 700 }),
    text(
      'across: strangers let in, up: own captures refused, both in %. Light: 95 % of draws of people. Dot: the goal.',
      { x: MARGIN, y: 68 },
      { fill: FAINT },
    ),
    ...drawn.map((list, i) => drawList(cellBox(i), list)),
  ])
}

function cellBox(i: number): Box {
  const [column, row] = [i % COLUMNS, Math.floor(i / COLUMNS)]
  return {
    x: MARGIN + column * (CELL.width + CELL.gap),
    y: HEAD + row * (CELL.height + CELL.gap),
    width: CELL.width,
    height: CELL.height,
  }
}

function drawList(box: Box, { title, people, eer, band, target }: MeasuredList): string {
  const plot = { x: box.x + 34, y: box.y + 40, width: box.width - 34, height: box.height - 60 }
  const place = placeIn(plot)
  const side = (end: 'low' | 'high') => band.map(({ fmr, fnmr }) => place(fmr, fnmr[end]))
  return [
    text(title, { x: box.x, y: box.y + 14 }, { weight: 600 }),
    text(`${people} people, equal error ${percent(eer)}`, { x: box.x, y: box.y + 31 }, { size: 11.5, fill: FAINT }),
    rectangle(plot, '#ffffff'),
    ...TICKS.flatMap((tick) => drawTick(tick, plot, place)),
    area([...side('low'), ...side('high').toReversed()], BAND),
    curve(
      band.map(({ fmr, fnmr }) => place(fmr, fnmr.value)),
      { stroke: LINE },
    ),
    ...(target === null ? [] : [drawGoal(place(target, target))]),
  ].join('\n')
}

/** Shares outside the axes are drawn on their border. */
function placeIn(plot: Box): (across: number, up: number) => Place {
  const [low, high] = [probit(LOW), probit(HIGH)]
  const share = (value: number) => (probit(Math.min(HIGH, Math.max(LOW, value))) - low) / (high - low)
  return (across, up) => ({ x: plot.x + share(across) * plot.width, y: plot.y + (1 - share(up)) * plot.height })
}

function drawTick(tick: number, plot: Box, place: (across: number, up: number) => Place): string[] {
  const { x, y } = place(tick, tick)
  const label = String(Number((100 * tick).toPrecision(3)))
  return [
    line({ x, y: plot.y }, { x, y: plot.y + plot.height }),
    line({ x: plot.x, y }, { x: plot.x + plot.width, y }),
    text(label, { x, y: plot.y + plot.height + 15 }, { size: 10.5, anchor: 'middle', fill: FAINT }),
    text(label, { x: plot.x - 6, y: y + 4 }, { size: 10.5, anchor: 'end', fill: FAINT }),
  ]
}

function drawGoal({ x, y }: Place): string {
  return `<circle cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="4.5" fill="${GOAL}"/>`
}

function percent({ value, low, high }: Interval): string {
  const write = (share: number) => (100 * share).toFixed(1)
  return `${write(value)} % (${write(low)} to ${write(high)})`
}
