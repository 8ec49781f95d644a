import { scaleToUnit } from '../math/vectors.ts'
import { MARGIN, STROKE_LENGTH, STROKE_SERIES, type StrokeSeries } from './series.ts'

/** Digests of different versions are never compared; 1 is that of whole captures. */
const STROKE_VERSION = 2
const HEADER_BYTES = 2
const STEP = 0.3
const MIDDLE = 7

/** The middle of each series in 4 bits a value, after the version and the number of series. */
export function encodeStroke({ values }: StrokeSeries): Uint8Array {
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

/** The series that a digest holds, or null where the bytes are no digest of a stroke. */
export function decodeStroke(bytes: unknown): Float64Array[] | null {
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
