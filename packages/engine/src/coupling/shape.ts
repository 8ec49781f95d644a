import { bandPass, smoothLocally } from '../math/local-regression.ts'
import { center } from '../math/statistics.ts'
import { cosineSimilarity } from '../math/vectors.ts'
import { MAIN } from './bands.ts'
import { type Base, bestFit, type Fit, predict } from './fit.ts'
import { energy, norms } from './series.ts'

/** Both sides of an aligned window. */
export type Shape = { base: Base; fit: Fit; raw: readonly Float64Array[]; camera: readonly Float64Array[] }

/** Speed and turning over time, each sensor and each axis alone, the worst quarter, the profile of energy, the lever arm. */
export function shapeFeatures(turning: Float64Array | null, { base, fit, raw, camera }: Shape): number[] {
  const expected = predict(base, fit)
  const [speed, cameraSpeed] = [norms(expected), norms(camera)]
  const zero = base[0].map((axis) => new Float64Array(axis.length))
  const [scale, ...lever] = fit.weights
  return [
    correlate([speed, cameraSpeed]),
    turning ? correlate(bandPass([turning, norms(raw)], MAIN)) : 0,
    bestFit(base.slice(0, 1), camera, 0).explained,
    base.length > 1 ? bestFit([zero, ...base.slice(1)], camera, 0).explained : 0,
    ...[0, 1, 2].map((c) => (camera[c] ? correlate([expected[c], camera[c]]) : 0)),
    worstQuarter(expected, camera),
    profileSpread(speed, cameraSpeed),
    Math.atan2(Math.hypot(...lever), Math.abs(scale)),
  ]
}

function correlate([x, y]: readonly Float64Array[]): number {
  return cosineSimilarity(center(x), center(y)) ?? 0
}

/** The largest share of energy left over in a quarter of the window. */
function worstQuarter(expected: readonly Float64Array[], camera: readonly Float64Array[]): number {
  const n = camera[0].length
  const floor = (0.1 * (energy(camera) * n)) / 4 + 1e-18
  const length = Math.ceil(n / 4)
  let worst = 0
  for (let start = 0; start < n; start += length) {
    let rest = 0
    let both = floor
    for (let i = start; i < Math.min(n, start + length); i++) {
      for (let c = 0; c < camera.length; c++) {
        rest += (camera[c][i] - expected[c][i]) ** 2
        both += camera[c][i] ** 2 + expected[c][i] ** 2
      }
    }
    worst = Math.max(worst, rest / both)
  }
  return worst
}

/** Spread of the log ratio of the two energies over time, weighted by both. */
function profileSpread(speed: Float64Array, cameraSpeed: Float64Array): number {
  const [a, b] = smoothLocally([cameraSpeed.map((v) => v * v), speed.map((v) => v * v)], 2 * MAIN.fine)
  let total = 0
  for (const v of cameraSpeed) total += v * v
  const floor = (0.02 * total) / speed.length + 1e-18
  let [w, d, dd] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [Math.max(a[i], 0) + floor, Math.max(b[i], 0) + floor]
    const weight = Math.sqrt(x * y)
    const ratio = Math.log(x / y)
    w += weight
    d += weight * ratio
    dd += weight * ratio * ratio
  }
  return Math.sqrt(Math.max(0, dd / w - (d / w) ** 2))
}
