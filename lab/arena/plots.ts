import type { DetPoint } from '../evaluation/figures.ts'
import { probit } from '../evaluation/probit.ts'
import { type Box, curve, FAINT, GRID, INK, line, type Place, rectangle, text } from './svg.ts'

/** A named curve of error rates; fmr is the share of attacks or impostors let through, fnmr the share of people refused. */
export type Curve = { name: string; color: string; points: readonly DetPoint[]; dash?: string | undefined }

type Axis = { low: number; high: number; ticks: readonly number[]; at: (share: number) => number }

const LINEAR: Axis = { low: 0, high: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1], at: (share) => share }
/** Normal deviates: curves of normal scores become straight lines (Martin et al. 1997). */
const DEVIATE: Axis = {
  low: 0.002,
  high: 0.9,
  ticks: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8],
  at: (share) => probit(Math.min(0.9, Math.max(0.002, share))),
}

/** Share of people let in against share of attacks let in. */
export function rocPlot(box: Box, curves: readonly Curve[]): string {
  const labels = { title: 'ROC', across: 'attacks or other people let in, %', up: 'people let in, %' }
  return plot(box, { axis: LINEAR, labels, curves, upOf: ({ fnmr }) => 1 - fnmr })
}

/** Both error rates on normal-deviate axes. */
export function detPlot(box: Box, curves: readonly Curve[]): string {
  const labels = {
    title: 'DET, normal-deviate axes',
    across: 'attacks or other people let in, %',
    up: 'people refused, %',
  }
  const shown = curves.map((one) => ({ ...one, points: withinAxes(one.points) }))
  return plot(box, { axis: DEVIATE, labels, curves: shown, upOf: ({ fnmr }) => fnmr })
}

/** Rates of 0 have no place on these axes: of all points at a border only the best is drawn. */
function withinAxes(points: readonly DetPoint[]): DetPoint[] {
  const inside = points.filter(({ fmr, fnmr }) => fmr <= DEVIATE.high && fnmr <= DEVIATE.high)
  const best = inside
    .filter(({ fnmr }) => fnmr <= DEVIATE.low)
    .reduce((least, { fmr }) => Math.min(least, fmr), Number.POSITIVE_INFINITY)
  const first = inside
    .filter(({ fmr }) => fmr <= DEVIATE.low)
    .reduce((least, { fnmr }) => Math.min(least, fnmr), Number.POSITIVE_INFINITY)
  return inside.filter(({ fmr, fnmr }) => (fnmr > DEVIATE.low || fmr <= best) && (fmr > DEVIATE.low || fnmr <= first))
}

type Plot = {
  axis: Axis
  labels: { title: string; across: string; up: string }
  curves: readonly Curve[]
  upOf: (point: DetPoint) => number
}

const LEFT = 50
const BOTTOM = 44
const TOP = 30

function plot(box: Box, { axis, labels, curves, upOf }: Plot): string {
  const area = { x: box.x + LEFT, y: box.y + TOP, width: box.width - LEFT, height: box.height - TOP - BOTTOM }
  const share = (value: number) => (axis.at(value) - axis.at(axis.low)) / (axis.at(axis.high) - axis.at(axis.low))
  const place = (across: number, up: number): Place => ({
    x: area.x + share(across) * area.width,
    y: area.y + (1 - share(up)) * area.height,
  })
  const lines = curves.map(({ color, points, dash }) =>
    curve(dropStillPoints(points.map((point) => place(point.fmr, upOf(point)))), { stroke: color, width: 2.2, dash }),
  )
  return [
    text(labels.title, { x: area.x, y: box.y + 14 }, { size: 15, weight: 600 }),
    rectangle(area, '#ffffff'),
    ...axis.ticks.flatMap((tick) => gridLines(tick, area, place)),
    ...lines,
    text(labels.across, { x: area.x + area.width / 2, y: box.y + box.height - 4 }, { anchor: 'middle', fill: FAINT }),
    `<g transform="translate(${box.x + 12} ${area.y + area.height / 2}) rotate(-90)">${text(labels.up, { x: 0, y: 0 }, { anchor: 'middle', fill: FAINT })}</g>`,
  ].join('\n')
}

function gridLines(tick: number, area: Box, place: (across: number, up: number) => Place): string[] {
  const { x } = place(tick, tick)
  const { y } = place(tick, tick)
  const label = String(Number((100 * tick).toPrecision(3)))
  return [
    line({ x, y: area.y }, { x, y: area.y + area.height }),
    line({ x: area.x, y }, { x: area.x + area.width, y }),
    text(label, { x, y: area.y + area.height + 17 }, { size: 11, anchor: 'middle', fill: FAINT }),
    text(label, { x: area.x - 7, y: y + 4 }, { size: 11, anchor: 'end', fill: FAINT }),
  ]
}

/** Leaves out points that do not move, as those held at the border of the plot. */
function dropStillPoints(points: readonly Place[]): Place[] {
  return points.filter(({ x, y }, i) => i === 0 || Math.hypot(x - points[i - 1].x, y - points[i - 1].y) > 0.3)
}

export type LegendGroup = {
  title: string
  entries: readonly { name: string; color: string; dash?: string | undefined }[]
}

/** Names of curves with how they are drawn, one below the other, under titles. */
export function legend({ x, y }: Place, groups: readonly LegendGroup[]): string {
  let at = y
  const parts: string[] = []
  for (const { title, entries } of groups) {
    parts.push(text(title, { x, y: at }, { weight: 600 }))
    for (const { name, color, dash } of entries) {
      at += 21
      parts.push(line({ x, y: at - 4 }, { x: x + 24, y: at - 4 }, { stroke: color, width: 3, dash }))
      parts.push(text(name, { x: x + 32, y: at }))
    }
    at += 36
  }
  return parts.join('\n')
}

export type Histogram = { title: string; note: string; counts: readonly number[]; color: string; threshold: number }

/** One small histogram of scores from 0 to 1 with the threshold as a line. */
export function histogramPlot(box: Box, { title, note, counts, color, threshold }: Histogram): string {
  const area = { x: box.x, y: box.y + 20, width: box.width, height: box.height - 20 }
  const most = Math.max(1, ...counts)
  const step = area.width / counts.length
  const bars = counts.map((count, i) => {
    const height = (area.height * count) / most
    return count === 0
      ? ''
      : rectangle({ x: area.x + i * step, y: area.y + area.height - height, width: step - 0.8, height }, color)
  })
  const at = area.x + Math.min(1, Math.max(0, threshold)) * area.width
  const base = area.y + area.height
  return [
    text(title, { x: box.x, y: box.y + 12 }, { size: 11.5, weight: 600, fill: INK }),
    text(note, { x: box.x + box.width, y: box.y + 12 }, { size: 11, anchor: 'end', fill: FAINT }),
    line({ x: area.x, y: base }, { x: area.x + area.width, y: base }, { stroke: GRID }),
    ...bars.filter((bar) => bar !== ''),
    line({ x: at, y: area.y }, { x: at, y: base }, { stroke: INK, dash: '2 2' }),
  ].join('\n')
}
