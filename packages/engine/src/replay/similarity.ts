import { sigmoid } from '../math/likelihood.ts'
import {
  correlate,
  correlationAt,
  createSpectra,
  load,
  computeTransformSize,
  createSlidingSpectra,
  scorePromise,
  type Spectra,
} from './alignment.ts'
import {
  compareSeries,
  type Evidence,
  halveRate,
  MIN_OVERLAP,
  REPLAY,
  type ReplayParameters,
  listSeries,
  WARPS,
} from './comparison.ts'
import type { Probe } from './descriptors.ts'
import { computeProbes, decodeSeries } from './digest.ts'
import { type ReplaySeries, SERIES_COUNT } from './series.ts'

/** Maximum number of candidates compared in full, and the minimum correlation of their quick comparison. */
const MAX_COMPARED = 16
const MIN_QUICK_CORRELATION = 0.6
const MIN_SHARE_OF_BEST = 0.9

/**
 * Returns the hashes under which the original of a replayed capture may be stored, with the weight of a match for each,
 * a few hundred in all. `probe` holds the bytes of the capture's digest; an empty list if it isn't a digest.
 */
export function replayProbes(probe: Uint8Array): Probe[] {
  const series = decodeSeries(probe)
  return series === null ? [] : computeProbes(series)
}

export type NearestReplay = ReplaySimilarity & { place: number }

/**
 * Finds the stored digest that the capture with digest `probe` replays, or the most similar one if it replays none.
 * `place` in the result is its index in `stored`. Null if no stored digest resembles it enough to be compared.
 */
export function nearestReplay(probe: Uint8Array, stored: readonly Uint8Array[]): NearestReplay | null {
  const looks = listPromising(probe, stored).slice(0, MAX_COMPARED)
  const enough = Math.max(MIN_QUICK_CORRELATION, MIN_SHARE_OF_BEST * (looks[0]?.correlation ?? 0))
  let best: NearestReplay | null = null
  for (const { place } of looks.filter(({ correlation }) => correlation >= enough)) {
    const found = replaySimilarity(stored[place], probe)
    if (best === null || found.similarity > best.similarity) best = { place, ...found }
    if (isReplay(best.similarity)) break
  }
  return best
}

/** Similarity of two digests, and the position and speed at which they match. */
export type ReplaySimilarity = {
  /** 0 … 1; `isReplay` says whether it counts as the same motion. */
  similarity: number
  /** Where the second capture begins in the first, in ms. */
  offsetMs: number
  overlapMs: number
  /** Factor by which the second capture was slowed down. */
  warp: number
}

const NOTHING: ReplaySimilarity = { similarity: 0, offsetMs: 0, overlapMs: 0, warp: 1 }

/**
 * Compares two digests over all offsets and speeds from 0.8 to 1.25, and returns their similarity, 0..1, and where they
 * match. Swapping the digests doesn't change the similarity. Returns a similarity of 0 for bytes that aren't digests.
 */
export function replaySimilarity(first: Uint8Array, second: Uint8Array): ReplaySimilarity {
  const turned = comesBefore(second, first)
  const a = decodeSeries(turned ? second : first)
  const b = decodeSeries(turned ? first : second)
  if (a === null || b === null) return NOTHING
  let best = NOTHING
  for (const evidence of compareSeries(a, b)) {
    const similarity = computeSimilarity(evidence, REPLAY)
    if (similarity > best.similarity) best = { similarity, ...toPlacement(evidence, turned) }
  }
  return best
}

/** Returns 1 minus the similarity of two digests: 0 for the same motion, 1 for motion with nothing in common. */
export function computeReplayDistance(first: Uint8Array, second: Uint8Array): number {
  return 1 - replaySimilarity(first, second).similarity
}

/**
 * Returns whether a similarity from `replaySimilarity` means that a capture is a replay. A new capture of the same
 * person reaches it in fewer than 1 of 100 searches.
 */
export function isReplay(similarity: number): boolean {
  return similarity >= REPLAY.threshold
}

/**
 * Converts the evidence of one alignment of two captures to a similarity, 0..1, by learned logistic weights. Missing
 * sensors lower it by an allowance.
 */
export function computeSimilarity(evidence: Evidence, { weights, bias, allowances }: ReplayParameters): number {
  let logit = bias - allowances[evidence.sensors]
  listEvidenceFeatures(evidence).forEach((feature, i) => {
    logit += weights[i] * feature
  })
  return sigmoid(logit)
}

