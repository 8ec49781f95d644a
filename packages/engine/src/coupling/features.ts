import { bestFit, type Fit, predicted } from './fit.ts'
import type { Streams } from './streams.ts'
import { cheapestPath } from './warp.ts'

/** What the comparison of two streams found. */
export type Comparison = { values: number[]; lagMs: number }

/** The features, in the order of the model's weights. */
export const FEATURES = ['rigid', 'elastic', 'misfit', 'travel', 'late', 'lateSquared'] as const

const MIN_LAG = -10
const MAX_LAG = 18
const USUAL_LAG = 3
const STEP = 2
const PRICE = 1
const NOISE = 0.1
const ROUNDS = 2
const GRID_MS = 20

/** How well the sensor explains the camera with one constant lag and with a lag that may change, and at what cost. */
export function compared(streams: Streams): Comparison {
  const { n, base, cameraAt } = streams
  const camera = cameraAt(new Float64Array(n))
  const rigid = bestLag(streams, camera)
  let fit = rigid.fit
  let path = pathFor(streams, camera, fit)
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) path = pathFor(streams, camera, fit)
    fit = bestFit(base, cameraAt(lagAt(path.lags, n)), 0)
  }
  const late = path.lags.reduce((total, lag) => total + lag, 0) / path.lags.length - USUAL_LAG
  const values = [
    Math.log(1.02 - Math.min(1, rigid.fit.explained)),
    Math.log(1.02 - Math.min(1, fit.explained)),
    path.misfit / path.lags.length,
    Math.sqrt(path.travel / n),
    Math.abs(late),
    late * late,
  ]
  return { values, lagMs: rigid.lag * GRID_MS }
}

function bestLag({ base }: Streams, camera: readonly Float64Array[]): { fit: Fit; lag: number } {
  let best = { fit: bestFit(base, camera, 0), lag: 0 }
  for (let lag = MIN_LAG; lag <= MAX_LAG - 4; lag++) {
    const fit = bestFit(base, camera, lag)
    if (fit.explained > best.fit.explained) best = { fit, lag }
  }
  return best
}

function pathFor({ n, base }: Streams, camera: readonly Float64Array[], fit: Fit) {
  const expected = predicted(base, fit)
  const steps = Math.floor((n - 1) / STEP) + 1
  const width = MAX_LAG - MIN_LAG + 1
  const noise = 2 * NOISE * (energyOf(camera) + 1e-12)
  const values = new Float64Array(steps * width)
  for (let s = 0; s < steps; s++) {
    for (let l = 0; l < width; l++) {
      const at = Math.min(n - 1, Math.max(0, s * STEP + MIN_LAG + l))
      let apart = 0
      for (let c = 0; c < camera.length; c++) apart += (camera[c][at] - expected[c][s * STEP]) ** 2
      values[s * width + l] = apart / noise + 0.0004 * (MIN_LAG + l - USUAL_LAG) ** 2
    }
  }
  return cheapestPath({ values, steps, width, minLag: MIN_LAG }, PRICE)
}

function energyOf(camera: readonly Float64Array[]): number {
  let total = 0
  for (const column of camera) for (const value of column) total += value * value
  return total / camera[0].length
}

function lagAt(lags: Int32Array, n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => {
    const k = Math.min(lags.length - 1, Math.floor(i / STEP))
    const next = Math.min(lags.length - 1, k + 1)
    return lags[k] + (i / STEP - k) * (lags[next] - lags[k])
  })
}
