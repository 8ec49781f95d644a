import { type CaptureStreams, readCapture } from '../streams/capture.ts'
import type { Capture, Insufficient } from '../types.ts'
import { replaySeries } from './capture-series.ts'
import { DIGEST_VERSION, decodeSeries, encodeSeries } from './coding.ts'
import { computeRepetition } from './comparison.ts'
import { computeStoredHashes } from './hashes.ts'

/** What the memory keeps of a capture: enough to know it again, too little to show it again. */
export type ReplayDigest = {
  status: 'ok'
  version: number
  /** At most 512 bytes, compared by `replaySimilarity`. */
  bytes: Uint8Array
  /** A few dozen whole numbers under 2^24 under which the digest is found again. */
  hashes: number[]
}

/**
 * Returns the digest of a capture, of its motion sensors, or of its landmarks where it has none; or why there is none.
 *
 * @example
 * const digest = replayDigest({ imu: samples })
 * if (digest.status === 'ok') replaySimilarity(digest.bytes, earlier).similarity
 */
export function replayDigest(capture: Capture): ReplayDigest | Insufficient {
  return digestStreams(readCapture(capture))
}

/** The same of a capture that was read. */
export function digestStreams(streams: Pick<CaptureStreams, 'imu' | 'frames'>): ReplayDigest | Insufficient {
  const series = replaySeries(streams)
  if (series.status !== 'ok') return series
  // Hashes and repetition come from the coarse series in the bytes, which is all that a search has.
  const coarse = decodeSeries(encodeSeries(series)) ?? series
  const bytes = encodeSeries({ ...series, repetition: computeRepetition(coarse) })
  return { status: 'ok', version: DIGEST_VERSION, bytes, hashes: computeStoredHashes(coarse) }
}
