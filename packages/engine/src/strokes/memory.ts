import { dot } from '../kernel/vector.ts'
import { scaleToUnit } from '../math/statistics.ts'
import { strokes as learned } from '../model/index.ts'
import { createDescriber, createProber, type DescribedPeak, findPeaks, type Probe } from '../replay/descriptors.ts'
import {
  MARGIN,
  STROKE_LENGTH,
  STROKE_SERIES,
  type StrokeMotion,
  computeStrokeSeries,
  type StrokeSeries,
} from './series.ts'

/** A capture is a replay if it contains this many known strokes. A single stroke may match by chance. */
export const KNOWN_STROKES_OF_A_REPLAY = 2

/**
 * Data that the replay memory stores about a stroke: bytes to compare, and the hashes (from 2^24 up) under which they
 * are indexed.
 */
export type StrokeDigest = { bytes: Uint8Array; hashes: number[] }

/**
 * Returns the digest by which the replay memory recognizes a stroke: 112 bytes with a gyroscope, 57 without, and
 * hashes. Stores nothing.
 */
export function rememberStroke(motion: StrokeMotion): StrokeDigest {
  const series = computeStrokeSeries(motion, 1)
  return { bytes: encodeStroke(series), hashes: computeStrokeHashes(series) }
}

/** A hash describes 0.6 s around a peak by ten waves of each series. */
const HALF = 15
const WAVES = 10
const MIN_DISTANCE = 3
const MAX_PEAKS = 6
/** Series whose peaks are used: the sizes of acceleration and rotation, which don't depend on how the phone is held. */
const PEAKED = [0, 2]
/** First hash of strokes; those of whole captures are smaller. */
const FIRST_HASH = 1 << 24
const PROBE_SPEEDS = Array.from({ length: 12 }, (_, i) => 0.8 + 0.04 * i)

const describeMotion = createDescriber(HALF, WAVES, STROKE_SERIES)

const STROKES_LEARNED: StrokeParameters = learned

const probe = createProber(STROKES_LEARNED)

/** Computes the hashes under which a stroke is stored. */
function computeStrokeHashes(series: StrokeSeries): number[] {
  return [...new Set(hashPeaks(series).map(([{ hash }]) => hash))]
}

/**
 * Returns the hashes to look up in the replay memory for a stroke: at each speed, for each peak its hash, and the same
 * hash with its least certain bit flipped.
 */
export function strokeProbes(motion: StrokeMotion): Probe[] {
  return PROBE_SPEEDS.flatMap((speed) => hashPeaks(computeStrokeSeries(motion, speed)).flat())
}

function hashPeaks(series: StrokeSeries): [Probe, Probe][] {
  return describePeaks(series).map(({ kind, descriptor }) =>
    probe(descriptor, FIRST_HASH + (kind << STROKES_LEARNED.turns.length)),
  )
}

/**
 * Returns a descriptor of the motion around each of the highest peaks of a stroke, at most six for acceleration and six
 * for rotation.
 */
export function describePeaks({ values }: StrokeSeries): DescribedPeak[] {
  return PEAKED.filter((kind) => kind < values.length).flatMap((kind) =>
    findPeaks(values[kind], MARGIN, MIN_DISTANCE)
      .toSorted((p, q) => q.height - p.height)
      .slice(0, MAX_PEAKS)
      .map(({ at }) => ({ at, kind, descriptor: describeMotion(values, at) })),
  )
}

/** Speeds to try, each good for ±1 %: copies that took 0.8 to 1.25 times as long as their original. */
const SPEEDS: readonly number[] = Array.from({ length: 24 }, (_, i) => 0.79 + 0.02 * i)
const LAGS = 2 * MARGIN + 1
// A digest holds 1.1 s, but only the first 0.6 s are compared: after that comes the next stroke, a different one in a
// copy that was cut out and slowed down.
const COMPARED = 30

/**
 * Returns the similarity of one stroke and a stored digest, 0..1: the mean correlation of their series at the best
 * speed and lag; 0 if the bytes aren't the digest of a stroke.
 */
export type StrokeComparer = (digest: Uint8Array) => number

/** A stroke at one speed: its series, and the energy of each that a digest meets at each lag. */
type PlayedStroke = { values: Float64Array[]; energies: Float64Array[] }

/**
 * Returns a function that compares this stroke with stored digests, at speeds from 0.8 to 1.25. The stroke is resampled
 * once at each speed, so one function should serve all comparisons of a stroke.
 */
