import { FAINT, line, picture, rectangle, text } from '../svg.ts'
import type { InjectionFigures, Measured, Passes } from './measure.ts'
import type { InjectionReport } from './page.ts'

const WIDTH = 960
const MARGIN = 40
const BAR = { x: 260, width: 520, height: 13 }
const [STEP, GAP, TOP] = [17, 20, 136]
// Distinguishable with any color vision, and in gray (Okabe and Ito 2008).
const COLORS = {
  'level 1': '#0072b2',
  'level 1 after a search': '#d55e00',
  'level 2 in real time': '#009e73',
  'level 2 prepared, level 3': '#666666',
} as const

type Bar = { passes: Passes; color: string }

/** Bars for each instrument: how often it passes at the high risk level, with its interval, by level. */
export function drawInjections({ injections, seed }: InjectionReport): string {
  let y = TOP
  const rows = injections.flatMap((figures) => {
    const bars = 'notRun' in figures ? [] : listBars(figures)
    const row = drawRow(figures, bars, y)
    y += Math.max(2, bars.length) * STEP + GAP
    return row
  })
  return picture(WIDTH, y + 10, [
    text('Injections by level of assurance', { x: MARGIN, y: 48 }, { size: 24, weight: 700 }),
    text(
      `fresh challenges passed at the high risk level, with the 95 % interval · seed ${seed}`,
      { x: MARGIN, y: 74 },
      { fill: FAINT },
    ),
    ...Object.entries(COLORS).flatMap(([name, color], i) => drawLegend(name, color, MARGIN + 215 * i)),
    ...rows,
  ])
}

function drawLegend(name: string, color: string, x: number): string[] {
  return [rectangle({ x, y: 92, width: 12, height: 12 }, color), text(name, { x: x + 18, y: 103 })]
}

function listBars({ passes, search, higher }: Measured): Bar[] {
  const [first, searched, second, none] = Object.values(COLORS)
  return [
    { passes: passes.high, color: first },
    ...(search?.batch.passes ? [{ passes: search.batch.passes.high, color: searched }] : []),
    ...(higher ? [{ passes: higher.live.passes.high, color: second }] : []),
    ...(higher ? [higher.prepared, higher.attested].map((level) => ({ passes: level.passes.high, color: none })) : []),
  ]
}

function drawRow(figures: InjectionFigures, bars: readonly Bar[], y: number): string[] {
  const remark = 'notRun' in figures ? 'not run' : figures.search ? describeSearch(figures.search) : null
  return [
    text(figures.name, { x: MARGIN, y: y + 12 }, { weight: 600 }),
    ...(remark === null ? [] : [text(remark, { x: MARGIN, y: y + 30 }, { fill: FAINT })]),
    ...bars.flatMap(({ passes, color }, i) => drawBar(passes, color, y + i * STEP)),
  ]
}

function describeSearch({ batch: { reached, cpuSeconds }, starts }: NonNullable<Measured['search']>): string {
  return reached
    ? `9 of 10 after ${cpuSeconds.toFixed(1)} CPU s`
    : `not within ${starts} × ${cpuSeconds.toFixed(0)} CPU s`
}

function drawBar({ passed, trials, share }: Passes, color: string, y: number): string[] {
  const at = (value: number) => BAR.x + value * BAR.width
  const middle = y + BAR.height / 2
  return [
    rectangle({ x: BAR.x, y, width: BAR.width, height: BAR.height }, '#eef1f4'),
    rectangle({ x: BAR.x, y, width: share.value * BAR.width, height: BAR.height }, color),
    line({ x: at(share.low), y: middle }, { x: at(share.high), y: middle }, { stroke: '#1d2733', width: 2 }),
    text(`${passed} of ${trials}`, { x: BAR.x + BAR.width + 14, y: y + 11 }),
  ]
}
