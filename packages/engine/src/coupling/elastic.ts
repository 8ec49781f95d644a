import { bandPass } from '../math/local-regression.ts'
import { MAIN } from './bands.ts'
import { interpolateAt } from './camera-stream.ts'
import { type Base, bestFit, type Fit, predict } from './fit.ts'
import { cheapestPath, type LagPath } from './lag-path.ts'
import { derivative, energy } from './series.ts'
import type { Window } from './streams.ts'

/** Where an alignment starts: the base and the camera in the main band, and the best fit so far. */
export type Start = { base: Base; camera: readonly Float64Array[]; start: Fit }

/** The camera's velocity under the best lags, unfiltered and in the main band. */
export type Elastic = { fit: Fit; path: LagPath; lags: Float64Array; raw: Float64Array[]; camera: Float64Array[] }

const MIN_LAG = -10
const MAX_LAG = 18
const STEP = 2
const PRICE = 1
const NOISE = 0.1
const USUAL_LAG = 3
const LAG_PRIOR = 0.0004
const ROUNDS = 2

/** Alternates between the cheapest lags for a fit and the best fit for those lags. */
export function elasticFit({ n, frames }: Window, { base, camera, start }: Start): Elastic {
  let fit = start
  let found: Elastic | null = null
  for (let round = 0; round < ROUNDS; round++) {
    const path = pathFor(camera, predict(base, fit))
    const lags = lagsOnGrid(path.lags, n)
    const times = lags.map((lag, i) => i + lag)
    const raw = frames.columns.map((column) => derivative(interpolateAt(frames.t, column, times)))
    const warped = bandPass(raw, MAIN)
    fit = bestFit(base, warped, 0)
    found = { fit, path, lags, raw, camera: warped }
  }
  return found as Elastic
}

function pathFor(camera: readonly Float64Array[], expected: readonly Float64Array[]): LagPath {
  const n = camera[0].length
  const steps = Math.floor((n - 1) / STEP) + 1
  const width = MAX_LAG - MIN_LAG + 1
  const noise = 2 * NOISE * energy(camera) + 1e-18
  const values = new Float64Array(steps * width)
  for (let s = 0; s < steps; s++) {
    for (let l = 0; l < width; l++) {
      const at = Math.min(n - 1, Math.max(0, s * STEP + MIN_LAG + l))
      let apart = 0
      for (let c = 0; c < camera.length; c++) {
        const rest = camera[c][at] - expected[c][s * STEP]
        apart += rest * rest
      }
      values[s * width + l] = apart / noise + LAG_PRIOR * (MIN_LAG + l - USUAL_LAG) ** 2
    }
  }
  return cheapestPath({ values, steps, width, minLag: MIN_LAG }, PRICE)
}

function lagsOnGrid(lags: Int32Array, n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => {
    const k = Math.min(lags.length - 1, Math.floor(i / STEP))
    const next = Math.min(lags.length - 1, k + 1)
    return lags[k] + (i / STEP - k) * (lags[next] - lags[k])
  })
}
