import { dot } from '../kernel/vector.ts'
import { smoothGaussian } from '../math/smoothing.ts'
import { REPLAY } from './parameters.ts'
import { resample } from './resampling.ts'
import { type ReplaySeries, SERIES_COUNT, SERIES_HZ } from './series.ts'

/** A stretch of motion around a peak is described by so many slow waves of each series. */
const WAVES = 12
const HALF = Math.round(0.8 * SERIES_HZ)
const SPAN = 2 * HALF + 1
export const DESCRIPTOR_LENGTH = SERIES_COUNT * WAVES
const MAX_HASHES = 48
/** The quickest waves shorten first when the speed changes, so peaks of the energy are looked for on this scale. */
const PEAK_SECONDS = 0.07
const MIN_PEAK_DISTANCE = 6
const EDGE = HALF - 6

/** One description of motion around a peak of one series. */
export type Described = { at: number; kind: number; descriptor: Float64Array }

const WAVE_TABLE = Array.from({ length: WAVES }, (_, k) =>
  Float64Array.from({ length: SPAN }, (_unused, i) => {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / (SPAN + 1))
    return window * Math.cos((Math.PI * (k + 1) * (i + 0.5)) / SPAN)
  }),
)

/** The hashes under which a capture is stored. */
export function computeStoredHashes(series: ReplaySeries): number[] {
  const hashes = computeDescriptors(series).map(({ kind, descriptor }) =>
    computeHash(projectDescriptor(descriptor), prefix(series, kind)),
  )
  return [...new Set(hashes)].slice(0, MAX_HASHES)
}

export type Probe = { hash: number; weight: number }

/** Each leads to copies up to about 5 % quicker or slower than it. */
const PROBE_WARPS = [0.83, 0.9, 0.967, 1, 1.034, 1.11, 1.2]
const FLIP_WEIGHT = 0.7

/** The hashes to look under: of each peak at seven speeds its own, and that with its least certain bit turned. */
export function computeProbes(series: ReplaySeries): Probe[] {
  return PROBE_WARPS.flatMap((warp) => computeDescriptors(changeSpeed(series, warp))).flatMap(({ kind, descriptor }) =>
    probesAround(projectDescriptor(descriptor), prefix(series, kind)),
  )
}

function probesAround(projections: Float64Array, start: number): Probe[] {
  const hash = computeHash(projections, start)
  return [
    { hash, weight: 1 },
    { hash: hash ^ (1 << leastCertain(projections)), weight: FLIP_WEIGHT },
  ]
}

/** The bit that lies nearest to where it turns. */
export function leastCertain(projections: Float64Array): number {
  let least = 0
  for (let b = 1; b < projections.length; b++) if (Math.abs(projections[b]) < Math.abs(projections[least])) least = b
  return least
}

/** Peaks of different series, and captures of different sensors, never share a hash. */
function prefix(series: ReplaySeries, peakOf: number): number {
  return ((series.kind === 'imu' ? 0 : SERIES_COUNT) + peakOf) << REPLAY.turns.length
}

function changeSpeed(series: ReplaySeries, warp: number): ReplaySeries {
  if (warp === 1) return series
  const n = Math.floor((series.n - 1) * warp) + 1
  const values = new Float64Array(SERIES_COUNT * n)
  for (let k = 0; k < SERIES_COUNT; k++)
    values.set(resample(series.values.subarray(k * series.n, (k + 1) * series.n), 0, 1 / warp, n), k * n)
  return { ...series, n, values }
}

/** Descriptors around the peaks of each series that have enough motion on both sides. */
export function computeDescriptors(series: ReplaySeries): Described[] {
  const { n, values } = series
  const found: Described[] = []
  for (let k = 0; k < SERIES_COUNT; k++) {
    if (!(series.present & (1 << k))) continue
    const smooth = smoothGaussian(values.subarray(k * n, (k + 1) * n), PEAK_SECONDS * SERIES_HZ)
    for (const at of findPeaks(smooth)) found.push({ at, kind: k, descriptor: descriptorAt(series, at) })
  }
  return found
}

function findPeaks(x: Float64Array): number[] {
  const peaks: number[] = []
  for (let i = EDGE; i < x.length - EDGE; i++) {
    let highest = x[i] > 0
    for (let d = 1; d <= MIN_PEAK_DISTANCE && highest; d++) highest = x[i] > (x[i - d] ?? 0) && x[i] >= (x[i + d] ?? 0)
    if (!highest) continue
    const bend = x[i - 1] - 2 * x[i] + x[i + 1]
    peaks.push(bend < 0 ? i + (0.5 * (x[i - 1] - x[i + 1])) / bend : i)
  }
  return peaks
}

function descriptorAt({ n, values }: ReplaySeries, at: number): Float64Array {
  const descriptor = new Float64Array(DESCRIPTOR_LENGTH)
  let size = 1e-12
  for (let k = 0; k < SERIES_COUNT; k++) {
    const stretch = resample(values.subarray(k * n, (k + 1) * n), at - HALF, 1, SPAN)
    for (let w = 0; w < WAVES; w++) {
      const total = dot(WAVE_TABLE[w], 0, stretch, 0, SPAN)
      descriptor[k * WAVES + w] = total
      size += total * total
    }
  }
  const length = Math.sqrt(size)
  for (let i = 0; i < descriptor.length; i++) descriptor[i] /= length
  return descriptor
}

const PROJECTION = REPLAY.projection.map((row) => Float64Array.from(row))

/** Signed distance of each bit from where it turns. */
function projectDescriptor(descriptor: Float64Array): Float64Array {
  return Float64Array.from(PROJECTION, (row, b) => dot(row, 0, descriptor, 0, row.length) - REPLAY.turns[b])
}

function computeHash(projections: Float64Array, start: number): number {
  let hash = start
  for (let b = 0; b < projections.length; b++) if (projections[b] > 0) hash |= 1 << b
  return hash
}
