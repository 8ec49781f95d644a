import { type ReplaySeries, SERIES_COUNT } from './series.ts'

/** Digests of different versions are never compared. */
export const DIGEST_VERSION = 1
export const MAX_DIGEST_BYTES = 512
const HEADER_BYTES = 6
const KINDS = ['imu', 'landmarks'] as const
const MIN_BITS = 2
/** Step of the quantizer in standard deviations, by bits; near the optimum for a normal signal (Max 1960). */
const STEP: Readonly<Record<number, number>> = { 2: 1.1, 3: 0.55, 4: 0.3 }

/** Header (version, kind, bits and present series, length), then each value in a few bits around zero. */
export function encodeSeries(series: ReplaySeries): Uint8Array {
  const count = presentCount(series.present)
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

/** The coarse series that a digest holds, or null where the bytes are no digest of this version. */
export function decodeSeries(bytes: unknown): ReplaySeries | null {
  if (!(bytes instanceof Uint8Array) || bytes.length > MAX_DIGEST_BYTES) return null
  if (bytes.length < HEADER_BYTES || bytes[0] !== DIGEST_VERSION) return null
  const kind = KINDS[bytes[1]]
  const bits = bytes[2] >> 4
  const present = bytes[2] & 15
  const n = bytes[3] | (bytes[4] << 8)
  const count = presentCount(present)
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

function presentCount(present: number): number {
  let count = 0
  for (let k = 0; k < SERIES_COUNT; k++) count += (present >> k) & 1
  return count
}

/** 0 … 2^bits - 2, where the middle stands for rest. */
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
