import { cosineSimilarity } from '../math/statistics.ts'
import { replay as learned } from '../model/index.ts'
import {
  type AlignedPair,
  type Alignment,
  findAlignments,
  alignElastically,
  computeTransformSize,
  createSlidingSpectra,
  type SeriesList,
} from './alignment.ts'
import { type ReplaySeries, SERIES_COUNT, SERIES_HZ } from './series.ts'

/** Learned parameters of the replay memory, written by lab/training/replay.ts. */
export type ReplayParameters = {
  /** Logistic weights of the evidence, in the order of `evidenceFeatures`, and their bias. */
  weights: number[]
  bias: number
  /** Subtracted from the evidence if sensors are missing, so that one threshold fits all cases. */
  allowances: Record<SharedSensors, number>
  /**
   * From this similarity on a capture counts as a replay. A search of a person's own earlier captures exceeds it by
   * mistake in at most 1 of 100 cases.
   */
  threshold: number
  /** Rows of the projection from a stretch of motion to the bits of a hash, and the threshold of each bit. */
  projection: number[][]
  turns: number[]
}

export const REPLAY: ReplayParameters = learned

/**
 * Sensors that two captures have in common. Fewer sensors carry less information, so each case has its own allowance.
 */
export const SHARED_SENSORS = ['full', 'acceleration', 'partial', 'landmarks'] as const
export type SharedSensors = (typeof SHARED_SENSORS)[number]

/** Evidence that two captures are the same motion, at one alignment. */
export type Evidence = {
  /** Mean correlation of the series over the common time. */
  whole: number
  /** Correlation of the less repetitive of the two captures with itself at another time. */
  repetition: number
  /** The sensors present in both captures. */
  sensors: SharedSensors
  overlapMs: number
  offsetMs: number
  warp: number
}

/** Speeds to try, from a fifth slower to a quarter faster, each good for about ±1 %. */
export const WARPS: readonly number[] = Array.from({ length: 29 }, (_, i) => 1.016 ** (i - 14))
export const MIN_OVERLAP = Math.round(2.3 * SERIES_HZ)
const SELF_WARPS = [0.976, 1, 1.024]
const ALL_SERIES = 0b1111
const ROTATION_SERIES = 0b1100
const SELF_LAG = Math.round(0.32 * SERIES_HZ)
const ALIGNMENTS = 8
const MAX_EDGE = 10

/**
 * Compares the motion series of two captures at all promising offsets and speeds, and returns the evidence of a replay
 * for each. An empty list if they are of different kinds (sensors, landmarks) or have no series in common.
 */
export function compareSeries(first: ReplaySeries, second: ReplaySeries): Evidence[] {
  const shared = first.present & second.present
  if (shared === 0 || first.kind !== second.kind) return []
  const a = listSeries(first, shared)
  const b = listSeries(second, shared)
  const evidence = findCoarseAlignments(a, b, WARPS, 0).map((alignment) => computeEvidence(a, b, alignment))
  // An attacker can make a copy repetitive, but not the original.
  const repetition = Math.min(first.repetition, second.repetition)
  const sensors = describeSensors(first.kind, shared)
  return evidence.map((one) => ({ ...one, repetition, sensors }))
}

function describeSensors(kind: ReplaySeries['kind'], shared: number): SharedSensors {
  if (kind === 'landmarks') return 'landmarks'
  if (shared === ALL_SERIES) return 'full'
  return (shared & ROTATION_SERIES) === 0 ? 'acceleration' : 'partial'
}

/** Finds alignments at half the sampling rate; the elastic alignment refines them. */
function findCoarseAlignments(a: SeriesList, b: SeriesList, warps: readonly number[], minLag: number): Alignment[] {
  const [p, q] = [halveRate(a), halveRate(b)]
  const size = computeTransformSize(p[0].length + Math.ceil(warps[warps.length - 1] * q[0].length))
  const wanted = { minOverlap: MIN_OVERLAP >> 1, minLag: minLag >> 1, count: ALIGNMENTS }
  return findAlignments(p, createSlidingSpectra(q, warps, size), wanted).map((found) => ({
    ...found,
    lag: 2 * found.lag,
    overlap: 2 * found.overlap,
  }))
}

/** Returns the series at half the sampling rate, each value the mean of two neighbors. */
export function halveRate(series: SeriesList): SeriesList {
  return series.map((x) => {
    const out = new Float64Array(x.length >> 1)
    for (let i = 0; i < out.length; i++) out[i] = (x[2 * i] + x[2 * i + 1]) / 2
    return out
  })
}

/** Returns the series of a capture whose bits are set in the bit mask `shared`, in order. */
export function listSeries({ values, n }: ReplaySeries, shared: number): SeriesList {
  const list: Float64Array[] = []
  for (let k = 0; k < SERIES_COUNT; k++) if (shared & (1 << k)) list.push(values.subarray(k * n, (k + 1) * n))
  return list
}

function computeEvidence(a: SeriesList, b: SeriesList, alignment: Alignment): Evidence {
  const aligned = trimEnds(alignElastically(a, b, alignment))
  return {
    whole: computeMeanCorrelation(aligned.a, aligned.b),
    repetition: 0,
    sensors: 'full',
    overlapMs: (aligned.a[0].length * 1000) / SERIES_HZ,
    offsetMs: (alignment.lag * 1000) / SERIES_HZ,
    warp: alignment.warp,
  }
}

/** Removes both ends, where smoothing saw different neighbors in the capture that ends there. */
function trimEnds({ a, b }: AlignedPair): AlignedPair {
  const n = a[0].length
  const edge = Math.min(MAX_EDGE, Math.round(0.1 * n))
  return { a: a.map((x) => x.subarray(edge, n - edge)), b: b.map((x) => x.subarray(edge, n - edge)) }
}

/** Computes the highest correlation of a capture with itself at another time, 0..1; near 1 for steady walking. */
export function computeRepetition(capture: ReplaySeries): number {
  const a = listSeries(capture, capture.present)
  let best = 0
  for (const alignment of findCoarseAlignments(a, a, SELF_WARPS, SELF_LAG))
    best = Math.max(best, computeEvidence(a, a, alignment).whole)
  return best
}

/** Computes the mean correlation of the paired series that have a signal in both captures; 0 if none has. */
export function computeMeanCorrelation(a: SeriesList, b: SeriesList): number {
  let total = 0
  let counted = 0
  for (let k = 0; k < a.length; k++) {
    const correlation = cosineSimilarity(a[k], b[k])
    if (correlation === null) continue
    total += correlation
    counted++
  }
  return counted === 0 ? 0 : total / counted
}
