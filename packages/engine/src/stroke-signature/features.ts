import { fft, twiddles } from '../kernel/spectrum.ts'
import { dot } from '../math/statistics.ts'
import { GRID_HZ } from '../timeline.ts'
import { ROTATION_WEIGHT, type StrokeViews } from './views.ts'

/** Duration and where in it the energy lies; size of ten views. */
const WHOLE = 3 + 10
/** Size, mean, five quantiles, jerkiness, six bands, four autocorrelations of each of six views. */
const VIEWS = 6
const STATISTICS = 18
const CORRELATIONS = (VIEWS * (VIEWS - 1)) / 2
/** Eight points along each of six axes. */
const POINTS = 8
const AXES = 6
export const STROKE_FEATURES = WHOLE + VIEWS * STATISTICS + CORRELATIONS + AXES * POINTS

const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95]
const LAGS = [3, 6, 10, 16]
const SPECTRUM = 256
const TABLE = twiddles(SPECTRUM)
// Edges of the bands in bins of 0.195 Hz: 0, 0.7, 1.2, 2, 3, 4.5 and 6.5 Hz.
const BAND_EDGES = [0, 4, 7, 11, 16, 24, 34]
// Keeps a logarithm finite if nothing moves.
const STILL = 0.01
const LEAST_SPREAD = 1e-3
const LEAST_SQUARE = 1e-3

/** A view of the movement with its mean and spread; `z` has mean 0 and spread 1. */
type View = { x: Float64Array; middle: number; spread: number; z: Float64Array }

/**
 * Computes the features that describe how one stroke is made, STROKE_FEATURES numbers in a fixed order: duration,
 * sizes, statistics and spectrum of six views, their correlations, and the course of each axis. They aren't scaled yet.
 */
export function computeStrokeFeatures(views: StrokeViews): Float64Array {
  const axes = listAxes(views)
  const seen = listLevelViews(axes).map(toView)
  const out = new Float64Array(STROKE_FEATURES)
  let at = writeAll(out, 0, measureWhole(views, axes, seen))
  const bands = measureBands(seen)
  seen.forEach((view, k) => {
    at = writeAll(out, at, [...measureView(view), ...bands[k], ...measureRhythm(view)])
  })
  at = writeAll(out, at, measureCorrelations(seen))
  for (const axis of axes) at = writeAll(out, at, measurePath(axis))
  return out
}

function writeAll(out: Float64Array, at: number, values: readonly number[]): number {
  out.set(values, at)
  return at + values.length
}

/** Acceleration to the right, up and towards the person, then rotation about the same. */
function listAxes({ n, acceleration, rotation }: StrokeViews): Float64Array[] {
  return [acceleration, rotation].flatMap((sensor) => [0, 1, 2].map((c) => sensor.subarray(c * n, (c + 1) * n)))
}

/** Returns size, vertical and horizontal part of each sensor, which don't depend on the direction the person faces. */
function listLevelViews(axes: readonly Float64Array[]): Float64Array[] {
  return [axes.slice(0, 3), axes.slice(3)].flatMap(([right, up, towards]) => {
    const level = measureLengths(right, towards)
    return [measureLengths(level, up), up, level]
  })
}

function measureLengths(x: Float64Array, y: Float64Array): Float64Array {
  const out = new Float64Array(x.length)
  for (let i = 0; i < x.length; i++) out[i] = Math.sqrt(x[i] * x[i] + y[i] * y[i])
  return out
}

function toView(x: Float64Array): View {
  const z = new Float64Array(x.length)
  let [total, squares] = [0, 0]
  for (let i = 0; i < x.length; i++) total += x[i]
  const middle = total / x.length
  for (let i = 0; i < x.length; i++) squares += (x[i] - middle) * (x[i] - middle)
  const spread = Math.sqrt(squares / x.length) + LEAST_SPREAD
  for (let i = 0; i < x.length; i++) z[i] = (x[i] - middle) / spread
  return { x, middle, spread, z }
}

function measureWhole({ n }: StrokeViews, axes: readonly Float64Array[], seen: readonly View[]): number[] {
  const { center, spread } = measureEnergySpread(axes, n)
  const sizes = [...seen.map(({ x }) => x), axes[0], axes[2], axes[3], axes[5]]
  return [Math.log(n / GRID_HZ), center, spread, ...sizes.map((x) => Math.log(computeRootMeanSquare(x) + STILL))]
}

