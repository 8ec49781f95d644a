import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'

/*
 * Columns of whole numbers in few bytes: every value as its difference from the one before it in its column, zigzag coded. First
 * come the low bytes of all of them, then the next, up to the highest that is needed; all of it deflated.
 */

/** Packs columns of `count` values each, one after the other. */
export function packColumns(values: Int32Array, count: number): Uint8Array {
  // Motion is noise to a search for repeated strings; what there is to save are the high bytes, runs of zeros.
  return deflateRawSync(toPlanes(values, count), { level: 1, strategy: constants.Z_RLE })
}

/** Reads what packColumns wrote: `size` values in columns of `count`. */
export function unpackColumns(bytes: Uint8Array, { size, count }: { size: number; count: number }): Int32Array {
  const planes = inflateRawSync(bytes)
  const highest = size === 0 ? 0 : planes.length / size
  const values = new Int32Array(size)
  for (let at = 0; at < size; at++) {
    let one = 0
    for (let plane = highest - 1; plane >= 0; plane--) one = (one << 8) | (planes[plane * size + at] ?? 0)
    values[at] = ((one >>> 1) ^ -(one & 1)) + (at % count === 0 ? 0 : (values[at - 1] ?? 0))
  }
  return values
}

function toPlanes(values: Int32Array, count: number): Uint8Array {
  const size = values.length
  const zigzag = new Uint32Array(size)
  let bits = 0
  for (let at = 0; at < size; at++) {
    const difference = (values[at] ?? 0) - (at % count === 0 ? 0 : (values[at - 1] ?? 0))
    const one = (difference << 1) ^ (difference >> 31)
    zigzag[at] = one
    bits |= one
  }
  const highest = Math.ceil((32 - Math.clz32(bits)) / 8)
  const planes = new Uint8Array(size * highest)
  for (let plane = 0; plane < highest; plane++)
    for (let at = 0; at < size; at++) planes[plane * size + at] = (zigzag[at] ?? 0) >>> (8 * plane)
  return planes
}
