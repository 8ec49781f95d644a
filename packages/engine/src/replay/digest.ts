import { type Capture, type CaptureStreams, type Insufficient, readCapture } from '../capture.ts'
import { resample, smoothGaussian } from '../math/smoothing.ts'
import { computeRepetition, REPLAY } from './comparison.ts'
import { createDescriber, createProber, type DescribedPeak, findPeaks, type Probe } from './descriptors.ts'
import { computeReplaySeries, type ReplaySeries, SERIES_COUNT, SERIES_HZ } from './series.ts'

/** Data that the replay memory stores about a capture: enough to recognize it, too little to reproduce it. */
export type ReplayDigest = {
  status: 'ok'
  version: number
  /** At most 512 bytes, compared by `replaySimilarity`. */
  bytes: Uint8Array
  /** A few dozen integers below 2^24 under which the digest is indexed. */
  hashes: number[]
}

/**
 * Returns the digest by which the replay memory recognizes a capture, from its motion sensors or, if these are
 * insufficient, from its landmarks. Returns the reason instead if neither suffices. Never throws.
 *
 * @example
 * const digest = replayDigest({ imu: samples })
 * if (digest.status === 'ok') replaySimilarity(digest.bytes, earlier).similarity
 */
export function replayDigest(capture: Capture): ReplayDigest | Insufficient {
  return digestStreams(readCapture(capture))
}

/** Computes the digest like `replayDigest`, for a capture that has been read. */
export function digestStreams(streams: Pick<CaptureStreams, 'imu' | 'frames'>): ReplayDigest | Insufficient {
  const series = computeReplaySeries(streams)
  if (series.status !== 'ok') return series
  // Hashes and repetition come from the coarse series in the bytes, because that is all a search has.
  const coarse = decodeSeries(encodeSeries(series)) ?? series
  const bytes = encodeSeries({ ...series, repetition: computeRepetition(coarse) })
  return { status: 'ok', version: DIGEST_VERSION, bytes, hashes: computeStoredHashes(coarse) }
}

/** Digests of different versions are never compared. */
export const DIGEST_VERSION = 1
export const MAX_DIGEST_BYTES = 512
const HEADER_BYTES = 6
const KINDS = ['imu', 'landmarks'] as const
const MIN_BITS = 2
/** Step of the quantizer in standard deviations, by bits; near the optimum for a normal signal (Max 1960). */
const STEP: Readonly<Record<number, number>> = { 2: 1.1, 3: 0.55, 4: 0.3 }

/**
 * Encodes the series of a capture as the bytes of a digest, at most 512: a header (version, kind, bits and present
 * series, length, repetition), then each value in 2 to 4 bits. The end is cut off if it doesn't fit.
 */
export function encodeSeries(series: ReplaySeries): Uint8Array {
  const count = countPresent(series.present)
  const room = (MAX_DIGEST_BYTES - HEADER_BYTES) * 8
  const bits = [4, 3].find((candidate) => count * series.n * candidate <= room) ?? MIN_BITS
  const n = Math.min(series.n, Math.floor(room / (count * bits)))
  const bytes = new Uint8Array(HEADER_BYTES + Math.ceil((count * n * bits) / 8))
  bytes.set([
    DIGEST_VERSION,
    KINDS.indexOf(series.kind),
    (bits << 4) | series.present,
    n & 255,
    n >> 8,
    Math.round(255 * series.repetition),
  ])
  let at = HEADER_BYTES * 8
  for (let k = 0; k < SERIES_COUNT; k++) {
    if (!(series.present & (1 << k))) continue
    for (let i = 0; i < n; i++, at += bits) writeBits(bytes, at, level(series.values[k * series.n + i], bits))
  }
  return bytes
}

/** Decodes the bytes of a digest to series in coarse steps. Null if the bytes aren't a digest of this version. */
export function decodeSeries(bytes: unknown): ReplaySeries | null {
  if (!(bytes instanceof Uint8Array) || bytes.length > MAX_DIGEST_BYTES) return null
  if (bytes.length < HEADER_BYTES || bytes[0] !== DIGEST_VERSION) return null
  const kind = KINDS[bytes[1]]
  const bits = bytes[2] >> 4
  const present = bytes[2] & 15
  const n = bytes[3] | (bytes[4] << 8)
  const count = countPresent(present)
  if (kind === undefined || !(bits in STEP) || count === 0 || n === 0) return null
  if (bytes.length !== HEADER_BYTES + Math.ceil((count * n * bits) / 8)) return null
  const values = new Float64Array(SERIES_COUNT * n)
  const zero = (1 << (bits - 1)) - 1
  let at = HEADER_BYTES * 8
  for (let k = 0; k < SERIES_COUNT; k++) {
    if (!(present & (1 << k))) continue
    for (let i = 0; i < n; i++, at += bits) values[k * n + i] = readBits(bytes, at, bits) - zero
  }
  return { status: 'ok', kind, n, values, present, repetition: bytes[5] / 255 }
}

