import type { Challenge, ImuSample } from '@stillhere/engine'
import type { Secrets } from '../../platform/secrets.ts'

/*
 * A whole capture as text: the streams of the sensors in the form that the lab reads, and the strokes that were asked for. Every
 * channel is whole numbers, each as its difference from the one before; times are differences in ms, to 0.01 ms, just as the browser
 * gave them: they may stand still, jump or run back.
 */

type Stream = { unit: string; scale: number; n: number; ch: number[][]; t: number[] }

/** What is sealed of a capture. Without a gyroscope there is no `gyro`. */
export type RecordedMotion = { acc: Stream; gyro?: Stream; challenge: Challenge }

const DEGREE = Math.PI / 180
/** Browsers round to 0.1 m/s² and 0.1 °/s; older ones don't round. */
const ACCELERATION = { unit: 'm/s2', scale: 0.001, channels: ['ax', 'ay', 'az'], perUnit: 1 } as const
const ROTATION = { unit: 'rad/s', scale: 0.01 * DEGREE, channels: ['rx', 'ry', 'rz'], perUnit: DEGREE } as const
const STEPS_IN_MS = 100
/** Far beyond what a sensor measures. */
const MOST_STEPS = 2 ** 31

/** A capture as text, and its events a second; null where no sample of it can be read. */
export function encodeRecording(
  imu: readonly ImuSample[],
  challenge: Challenge,
): { text: string; rateHz: number } | null {
  const acc = encodeStream(imu, ACCELERATION)
  if (acc.n === 0) return null
  const gyro = encodeStream(imu, ROTATION)
  const motion: RecordedMotion = { acc, ...(gyro.n > 0 && { gyro }), challenge }
  return { text: JSON.stringify(motion), rateHz: measureRate(acc.t) }
}

const PURPOSE = 'research-capture'

/** Seals what encodeRecording wrote. */
export function sealRecording(secrets: Secrets, text: string): Buffer {
  return secrets.seal(PURPOSE, text)
}

export function openRecording(secrets: Secrets, sealed: Buffer): RecordedMotion {
  return JSON.parse(secrets.open(PURPOSE, sealed)) as RecordedMotion
}

function encodeStream(imu: readonly ImuSample[], kind: typeof ACCELERATION | typeof ROTATION): Stream {
  const { unit, scale, channels, perUnit } = kind
  // Callers may count from any start, such as that of the epoch.
  const startMs = imu.find(({ t }) => Number.isFinite(t))?.t ?? 0
  const rows = imu.map((sample) => [
    // Texts and null would be numbers once something is taken from them.
    typeof sample.t === 'number' ? toSteps(sample.t - startMs, 1 / STEPS_IN_MS) : Number.NaN,
    ...channels.map((name) => toSteps(sample[name], scale / perUnit)),
  ])
  const readable = rows.filter((row) => row.every((value) => Math.abs(value) < MOST_STEPS))
  const column = (at: number) => readable.map((row, i) => (row[at] ?? 0) - (i > 0 ? (readable[i - 1]?.[at] ?? 0) : 0))
  const t = column(0).map((steps) => steps / STEPS_IN_MS)
  return { unit, scale, n: readable.length, ch: channels.map((_, i) => column(i + 1)), t }
}

/** NaN, which no comparison lets through, for all that is not a number. */
function toSteps(value: unknown, step: number): number {
  return typeof value === 'number' ? Math.round(value / step) : Number.NaN
}

/** By the median interval: pauses and repeated times don't change what a browser usually delivers. */
function measureRate([, ...intervals]: readonly number[]): number {
  const rising = intervals.filter((interval) => interval > 0).toSorted((a, b) => a - b)
  const median = rising[Math.floor(rising.length / 2)]
  return median === undefined ? 0 : Math.round(10_000 / median) / 10
}