export function strokeComparer(motion: StrokeMotion): StrokeComparer {
  const played: (PlayedStroke | undefined)[] = SPEEDS.map(() => undefined)
  // Half of the speeds are tried only next to the best of the others.
  const playAt = (s: number): PlayedStroke => (played[s] ??= resampleAtSpeed(motion, SPEEDS[s]))
  return (digest) => {
    const stored = decodeStroke(digest)
    return stored === null ? 0 : Math.max(0, findBestOverSpeeds(stored, playAt))
  }
}

/**
 * Returns whether a similarity from a `strokeComparer` means that both are the same recorded stroke. New strokes of the
 * same person hardly ever reach it.
 */
export function isSameStroke(similarity: number): boolean {
  return similarity >= STROKES_LEARNED.threshold
}

function resampleAtSpeed(motion: StrokeMotion, speed: number): PlayedStroke {
  const { values } = computeStrokeSeries(motion, speed)
  return { values, energies: values.map(computeEnergies) }
}

function computeEnergies(x: Float64Array): Float64Array {
  const energies = new Float64Array(LAGS)
  for (let lag = 0; lag < LAGS; lag++) energies[lag] = dot(x, lag, x, lag, COMPARED)
  return energies
}

/** Tries every second speed, then the neighbors of the best one. */
function findBestOverSpeeds(stored: readonly Float64Array[], playAt: (s: number) => PlayedStroke): number {
  const own = stored.map((x) => dot(x, 0, x, 0, COMPARED))
  let [best, at] = [-1, 0]
  for (let s = 0; s < SPEEDS.length; s += 2) {
    const correlation = findBestOverLags(stored, own, playAt(s))
    if (correlation > best) [best, at] = [correlation, s]
  }
  const beside = [at - 1, at + 1].filter((s) => s >= 0 && s < SPEEDS.length)
  return Math.max(best, ...beside.map((s) => findBestOverLags(stored, own, playAt(s))))
}

/** Returns the best mean correlation over all lags; a series without movement counts as 0. */
function findBestOverLags(
  stored: readonly Float64Array[],
  own: readonly number[],
  { values, energies }: PlayedStroke,
): number {
  const shared = Math.min(stored.length, values.length)
  let best = -1
  for (let lag = 0; lag < LAGS; lag++) {
    let total = 0
    for (let k = 0; k < shared; k++) {
      const squares = own[k] * energies[k][lag]
      if (squares > 0) total += dot(stored[k], 0, values[k], lag, COMPARED) / Math.sqrt(squares)
    }
    best = Math.max(best, total / shared)
  }
  return best
}

/** Digests of different versions are never compared; version 1 is for whole captures. */
const STROKE_VERSION = 2
const HEADER_BYTES = 2
const STEP = 0.3
const MIDDLE = 7

/** Encodes the middle of each series with 4 bits per value, after the version and the number of series. */
function encodeStroke({ values }: StrokeSeries): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + Math.ceil((values.length * STROKE_LENGTH) / 2))
  bytes.set([STROKE_VERSION, values.length])
  values.forEach((series, k) => {
    const middle = series.slice(MARGIN, MARGIN + STROKE_LENGTH)
    scaleToUnit(middle)
    middle.forEach((value, i) => {
      const at = k * STROKE_LENGTH + i
      const level = MIDDLE + Math.max(-MIDDLE, Math.min(MIDDLE, Math.round(value / STEP)))
      bytes[HEADER_BYTES + (at >> 1)] |= level << (4 * (at & 1))
    })
  })
  return bytes
}

/** Returns the series in a digest, or null if the bytes aren't the digest of a stroke. */
function decodeStroke(bytes: unknown): Float64Array[] | null {
  if (!(bytes instanceof Uint8Array) || bytes[0] !== STROKE_VERSION) return null
  const count = bytes[1]
  if (count !== 2 && count !== STROKE_SERIES) return null
  if (bytes.length !== HEADER_BYTES + Math.ceil((count * STROKE_LENGTH) / 2)) return null
  return Array.from({ length: count }, (_, k) =>
    Float64Array.from({ length: STROKE_LENGTH }, (_unused, i) => {
      const at = k * STROKE_LENGTH + i
      return ((bytes[HEADER_BYTES + (at >> 1)] >> (4 * (at & 1))) & 15) - MIDDLE
    }),
  )
}

/** Learned parameters of the stroke memory, written by lab/training/strokes.ts. */
export type StrokeParameters = {
  /** Two strokes are the same from this mean correlation on. */
  threshold: number
  /** Rows of the projection from a stretch of motion to the bits of a hash, and the threshold of each bit. */
  projection: number[][]
  turns: number[]
}