function countPresent(present: number): number {
  let count = 0
  for (let k = 0; k < SERIES_COUNT; k++) count += (present >> k) & 1
  return count
}

/** Returns the quantized level, 0 … 2^bits - 2; the middle is zero. */
function level(value: number, bits: number): number {
  const zero = (1 << (bits - 1)) - 1
  return zero + Math.max(-zero, Math.min(zero, Math.round(value / STEP[bits])))
}

function writeBits(bytes: Uint8Array, at: number, value: number): void {
  const shifted = value << (at & 7)
  bytes[at >> 3] |= shifted & 255
  if (shifted > 255) bytes[(at >> 3) + 1] |= shifted >> 8
}

function readBits(bytes: Uint8Array, at: number, bits: number): number {
  const pair = bytes[at >> 3] | ((bytes[(at >> 3) + 1] ?? 0) << 8)
  return (pair >> (at & 7)) & ((1 << bits) - 1)
}

const HALF = Math.round(0.8 * SERIES_HZ)
const WAVES = 12
const MAX_HASHES = 48
/** Scale for finding energy peaks. Faster waves would change first when the speed changes. */
const PEAK_SECONDS = 0.07
const MIN_PEAK_DISTANCE = 6
const EDGE = HALF - 6
/** Each finds copies up to about 5 % faster or slower. */
const PROBE_WARPS = [0.83, 0.9, 0.967, 1, 1.034, 1.11, 1.2]

const describeMotion = createDescriber(HALF, WAVES, SERIES_COUNT)
const probe = createProber(REPLAY)

/** Computes the hashes under which the replay memory stores a capture, at most 48, without duplicates. */
export function computeStoredHashes(series: ReplaySeries): number[] {
  return [...new Set(hashPeaks(series).map(([{ hash }]) => hash))].slice(0, MAX_HASHES)
}

/**
 * Computes the hashes to look up in the replay memory for a capture: at each of seven speeds, for each peak its hash,
 * and the same hash with its least certain bit flipped.
 */
export function computeProbes(series: ReplaySeries): Probe[] {
  return PROBE_WARPS.flatMap((warp) => hashPeaks(changeSpeed(series, warp)).flat())
}

/** Peaks of different series, and captures of different sensors, never share a hash. */
function hashPeaks(series: ReplaySeries): [Probe, Probe][] {
  const first = series.kind === 'imu' ? 0 : SERIES_COUNT
  return computeDescriptors(series).map(({ kind, descriptor }) =>
    probe(descriptor, (first + kind) << REPLAY.turns.length),
  )
}

function changeSpeed(series: ReplaySeries, warp: number): ReplaySeries {
  if (warp === 1) return series
  const n = Math.floor((series.n - 1) * warp) + 1
  const values = new Float64Array(SERIES_COUNT * n)
  for (const [k, row] of splitRows(series).entries()) values.set(resample(row, 0, 1 / warp, n), k * n)
  return { ...series, n, values }
}

function splitRows({ n, values }: ReplaySeries): Float64Array[] {
  return Array.from({ length: SERIES_COUNT }, (_, k) => values.subarray(k * n, (k + 1) * n))
}

/** Computes a descriptor of the motion around each peak of each series that has enough motion on both sides. */
export function computeDescriptors(series: ReplaySeries): DescribedPeak[] {
  const rows = splitRows(series)
  return rows.flatMap((row, kind) => {
    if (!(series.present & (1 << kind))) return []
    const smooth = smoothGaussian(row, PEAK_SECONDS * SERIES_HZ)
    const peaks = findPeaks(smooth, EDGE, MIN_PEAK_DISTANCE)
    return peaks.map(({ at }) => ({ at, kind, descriptor: describeMotion(rows, at) }))
  })
}
