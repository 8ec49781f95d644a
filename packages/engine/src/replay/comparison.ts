import { cosineSimilarity } from '../math/statistics.ts'
import { replay as learned } from '../model/index.ts'
import {
  type Aligned,
  type Alignment,
  alignments,
  elasticallyAligned,
  powerOfTwoFrom,
  prepareSliding,
  type SeriesList,
} from './alignment.ts'
import { type ReplaySeries, SERIES_COUNT, SERIES_HZ } from './series.ts'

/** The learned part of the replay memory; written by lab/training/replay.ts. */
export type ReplayParameters = {
  /** Logistic weights of the evidence, in the order of `evidenceFeatures`, and their bias. */
  weights: number[]
  bias: number
  /** What is taken off the evidence where sensors are missing, so that one threshold fits all. */
  allowances: Record<SharedSensors, number>
  /** A search of a person's own earlier captures alarms by mistake in at most 1 of 100 cases from here. */
  threshold: number
  /** Rows of the projection from a stretch of motion to the bits of a hash, and where each bit turns. */
  projection: number[][]
  turns: number[]
}

export const REPLAY: ReplayParameters = learned

/** Fewer sensors tell less, so each case has its own allowance. */
export const SHARED_SENSORS = ['full', 'acceleration', 'partial', 'landmarks'] as const
export type SharedSensors = (typeof SHARED_SENSORS)[number]

/** What two captures have in common at their best alignment. */
export type Evidence = {
  /** Correlation of what both show at the same time, mean over the series. */
  whole: number
  /** How well the less repetitive of the two captures repeats itself. */
  repetition: number
  /** Which sensors speak in both captures. */
  sensors: SharedSensors
  overlapMs: number
  offsetMs: number
  warp: number
}

/** Speeds tried, from a fifth slower to a quarter quicker, each good for about ±1 % around it. */
export const WARPS: readonly number[] = Array.from({ length: 29 }, (_, i) => 1.016 ** (i - 14))
export const MIN_OVERLAP = Math.round(2.3 * SERIES_HZ)
const SELF_WARPS = [0.976, 1, 1.024]
const ALL_SERIES = 0b1111
const ROTATION_SERIES = 0b1100
const SELF_LAG = Math.round(0.32 * SERIES_HZ)
const ALIGNMENTS = 8
const MAX_EDGE = 10

/** All alignments worth a closer look, each with its evidence; empty where the captures share no series. */
export function compareSeries(first: ReplaySeries, second: ReplaySeries): Evidence[] {
  const shared = first.present & second.present
  if (shared === 0 || first.kind !== second.kind) return []
  const a = seriesOf(first, shared)
  const b = seriesOf(second, shared)
  const evidence = halfRateAlignments(a, b, WARPS, 0).map((alignment) => evidenceAt(a, b, alignment))
  // An attacker can make a copy repeat itself, but not the original.
  const repetition = Math.min(first.repetition, second.repetition)
  const sensors = sensorsOf(first.kind, shared)
  return evidence.map((one) => ({ ...one, repetition, sensors }))
}

function sensorsOf(kind: ReplaySeries['kind'], shared: number): SharedSensors {
  if (kind === 'landmarks') return 'landmarks'
  if (shared === ALL_SERIES) return 'full'
  return (shared & ROTATION_SERIES) === 0 ? 'acceleration' : 'partial'
}

/** Alignments looked for on every two samples as one, which the elastic alignment makes exact. */
function halfRateAlignments(a: SeriesList, b: SeriesList, warps: readonly number[], minLag: number): Alignment[] {
  const [p, q] = [halveRate(a), halveRate(b)]
  const size = powerOfTwoFrom(p[0].length + Math.ceil(warps[warps.length - 1] * q[0].length))
  const wanted = { minOverlap: MIN_OVERLAP >> 1, minLag: minLag >> 1, count: ALIGNMENTS }
  return alignments(p, prepareSliding(q, warps, size), wanted).map((found) => ({
    ...found,
    lag: 2 * found.lag,
    overlap: 2 * found.overlap,
  }))
}

export function halveRate(series: SeriesList): SeriesList {
  return series.map((x) => {
    const out = new Float64Array(x.length >> 1)
    for (let i = 0; i < out.length; i++) out[i] = (x[2 * i] + x[2 * i + 1]) / 2
    return out
  })
}

export function seriesOf({ values, n }: ReplaySeries, shared: number): SeriesList {
  const list: Float64Array[] = []
  for (let k = 0; k < SERIES_COUNT; k++) if (shared & (1 << k)) list.push(values.subarray(k * n, (k + 1) * n))
  return list
}

function evidenceAt(a: SeriesList, b: SeriesList, alignment: Alignment): Evidence {
  const aligned = trimEnds(elasticallyAligned(a, b, alignment))
  return {
    whole: meanCorrelation(aligned.a, aligned.b),
    repetition: 0,
    sensors: 'full',
    overlapMs: (aligned.a[0].length * 1000) / SERIES_HZ,
    offsetMs: (alignment.lag * 1000) / SERIES_HZ,
    warp: alignment.warp,
  }
}

/** Without both ends: smoothing saw other neighbors there in the capture that ends. */
function trimEnds({ a, b }: Aligned): Aligned {
  const n = a[0].length
  const edge = Math.min(MAX_EDGE, Math.round(0.1 * n))
  return { a: a.map((x) => x.subarray(edge, n - edge)), b: b.map((x) => x.subarray(edge, n - edge)) }
}

/** The highest correlation of a capture with itself at another time: near 1 for steady walking. */
export function computeRepetition(capture: ReplaySeries): number {
  const a = seriesOf(capture, capture.present)
  let best = 0
  for (const alignment of halfRateAlignments(a, a, SELF_WARPS, SELF_LAG))
    best = Math.max(best, evidenceAt(a, a, alignment).whole)
  return best
}

/** Mean correlation of the series that carry a signal on both sides. */
export function meanCorrelation(a: SeriesList, b: SeriesList): number {
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
