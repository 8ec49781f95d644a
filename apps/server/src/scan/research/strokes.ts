import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ImuSample } from '@stillhere/engine'

/*
 * The compact form of strokes. A head of three bytes: version, and the length of the list that follows (two bytes, low first):
 * of each stroke its round, its gesture and how many samples it has, as JSON. Then columns over the samples of all strokes: the
 * time since the stroke's first sample, acceleration and rotation.
 */
const VERSION = 1
const HEAD_BYTES = 3
/**
 * Number of steps in 1 ms, 1 m/s² and 1 °/s. Browsers round acceleration and rotation to 0.1; sensors of phones are noisier than a hundredth of a
 * m/s² and a tenth of a °/s.
 */
const STEPS = { t: 10, ax: 100, ay: 100, az: 100, rx: 10, ry: 10, rz: 10 } as const
const CHANNELS = Object.keys(STEPS) as (keyof typeof STEPS)[]
/** Far beyond what a hand does and what the engine reads; with room in 32 bits for the difference of any two. */
const MOST = 2 ** 29

/** A stroke that answers a cue, with the index of its round among the challenge's rounds. */
export type RoundStroke = { round: number; gesture: string; imu: readonly ImuSample[] }

/**
 * Encodes strokes in few bytes, with a precision of 0.1 ms, 0.01 m/s² and 0.1 °/s. Times are relative to the first sample of each stroke. Samples
 * that lack a number are left out.
 */
export function encodeStrokes(strokes: readonly RoundStroke[]): Uint8Array {
  const timed = strokes.map(({ round, gesture, imu }) => ({
    round,
    gesture,
    imu: toRelativeTimes(imu.filter(isWhole)),
  }))
  const list = Buffer.from(JSON.stringify(timed.map(({ round, gesture, imu }) => [round, gesture, imu.length])))
  const samples = timed.flatMap(({ imu }) => imu)
  const values = CHANNELS.flatMap((channel) =>
    samples.map((sample) => Math.round((sample[channel] ?? 0) * STEPS[channel])),
  )
  const head = Uint8Array.from([VERSION, list.length, list.length >> 8])
  return Buffer.concat([head, list, encodeColumns(Int32Array.from(values), samples.length)])
}

/** Decodes the bytes of encodeStrokes. Throws a RangeError for an unknown version. */
export function decodeStrokes(bytes: Uint8Array): RoundStroke[] {
  const [version, low = 0, high = 0] = bytes
  if (version !== VERSION) throw new RangeError(`strokes of version ${version} cannot be read`)
  const columnsAt = HEAD_BYTES + low + 256 * high
  const list = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD_BYTES, columnsAt))) as [number, string, number][]
  const count = list.reduce((sum, [, , length]) => sum + length, 0)
  const values = decodeColumns(bytes.subarray(columnsAt), { size: count * CHANNELS.length, count })
  let next = 0
  return list.map(([round, gesture, length]) => {
    const imu = Array.from({ length }, () => readSample(values, { at: next++, count }))
    return { round, gesture, imu }
  })
}

function readSample(values: Int32Array, { at, count }: { at: number; count: number }): ImuSample {
  const value = (channel: number) => (values[channel * count + at] ?? 0) / STEPS[CHANNELS[channel] ?? 't']
  return { t: value(0), ax: value(1), ay: value(2), az: value(3), rx: value(4), ry: value(5), rz: value(6) }
}

function isWhole(sample: ImuSample): boolean {
  return CHANNELS.every((channel) => {
    const value: unknown = sample[channel]
    return typeof value === 'number' && Math.abs(value * STEPS[channel]) <= MOST
  })
}

function toRelativeTimes(imu: readonly ImuSample[]): ImuSample[] {
  const first = imu[0]?.t ?? 0
  return imu.map((sample) => ({ ...sample, t: sample.t - first }))
}

/*
 * Columns of whole numbers in few bytes: every value as its difference from the one before it in its column, zigzag coded. First
 * come the low bytes of all of them, then the next, up to the highest that is needed; all of it deflated.
 */

/** Compresses columns of `count` integers each, which follow one another in `values`. */
export function encodeColumns(values: Int32Array, count: number): Uint8Array {
  // Motion is noise to a search for repeated strings; what there is to save are the high bytes, runs of zeros.
  return deflateRawSync(toPlanes(values, count), { level: 1, strategy: constants.Z_RLE })
}

/** Decompresses the bytes of encodeColumns: `size` integers in total, in columns of `count`. */
export function decodeColumns(bytes: Uint8Array, { size, count }: { size: number; count: number }): Int32Array {
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
