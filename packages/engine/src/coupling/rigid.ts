import { type Base, bestFit, type Fit } from './fit.ts'

/** One lag for a whole window in grid steps, finer than the search by a parabola, and how far it stands out. */
export type Rigid = { fit: Fit; lag: number; fineLag: number; sharpness: number }

const LAGS = { from: -6, to: 12 }

/** The lag that explains most, and how much more than the lags searched do on average. */
export function bestLag(base: Base, camera: readonly Float64Array[]): Rigid {
  const { from, to } = LAGS
  const fits = Array.from({ length: to - from + 1 }, (_, k) => bestFit(base, camera, from + k))
  const at = fits.reduce((best, { explained }, k) => (explained > fits[best].explained ? k : best), -from)
  const mean = fits.reduce((total, { explained }) => total + explained, 0) / fits.length
  const fineLag = from + at + summit(fits[at - 1]?.explained, fits[at].explained, fits[at + 1]?.explained)
  return { fit: fits[at], lag: from + at, fineLag, sharpness: fits[at].explained - mean }
}

/** Where a parabola through three heights is highest, as seen from the middle one; 0 at the end of the search. */
function summit(before: number | undefined, height: number, after: number | undefined): number {
  if (before === undefined || after === undefined) return 0
  const bend = before - 2 * height + after
  return bend < 0 ? (before - after) / (2 * bend) : 0
}
