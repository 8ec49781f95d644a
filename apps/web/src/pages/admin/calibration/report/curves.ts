import { formatNumber } from '../../../../words/format.ts'
import type { Report } from './rates.ts'

/** A place on a plot, both from 0 to 1, from the lower left corner. */
export type Point = { x: number; y: number }
export type Tick = { at: number; text: string }

type Det = Report['plots']['det']

/** People who pass against strangers who pass, from corner to corner. */
export function rocLine(det: Det): Point[] {
  const points = det.map(({ far, fnmr }) => ({ x: far, y: 1 - fnmr })).toSorted((a, b) => a.x - b.x || a.y - b.y)
  return [{ x: 0, y: 0 }, ...points, { x: 1, y: 1 }]
}

/** People refused against strangers who pass, both stretched as a normal distribution is, so that good systems are straight lines. */
export function detLine(det: Det): Point[] {
  return det.map(({ far, fnmr }) => detPoint({ far, fnmr })).toSorted((a, b) => a.x - b.x || b.y - a.y)
}

export function detPoint({ far, fnmr }: { far: number; fnmr: number }): Point {
  return { x: detPlace(far), y: detPlace(fnmr) }
}

const LEAST = 0.001

/** Where a rate stands on an axis of the DET plot; rates beyond 0.1 % and 99.9 % stand at its ends. */
function detPlace(rate: number): number {
  const [from, to] = [probit(LEAST), probit(1 - LEAST)]
  return (probit(Math.min(1 - LEAST, Math.max(LEAST, rate))) - from) / (to - from)
}

export const DET_TICKS: readonly Tick[] = [0.001, 0.01, 0.1, 0.4, 0.8, 0.99].map((rate) => ({
  at: detPlace(rate),
  text: `${formatNumber(100 * rate)} %`,
}))

export const ROC_TICKS: readonly Tick[] = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, text: `${100 * at} %` }))

/** The quantile of the normal distribution, by Newton's steps on its own distribution function; |p − ½| < 0.4995. */
export function probit(p: number): number {
  let x = 0
  for (let step = 0; step < 40; step++) {
    const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
    const next = x - Math.min(0.5, Math.max(-0.5, (normalShare(x) - p) / density))
    if (Math.abs(next - x) < 1e-9) return next
    x = next
  }
  return x
}

/** How much of a normal distribution lies below x, by its power series; exact to double precision for |x| < 5. */
function normalShare(x: number): number {
  let [term, sum] = [x, x]
  for (let k = 1; Math.abs(term) > 1e-16 && k < 200; k++) {
    term *= (x * x) / (2 * k + 1)
    sum += term
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)
}

/** A line as an SVG path on a square of 100 by 100, from the upper left corner. */
export function drawPath(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${(100 * x).toFixed(2)} ${(100 * (1 - y)).toFixed(2)}`)
    .join('')
}
