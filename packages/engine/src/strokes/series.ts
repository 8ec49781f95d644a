import { type ImuSample, readImu } from '../capture.ts'
import { type GestureChallenge, listAnswers, detectAnswer } from '../challenge/answer.ts'
import type { Challenge } from '../challenge/challenge.ts'
import { resample } from '../math/smoothing.ts'
import { scaleToUnit } from '../math/statistics.ts'
import { type EvenMotion, GRID_HZ } from '../timeline.ts'
import { createGaussian, smoothCoarsely, smoothStretch, type Stretch } from './smoothing.ts'

/**
 * The series by which strokes are compared, on the engine's grid. They don't change when the phone is held differently.
 */
export type StrokeSeries = { values: Float64Array[]; hasRotation: boolean }

export const STROKE_SERIES = 4
/** A digest holds 1.1 s, from 60 ms before the onset. */
export const STROKE_LENGTH = 55
const BEFORE_ONSET = 3
/** Extra samples at both ends, for onsets that were detected earlier or later. */
export const MARGIN = 10

/** Samples before and after the onset, enough for all speeds, lags and filters. */
const LEAD = 40

const FIRST = LEAD - BEFORE_ONSET - MARGIN
/** The part of a series that is kept. */
const CUT: Stretch = { from: FIRST, to: FIRST + STROKE_LENGTH + 2 * MARGIN }

/** People's strokes share their slow shape; what a hand never repeats is faster than this. */
const SHAPE = createGaussian(0.08 * GRID_HZ)
const NOISE = createGaussian(0.015 * GRID_HZ)
const GRAVITY = createGaussian(0.4 * GRID_HZ)
/** A quarter of the gravity filter's sigma. */
const GRAVITY_STEP = 5

/** The parts that must be computed to get `CUT` after one more shape filter, and after two. */
const NEAR = widenStretch(CUT, SHAPE.reach)
const AROUND = widenStretch(NEAR, SHAPE.reach)

/**
 * Computes the series by which the replay memory compares strokes: size of the acceleration, acceleration along gravity
 * and, with a gyroscope, size of the rotation and the product of acceleration and rotation, each without its slow part.
 * The stroke is first played `speed` times as slowly.
 */
export function computeStrokeSeries({ channels }: StrokeMotion, speed: number): StrokeSeries {
  const played = channels.map((channel) => resampleAtSpeed(channel, speed))
  const quick = played.map((channel) => smoothStretch(channel, NOISE, AROUND))
  const fine = quick.map((channel) => removeShape(channel, NEAR))
  const gravity = played.slice(0, 3).map((channel) => smoothCoarsely(channel, GRAVITY, CUT, GRAVITY_STEP))
  const hasRotation = played.length === 6
  const acceleration = [removeShape(computeSizes(fine.slice(0, 3)), CUT), projectOnGravity(fine, gravity)]
  const rotation = hasRotation ? [removeShape(computeSizes(quick.slice(3)), CUT), computeProducts(fine)] : []
  return { values: [...acceleration, ...rotation].map(cut), hasRotation }
}

/** Returns the channel at another speed, with the onset at the same sample. */
function resampleAtSpeed(channel: Float64Array, speed: number): Float64Array {
  return resampleHoldingEnds(channel, LEAD - LEAD / speed, 1 / speed, channel.length)
}

function removeShape(x: Float64Array, stretch: Stretch): Float64Array {
  const out = smoothStretch(x, SHAPE, stretch)
  for (let i = stretch.from; i < stretch.to; i++) out[i] = x[i] - out[i]
  return out
}

function widenStretch({ from, to }: Stretch, by: number): Stretch {
  return { from: from - by, to: to + by }
}

function computeSizes([x, y, z]: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(x.length)
  for (let i = 0; i < out.length; i++) out[i] = Math.sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i])
  return out
}

function projectOnGravity([x, y, z]: readonly Float64Array[], [gx, gy, gz]: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(x.length)
  for (let i = CUT.from; i < CUT.to; i++) {
    const size = Math.sqrt(gx[i] * gx[i] + gy[i] * gy[i] + gz[i] * gz[i]) || 1
    out[i] = (x[i] * gx[i] + y[i] * gy[i] + z[i] * gz[i]) / size
  }
  return out
}

function computeProducts(fine: readonly Float64Array[]): Float64Array {
  const [ax, ay, az, rx, ry, rz] = fine
  const out = new Float64Array(ax.length)
  for (let i = CUT.from; i < CUT.to; i++) out[i] = ax[i] * rx[i] + ay[i] * ry[i] + az[i] * rz[i]
  return out
}

function cut(x: Float64Array): Float64Array {
  const part = x.slice(CUT.from, CUT.to)
  scaleToUnit(part)
  return part
}

/** The sensors around one stroke on the engine's grid, with the onset at sample `LEAD`. Plain data. */
export type StrokeMotion = { channels: Float64Array[] }

const AFTER = 95

/**
 * Returns the motion around each stroke that answers a cue of the challenge, in order, for the replay memory. An empty
 * list if the challenge or the motion cannot be judged.
 */
export function strokeMotions(imu: readonly ImuSample[], challenge: Challenge | GestureChallenge): StrokeMotion[] {
  const answer = detectAnswer(challenge, readImu(imu))
  return answer.status === 'ok' ? listAnswers(answer).map(({ onsetMs }) => cutStrokeMotion(answer.motion, onsetMs)) : []
}

/**
 * Cuts the motion around the onset of a stroke, 0.8 s before and 1.9 s after it. `onsetMs` is on the samples' clock.
 * Outside the capture its first or last sample is repeated.
 */
export function cutStrokeMotion({ channels, n, startMs }: EvenMotion, onsetMs: number): StrokeMotion {
  const onset = ((onsetMs - startMs) * GRID_HZ) / 1000
  return {
    channels: Array.from({ length: channels.length / n }, (_, c) =>
      resampleHoldingEnds(channels.subarray(c * n, (c + 1) * n), onset - LEAD, 1, LEAD + AFTER),
    ),
  }
}

/** Returns the values of x at start, start + step, …; outside, the first or last value. */
function resampleHoldingEnds(x: Float64Array, start: number, step: number, count: number): Float64Array {
  const out = resample(x, start, step, count)
  for (let i = 0; i < count && start + step * i < 0; i++) out[i] = x[0]
  for (let i = count - 1; i >= 0 && start + step * i > x.length - 1; i--) out[i] = x[x.length - 1]
  return out
}
