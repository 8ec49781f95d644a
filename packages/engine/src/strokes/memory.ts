import { encodeStroke } from './digest.ts'
import { strokeHashes } from './hashes.ts'
import type { StrokeMotion } from './motion.ts'
import { strokeSeries } from './series.ts'

export { strokeProbes } from './hashes.ts'

/** One stroke may be like an earlier one by chance; so many in one capture are not. */
export const KNOWN_STROKES_OF_A_REPLAY = 2

/** What the memory keeps of a stroke: bytes to compare, and whole numbers from 2^24 on under which they are found again. */
export type StrokeDigest = { bytes: Uint8Array; hashes: number[] }

/** The digest of a stroke, 112 bytes with a gyroscope and 57 without. */
export function rememberStroke(motion: StrokeMotion): StrokeDigest {
  const series = strokeSeries(motion, 1)
  return { bytes: encodeStroke(series), hashes: strokeHashes(series) }
}