/**
 * Converts the evidence of one alignment to the three inputs of the logistic model: information of the correlation,
 * information of the repetition, and the logarithm of the overlap.
 */
export function listEvidenceFeatures(evidence: Evidence): number[] {
  return [
    computeInformation(evidence.whole),
    computeInformation(evidence.repetition),
    Math.log(evidence.overlapMs / 4000),
  ]
}

/**
 * Twice the mutual information of two normal variables (Gelfand and Yaglom 1957): large only near a correlation of 1.
 */
function computeInformation(correlation: number): number {
  const r = Math.min(0.999, Math.max(0, correlation))
  return -Math.log(1 - r * r)
}

function toPlacement({ offsetMs, overlapMs, warp }: Evidence, turned: boolean): Omit<ReplaySimilarity, 'similarity'> {
  return turned
    ? { offsetMs: -offsetMs / warp, overlapMs: overlapMs / warp, warp: 1 / warp }
    : { offsetMs, overlapMs, warp }
}

/** Orders digests, so that always the same one of two is shifted along the other. */
function comesBefore(first: Uint8Array, second: Uint8Array): boolean {
  const length = Math.min(first?.length ?? 0, second?.length ?? 0)
  for (let i = 0; i < length; i++) if (first[i] !== second[i]) return first[i] < second[i]
  return (first?.length ?? 0) < (second?.length ?? 0)
}

/** Half the resolution in speed of the full comparison; an even number, because two share one transform. */
const SPEEDS = WARPS.filter((_, i) => i % 2)
const MIN_SHARED = MIN_OVERLAP >> 1
const ALL_SERIES = (1 << SERIES_COUNT) - 1

/** A stored digest by its index in the list, and its correlation with the probe at the best offset. */
type ScreenedDigest = { place: number; correlation: number }

/**
 * Returns the stored digests that can be compared with `probe`, each by its index and a quick estimate of the highest
 * correlation, the best first.
 */
export function listPromising(probe: Uint8Array, stored: readonly Uint8Array[]): ScreenedDigest[] {
  const series = decodeSeries(probe)
  if (series === null || !Array.isArray(stored)) return []
  const screens = new Map<number, (other: ReplaySeries) => number>()
  const looks = stored.map((bytes: unknown, place) => {
    const other = decodeSeries(bytes)
    if (other === null || other.kind !== series.kind || (other.present & series.present) === 0)
      return { place, correlation: 0 }
    const size = computeTransformSize(Math.ceil((other.n + 1.25 * series.n) / 2) + 2)
    const screen = screens.get(size) ?? createScreen(series, size)
    screens.set(size, screen)
    return { place, correlation: screen(other) }
  })
  return looks.filter(({ correlation }) => correlation > 0).toSorted((p, q) => q.correlation - p.correlation)
}

/**
 * Returns a function that correlates the probe with a candidate. The probe is transformed once at each speed, and
 * buffers are reused.
 */
function createScreen(probe: ReplaySeries, size: number): (other: ReplaySeries) => number {
  const { spectra } = createSlidingSpectra(halveRate(listSeries(probe, ALL_SERIES)), SPEEDS, size)
  const own = createSpectra(SERIES_COUNT, size)
  const products = [new Float64Array(size), new Float64Array(size)]
  return (other) => {
    load(own, halveRate(listSeries(other, ALL_SERIES)))
    let best = 0
    for (let s = 0; s < spectra.length; s += 2) {
      correlate(own, spectra[s], spectra[s + 1], products[0], products[1])
      best = Math.max(best, findHighest(products[0], own, spectra[s]), findHighest(products[1], own, spectra[s + 1]))
    }
    return best
  }
}

function findHighest(products: Float64Array, a: Spectra, b: Spectra): number {
  let best = 0
  for (let lag = MIN_SHARED - b.n; lag <= a.n - MIN_SHARED; lag++) {
    const product = products[(lag + products.length) & (products.length - 1)]
    if (product <= 0) continue
    const overlap = Math.min(a.n, lag + b.n) - Math.max(0, lag)
    best = Math.max(best, scorePromise({ correlation: correlationAt(a, b, lag, product), overlap }))
  }
  return best
}
