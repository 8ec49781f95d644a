import { mean } from '../math/statistics.ts'
import { GRID_HZ } from '../timeline.ts'

/** What the sensor felt, in a frame that does not turn with it: axis 2 is up, the heading of axes 0 and 1 is unknown. */
export type Leveled = {
  /** Acceleration with gravity, m/s²: three channels of n. */
  force: Float64Array[]
  /** Where the sensor's own axes pointed: axes[k][i] is coordinate i of sensor axis k; none without a gyroscope. */
  axes: Float64Array[][]
}

/**
 * Strapdown attitude from the gyroscope alone (Savage 1998), leveled once for the whole take: where a person starts and ends
 * about at rest the mean of the turned acceleration is gravity. What the gyroscope drifts is slow and left to the band-pass.
 */
export function levelChannels(channels: Float64Array, n: number, hasGyro: boolean): Leveled {
  const turned = hasGyro ? attitudes(channels, n) : null
  const force = turned ? rotate(channels, n, turned) : [0, 1, 2].map((c) => channels.slice(c * n, c * n + n))
  const level = levelRows(force.map(mean))
  const axes = turned
    ? [0, 1, 2].map((k) =>
        apply(
          level,
          [0, 1, 2].map((i) => turned[3 * i + k]),
        ),
      )
    : []
  return { force: apply(level, force), axes }
}

/** The nine entries of the sensor-to-start rotation over time, row by row. */
function attitudes(channels: Float64Array, n: number): Float64Array[] {
  const entries = Array.from({ length: 9 }, () => new Float64Array(n))
  let r = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  for (let t = 0; t < n; t++) {
    if (t > 0) {
      const w = [3, 4, 5].map((c) => (channels[c * n + t - 1] + channels[c * n + t]) / (2 * GRID_HZ))
      r = product(r, rotationBy(w))
    }
    for (let k = 0; k < 9; k++) entries[k][t] = r[k]
  }
  return entries
}

/** Rodrigues' formula. */
function rotationBy([x, y, z]: readonly number[]): number[] {
  const angle = Math.hypot(x, y, z)
  const s = angle > 1e-6 ? Math.sin(angle) / angle : 1
  const c = angle > 1e-6 ? (1 - Math.cos(angle)) / (angle * angle) : 0.5
  return [
    1 - c * (y * y + z * z),
    c * x * y - s * z,
    c * x * z + s * y,
    c * x * y + s * z,
    1 - c * (x * x + z * z),
    c * y * z - s * x,
    c * x * z - s * y,
    c * y * z + s * x,
    1 - c * (x * x + y * y),
  ]
}

function product(a: readonly number[], b: readonly number[]): number[] {
  const out: number[] = []
  for (let i = 0; i < 9; i += 3)
    for (let j = 0; j < 3; j++) out.push(a[i] * b[j] + a[i + 1] * b[3 + j] + a[i + 2] * b[6 + j])
  return out
}

function rotate(channels: Float64Array, n: number, r: readonly Float64Array[]): Float64Array[] {
  return [0, 3, 6].map((row) =>
    Float64Array.from(
      { length: n },
      (_, t) => r[row][t] * channels[t] + r[row + 1][t] * channels[n + t] + r[row + 2][t] * channels[2 * n + t],
    ),
  )
}

/** Three orthogonal rows, the last along `gravity`. */
function levelRows(gravity: readonly number[]): number[][] {
  const length = Math.hypot(...gravity)
  const up = length > 0 ? gravity.map((g) => g / length) : [0, 0, 1]
  const seed = Math.abs(up[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]
  const along = seed[0] * up[0] + seed[1] * up[1]
  const side = seed.map((s, i) => s - along * up[i])
  const size = Math.hypot(...side)
  const first = side.map((s) => s / size)
  const second = [
    up[1] * first[2] - up[2] * first[1],
    up[2] * first[0] - up[0] * first[2],
    up[0] * first[1] - up[1] * first[0],
  ]
  return [first, second, up]
}

function apply(rows: readonly number[][], vectors: readonly Float64Array[]): Float64Array[] {
  const [x, y, z] = vectors
  return rows.map(([a, b, c]) => Float64Array.from(x, (value, t) => a * value + b * y[t] + c * z[t]))
}
