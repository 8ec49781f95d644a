import { FAINT, line, picture, rectangle, text } from '../svg.ts'
import type { InjectionFigures, Passes } from './measure.ts'
import type { InjectionReport } from './page.ts'

const WIDTH = 960
const MARGIN = 40
const BAR = { x: 260, width: 520, height: 16 }
const ROW = 62
// Told apart by everybody, also in gray (Okabe and Ito 2008).
const [WITHOUT, AFTER] = ['#0072b2', '#d55e00']

/** A bar for each instrument: how often it passes at the high risk level, with its interval, without and after a search. */
export function drawInjections({ injections, seed }: InjectionReport): string {
  const top = 130
  const height = top + injections.length * ROW + 30
  return picture(WIDTH, height, [
    text('Injections at level 1', { x: MARGIN, y: 48 }, { size: 24, weight: 700 }),
    text(
      `fresh challenges passed at the high risk level, with the 95 % interval · seed ${seed}`,
      { x: MARGIN, y: 74 },
      { fill: FAINT },
    ),
    ...drawLegend(),
    ...injections.flatMap((figures, i) => drawRow(figures, top + i * ROW)),
  ])
}

function drawLegend(): string[] {
  const entry = (name: string, color: string, x: number) => [
    rectangle({ x, y: 92, width: 12, height: 12 }, color),
    text(name, { x: x + 18, y: 103 }),
  ]
  return [...entry('without search', WITHOUT, BAR.x), ...entry('after the search', AFTER, BAR.x + 150)]
}

function drawRow({ name, passes, search }: InjectionFigures, y: number): string[] {
  return [
    text(name, { x: MARGIN, y: y + 13 }, { weight: 600 }),
    ...drawBar(passes.high, WITHOUT, y),
    ...(search ? drawBar(search.passes.high, AFTER, y + 22) : []),
    ...(search ? [text(describeSearch(search), { x: MARGIN, y: y + 35 }, { fill: FAINT })] : []),
  ]
}

function describeSearch({ reached, cpuSeconds }: NonNullable<InjectionFigures['search']>): string {
  return reached ? `9 of 10 after ${cpuSeconds.toFixed(1)} CPU s` : `not within ${cpuSeconds.toFixed(0)} CPU s`
}

function drawBar({ passed, trials, share }: Passes, color: string, y: number): string[] {
  const at = (value: number) => BAR.x + value * BAR.width
  const middle = y + BAR.height / 2
  return [
    rectangle({ x: BAR.x, y, width: BAR.width, height: BAR.height }, '#eef1f4'),
    rectangle({ x: BAR.x, y, width: share.value * BAR.width, height: BAR.height }, color),
    line({ x: at(share.low), y: middle }, { x: at(share.high), y: middle }, { stroke: '#1d2733', width: 2 }),
    text(`${passed} of ${trials}`, { x: BAR.x + BAR.width + 14, y: y + 13 }),
  ]
}
