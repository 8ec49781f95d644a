import { createInsufficient, type Insufficient } from '../capture.ts'
import { correlation, mean, moments } from '../math/statistics.ts'
import { type Landmarks, readTracks, type Track } from '../signature/landmarks.ts'
import type { PartName } from './model.ts'

type LandmarkFeature = { name: string; part: PartName }

export const LANDMARK_FEATURES: readonly LandmarkFeature[] = [
  { name: 'speed of the joints', part: 'microTiming' },
  { name: 'rise and fall of speed', part: 'microTiming' },
  { name: 'rise against fall of speed', part: 'microTiming' },
  { name: 'smoothness of velocity', part: 'microTiming' },
  { name: 'weight of sudden velocities', part: 'microTiming' },
  { name: 'lowest likeness of joints', part: 'bioPerturb' },
  { name: 'usual likeness of joints', part: 'bioPerturb' },
  { name: 'highest likeness of joints', part: 'bioPerturb' },
  { name: 'steadiness of limb lengths', part: 'bioPerturb' },
  { name: 'steadiness of all lengths', part: 'bioPerturb' },
  { name: 'movement against the middle of the body', part: 'bioPerturb' },
  { name: 'level of the residual', part: 'noiseResidual' },
  { name: 'residual relative to movement', part: 'noiseResidual' },
  { name: 'colour of the residual', part: 'noiseResidual' },
  { name: 'weight of sudden residuals', part: 'noiseResidual' },
  { name: 'residual shared by joints', part: 'noiseResidual' },
  { name: 'bursts of residual shared by joints', part: 'noiseResidual' },
  { name: 'dependence of the residual on speed', part: 'noiseResidual' },
  { name: 'clustering of the residual', part: 'noiseResidual' },
  { name: 'share of held values', part: 'noiseResidual' },
  { name: 'slope of the spectrum', part: 'freqEntropy' },
  { name: 'entropy of the spectrum', part: 'freqEntropy' },
  { name: 'height of the strongest peak', part: 'freqEntropy' },
]

const TINY = 1e-12

/** Computes the presence features of camera landmarks on the even grid, in the order of LANDMARK_FEATURES. */
export function computeLandmarkVector({ n, joints, x }: EvenLandmarks): Float64Array {
  const v = computeDifferences(x, n)
  const r = computeResiduals(x, n)
  const m = n - 1
  const speed = computeSizes(v, joints, m)
  const total = poolJoints(speed, joints, m)
  const noisy = poolJoints(computeSizes(r, joints, n), joints, n).subarray(1)
  return Float64Array.from([
    ...computeSpeedFeatures(v, total, m),
    ...computeBodyFeatures({ n, joints, x, v }),
    ...computeResidualFeatures({ n, joints, r, total, noisy, v }),
    ...computeSpectrumFeatures(v, m),
  ])
}

/** x[i+1] - x[i] of every coordinate, n - 1 a coordinate. */
function computeDifferences(x: Float64Array, n: number): Float64Array {
  const count = x.length / n
  const v = new Float64Array(count * (n - 1))
  for (let k = 0; k < count; k++) for (let i = 0; i < n - 1; i++) v[k * (n - 1) + i] = x[k * n + i + 1] - x[k * n + i]
  return v
}

/** x minus the mean of its two neighbors, 0 at the ends. */
function computeResiduals(x: Float64Array, n: number): Float64Array {
  return x.map((value, at) => {
    const i = at % n
    return i === 0 || i === n - 1 ? 0 : value - (x[at - 1] + x[at + 1]) / 2
  })
}

/** Length of each joint's vector at each time. */
function computeSizes(v: Float64Array, joints: number, m: number): Float64Array {
  const out = new Float64Array(joints * m)
  for (let j = 0; j < joints; j++)
    for (let i = 0; i < m; i++)
      out[j * m + i] = computeLength(v[3 * j * m + i], v[(3 * j + 1) * m + i], v[(3 * j + 2) * m + i])
  return out
}

/** log mean over the joints. */
function poolJoints(size: Float64Array, joints: number, m: number): Float64Array {
  return Float64Array.from({ length: m }, (_, i) => {
    let total = 0
    for (let j = 0; j < joints; j++) total += size[j * m + i] / joints
    return Math.log(total + 1e-5)
  })
}

function computeSpeedFeatures(v: Float64Array, total: Float64Array, m: number): number[] {
  const change = Float64Array.from({ length: total.length - 1 }, (_, i) => total[i + 1] - total[i])
  let [now, next, tails, moving] = [TINY, 0, 0, 0]
  for (let k = 0; k * m < v.length; k++) {
    const column = v.subarray(k * m, (k + 1) * m)
    for (let i = 1; i < m; i++) {
      now += column[i] ** 2
      next += column[i] * column[i - 1]
    }
    const { variance, kurtosis } = moments(column)
    if (variance <= TINY) continue
    tails += Math.log(1 + kurtosis)
    moving++
  }
  const { mean: level, variance } = moments(total)
  return [level, Math.sqrt(variance), moments(change).skewness, next / now, moving > 0 ? tails / moving : 0]
}