/** Returns when in the movement its energy comes, from 0 to 1, and how far it is spread around that time. */
function measureEnergySpread(axes: readonly Float64Array[], n: number): { center: number; spread: number } {
  let [whole, first, second] = [0, 0, 0]
  for (let i = 0; i < n; i++) {
    let energy = 0
    for (let c = 0; c < AXES; c++) energy += (c < 3 ? 1 : ROTATION_WEIGHT) * (axes[c][i] * axes[c][i])
    const time = i / (n - 1)
    whole += energy
    first += energy * time
    second += energy * time * time
  }
  if (!(whole > 0)) return { center: 0.5, spread: 0 }
  const center = first / whole
  return { center, spread: Math.sqrt(Math.max(0, second / whole - center * center)) }
}

function computeRootMeanSquare(x: Float64Array): number {
  return Math.sqrt(dot(x, x) / x.length)
}

function measureView({ x, z, middle, spread }: View): number[] {
  const sorted = z.toSorted()
  return [
    Math.log(spread),
    middle / spread,
    ...QUANTILES.map((share) => readQuantile(sorted, share)),
    Math.log(measureStepSpread(x) + STILL) - Math.log(spread),
  ]
}

function readQuantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const next = sorted[Math.min(sorted.length - 1, below + 1)]
  return sorted[below] + (place - below) * (next - sorted[below])
}

/** Standard deviation of the change a second. */
function measureStepSpread(x: Float64Array): number {
  const count = x.length - 1
  let squares = 0
  for (let i = 0; i < count; i++) squares += (x[i + 1] - x[i]) ** 2
  const middle = (x[count] - x[0]) / count
  return GRID_HZ * Math.sqrt(Math.max(0, squares / count - middle * middle))
}

/** Logarithm of the mean power in each band, for each view; two views go through one transform. */
function measureBands(seen: readonly View[]): number[][] {
  const n = seen[0].z.length
  const window = new Float64Array(n)
  for (let i = 0; i < n; i++) window[i] = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (n - 1))
  return Array.from({ length: VIEWS / 2 }, (_, pair) => {
    const re = new Float64Array(SPECTRUM)
    const im = new Float64Array(SPECTRUM)
    for (let i = 0; i < n; i++) {
      re[i] = window[i] * seen[2 * pair].z[i]
      im[i] = window[i] * seen[2 * pair + 1].z[i]
    }
    fft(re, im, SPECTRUM, TABLE)
    return [computeBandPowers(re, im, 1), computeBandPowers(re, im, -1)]
  }).flat()
}

/** Of the real part of what was transformed (`part` 1) or of the imaginary part (-1). */
function computeBandPowers(re: Float64Array, im: Float64Array, part: 1 | -1): number[] {
  return BAND_EDGES.slice(1).map((edge, band) => {
    const from = BAND_EDGES[band]
    let power = 0
    for (let k = from; k < edge; k++) {
      const mirror = (SPECTRUM - k) % SPECTRUM
      power += ((re[k] + part * re[mirror]) ** 2 + (im[k] - part * im[mirror]) ** 2) / 4
    }
    return Math.log(power / (edge - from) + LEAST_SQUARE)
  })
}

function measureRhythm({ z }: View): number[] {
  return LAGS.map((lag) => dot(z, z, 0, Math.max(0, z.length - lag), lag) / z.length)
}

function measureCorrelations(seen: readonly View[]): number[] {
  return seen.flatMap(({ z }, a) => seen.slice(a + 1).map((other) => dot(z, other.z) / z.length))
}

/** The axis at eight points in time, in units of its own size. */
function measurePath(axis: Float64Array): number[] {
  const size = Math.sqrt(dot(axis, axis) / axis.length + LEAST_SQUARE)
  return Array.from({ length: POINTS }, (_, k) => {
    const place = (k * (axis.length - 1)) / (POINTS - 1)
    const below = Math.floor(place)
    const next = axis[Math.min(axis.length - 1, below + 1)]
    return (axis[below] + (place - below) * (next - axis[below])) / size
  })
}