type Body = { n: number; joints: number; x: Float64Array; v: Float64Array }

/** How alike the joints move, how steady the distances between them are, and how much they move against each other. */
function computeBodyFeatures({ n, joints, x, v }: Body): number[] {
  const likeness = correlateJoints(v, joints, n - 1).toSorted((a, b) => a - b)
  const best = Array.from({ length: joints }, () => Number.POSITIVE_INFINITY)
  const steadiness = listPairs(joints, (a, b) => {
    const relative = measureLengthVariation(x, n, a, b)
    best[a] = Math.min(best[a], relative)
    best[b] = Math.min(best[b], relative)
    return relative
  }).toSorted((a, b) => a - b)
  best.sort((a, b) => a - b)
  const at = (sorted: readonly number[], share: number): number => sorted[Math.floor(share * (sorted.length - 1))]
  return [
    at(likeness, 0.1),
    at(likeness, 0.5),
    at(likeness, 0.9),
    Math.log(at(best, 0.5) + 1e-4),
    Math.log(at(steadiness, 0.5) + 1e-4),
    Math.log(measureRelativeMotion(v, joints, n - 1) + 1e-4),
  ]
}

function listPairs(joints: number, of: (a: number, b: number) => number): number[] {
  const out: number[] = []
  for (let a = 0; a < joints; a++) for (let b = a + 1; b < joints; b++) out.push(of(a, b))
  return out
}

/** How alike each pair of joints moves in all three directions. */
function correlateJoints(v: Float64Array, joints: number, m: number): number[] {
  const squares = Array.from({ length: joints }, (_, j) => TINY + multiplyJoints(v, m, j, j))
  return listPairs(joints, (a, b) => multiplyJoints(v, m, a, b) / Math.sqrt(squares[a] * squares[b]))
}

function multiplyJoints(v: Float64Array, m: number, a: number, b: number): number {
  let total = 0
  for (let i = 3 * a * m, k = 3 * b * m; i < 3 * (a + 1) * m; i++, k++) total += v[i] * v[k]
  return total
}

/** Standard deviation of a distance over its mean. */
function measureLengthVariation(x: Float64Array, n: number, a: number, b: number): number {
  const lengths = new Float64Array(n)
  const between = 3 * (b - a) * n
  let total = 0
  for (let i = 0, k = 3 * a * n; i < n; i++, k++) {
    const j = k + between
    lengths[i] = computeLength(x[k] - x[j], x[k + n] - x[j + n], x[k + 2 * n] - x[j + 2 * n])
    total += lengths[i]
  }
  const middle = total / n
  let squares = 0
  for (let i = 0; i < n; i++) squares += (lengths[i] - middle) * (lengths[i] - middle)
  return Math.sqrt(squares / n) / (middle + 1e-6)
}

/** The correlations of all pairs of joints. */
function correlateSizes(size: Float64Array, joints: number, n: number): number[] {
  const z = Array.from({ length: joints }, (_, j) => standardize(size.subarray(j * n, (j + 1) * n)))
  return listPairs(joints, (a, b) => {
    const [x, y] = [z[a], z[b]]
    let both = 0
    for (let i = 0; i < n; i++) both += x[i] * y[i]
    return both / n
  })
}

/** Mean 0 and variance 1; all 0 where nothing varies. */
function standardize(x: Float64Array): Float64Array {
  const { mean: middle, variance } = moments(x)
  const scale = variance <= TINY ? 0 : 1 / Math.sqrt(variance)
  return x.map((value) => (value - middle) * scale)
}

/** The coordinates are in body sizes, so nothing overflows; Math.hypot is ten times slower. */
function computeLength(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z)
}

/** Share of the motion that is not common to all joints. */
function measureRelativeMotion(v: Float64Array, joints: number, m: number): number {
  let [all, own] = [TINY, 0]
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < m; i++) {
      let middle = 0
      for (let j = 0; j < joints; j++) middle += v[(3 * j + c) * m + i] / joints
      for (let j = 0; j < joints; j++) {
        const value = v[(3 * j + c) * m + i]
        all += value ** 2
        own += (value - middle) ** 2
      }
    }
  }
  return own / all
}

type Noise = { n: number; joints: number; r: Float64Array; total: Float64Array; noisy: Float64Array; v: Float64Array }

function computeResidualFeatures({ n, joints, r, total, noisy, v }: Noise): number[] {
  let [power, next, moved, held] = [TINY, 0, TINY, 0]
  // The residual is 0 at both ends of each coordinate, so that nothing is carried from one to the next.
  for (let i = 1; i < r.length; i++) {
    power += r[i] * r[i]
    next += r[i] * r[i - 1]
  }
  for (let i = 0; i < v.length; i++) {
    moved += v[i] * v[i]
    if (v[i] === 0) held++
  }
  const linear = correlateJoints(r, joints, n)
  const bursts = correlateSizes(computeSizes(r, joints, n), joints, n)
  const inner = noisy.subarray(0, noisy.length - 1)
  return [
    moments(inner).mean,
    Math.log(power / moved),
    next / power,
    Math.log(1 + moments(r).kurtosis),
    mean(linear.map((value) => value * value)),
    mean(bursts),
    correlation(inner, total.subarray(0, inner.length)),
    correlation(inner.subarray(1), inner.subarray(0, inner.length - 1)),
    held / v.length,
  ]
}

/** Of the power spectrum of all velocities, at 24 frequencies up to 9.6 Hz (Goertzel): slope, entropy, peak. */
function computeSpectrumFeatures(v: Float64Array, m: number): number[] {
  const power = Array.from({ length: 24 }, (_, k) => computePowerAt(v, m, (0.4 * (k + 1)) / LANDMARK_HZ))
  const total = power.reduce((sum, value) => sum + value, TINY)
  const shares = power.map((value) => (value + 1e-6 * total) / total)
  const logs = shares.map(Math.log)
  const f = shares.map((_, k) => Math.log(k + 1))
  const [mf, ml] = [mean(f), mean(logs)]
  const slope =
    f.reduce((sum, value, k) => sum + (value - mf) * (logs[k] - ml), 0) /
    f.reduce((sum, value) => sum + (value - mf) ** 2, 0)
  return [slope, -shares.reduce((sum, value, k) => sum + value * logs[k], 0), Math.max(...logs)]
}

function computePowerAt(v: Float64Array, m: number, frequency: number): number {
  const turn = 2 * Math.cos(2 * Math.PI * frequency)
  let total = 0
  // Two series at a time: each step of one waits for its predecessor, and the other fills the time.
  for (let from = 0; from < v.length; from += 2 * m) {
    let one = 0
    let two = 0
    let oneBeside = 0
    let twoBeside = 0
    const beside = from + m < v.length ? m : 0
    for (let i = from; i < from + m; i++) {
      const value = v[i] + turn * one - two
      const valueBeside = v[i + beside] + turn * oneBeside - twoBeside
      two = one
      one = value
      twoBeside = oneBeside
      oneBeside = valueBeside
    }
    total += one * one + two * two - turn * one * two
    if (beside > 0) total += oneBeside * oneBeside + twoBeside * twoBeside - turn * oneBeside * twoBeside
  }
  return total
}

/** Camera landmarks are judged on this even grid; trackers deliver 10 to 30 frames a second. */
export const LANDMARK_HZ = 20

/** Joint coordinates over time in units of the body's or the hand's size: coordinate k of frame i at k·n + i. */
export type EvenLandmarks = { status: 'ok'; n: number; joints: number; x: Float64Array }

const MAX_JOINTS = 24

/**
 * Resamples landmarks to an even grid of 20 Hz, in units of the body's size. Returns the reason instead if there are
 * fewer than five joints or none that move, or no stretch without a gap of at least `minMs`.
 */
export function toEvenLandmarks(landmarks: Landmarks, minMs: number): EvenLandmarks | Insufficient {
  const tracks = readTracks(landmarks, minMs)
  if (tracks.status !== 'ok') return tracks
  const joints = Math.min(tracks.points, MAX_JOINTS)
  if (joints < 5) return createInsufficient(`${joints} landmarks, at least 5 are needed`)
  const n = Math.floor(((tracks.t[tracks.t.length - 1] - tracks.t[0]) * LANDMARK_HZ) / 1000 + 1e-6) + 1
  const x = interpolateTracks(tracks, joints, n)
  const size = measureExtent(x, joints, n)
  if (!(size > 1e-9)) return createInsufficient('the landmarks all lie in one point')
  if (isStill(x, n)) return createInsufficient('the landmarks never move')
  return { status: 'ok', n, joints, x: x.map((value) => value / size) }
}

function interpolateTracks({ t, points, x, y, z }: Track, joints: number, n: number): Float64Array {
  const out = new Float64Array(3 * joints * n)
  let i = 0
  for (let k = 0; k < n; k++) {
    const at = t[0] + (k * 1000) / LANDMARK_HZ
    while (i + 2 < t.length && t[i + 1] <= at) i++
    const share = Math.min(1, Math.max(0, (at - t[i]) / (t[i + 1] - t[i])))
    for (let j = 0; j < joints; j++) {
      const [a, b] = [i * points + j, (i + 1) * points + j]
      out[3 * j * n + k] = x[a] + share * (x[b] - x[a])
      out[(3 * j + 1) * n + k] = y[a] + share * (y[b] - y[a])
      out[(3 * j + 2) * n + k] = z[a] + share * (z[b] - z[a])
    }
  }
  return out
}

/** Root mean square distance of the joints from their common middle. */
function measureExtent(x: Float64Array, joints: number, n: number): number {
  let total = 0
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < n; i++) {
      let middle = 0
      for (let j = 0; j < joints; j++) middle += x[(3 * j + c) * n + i] / joints
      for (let j = 0; j < joints; j++) total += (x[(3 * j + c) * n + i] - middle) ** 2
    }
  }
  return Math.sqrt(total / (joints * n))
}

function isStill(x: Float64Array, n: number): boolean {
  return x.every((value, i) => i % n === 0 || value === x[i - 1])
}
