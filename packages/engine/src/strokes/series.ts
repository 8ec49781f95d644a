import { type ImuSample, readImu } from '../capture.ts'
import { type GestureChallenge, listAnswers, seeAnswer } from '../challenge/answer.ts'
import type { Challenge } from '../challenge/challenge.ts'
import { resample } from '../math/smoothing.ts'
import { scaleToUnit } from '../math/statistics.ts'
import { type EvenMotion, GRID_HZ } from '../timeline.ts'
import { prepareGaussian, smoothCoarsely, smoothStretch, type Stretch } from './smoothing.ts'

/** What is compared of a stroke: series on the engine's grid that do not change when the phone is held otherwise. */
export type StrokeSeries = { values: Float64Array[]; hasRotation: boolean }

export const STROKE_SERIES = 4
/** A digest holds 1.1 s, from 60 ms before the onset. */
export const STROKE_LENGTH = 55
const BEFORE_ONSET = 3
/** So many samples more at either end, for onsets that were seen sooner or later. */
export const MARGIN = 10

/** Samples before and after the onset, far enough for all speeds, lags and filters. */
const LEAD = 40

const FIRST = LEAD - BEFORE_ONSET - MARGIN
/** All that is kept of a series. */
const CUT: Stretch = { from: FIRST, to: FIRST + STROKE_LENGTH + 2 * MARGIN }

/** Everybody's strokes share their slow shape; what the hand never does alike twice is quicker than this. */
const SHAPE = prepareGaussian(0.08 * GRID_HZ)
const NOISE = prepareGaussian(0.015 * GRID_HZ)
const GRAVITY = prepareGaussian(0.4 * GRID_HZ)
/** A quarter of its sigma. */
const GRAVITY_STEP = 5

/** What is read to make `CUT` of it by one more filter of the shape, and by two. */
const NEAR = widen(CUT, SHAPE.reach)
const AROUND = widen(NEAR, SHAPE.reach)

/**
 * Size of the acceleration, acceleration along gravity, size of the rotation, and how far the two go together, each without
 * its slow part. Played `speed` times as slowly, before anything is filtered.
 */
export function strokeSeries({ channels }: StrokeMotion, speed: number): StrokeSeries {
  const played = channels.map((channel) => resampleAtSpeed(channel, speed))
  const quick = played.map((channel) => smoothStretch(channel, NOISE, AROUND))
  const fine = quick.map((channel) => withoutShape(channel, NEAR))
  const gravity = played.slice(0, 3).map((channel) => smoothCoarsely(channel, GRAVITY, CUT, GRAVITY_STEP))
  const hasRotation = played.length === 6
  const acceleration = [withoutShape(sizes(fine.slice(0, 3)), CUT), alongGravity(fine, gravity)]
  const rotation = hasRotation ? [withoutShape(sizes(quick.slice(3)), CUT), products(fine)] : []
  return { values: [...acceleration, ...rotation].map(cut), hasRotation }
}

/** All of it at another speed, the onset at the same sample. */
function resampleAtSpeed(channel: Float64Array, speed: number): Float64Array {
  return sampleHoldingEnds(channel, LEAD - LEAD / speed, 1 / speed, channel.length)
}

function withoutShape(x: Float64Array, stretch: Stretch): Float64Array {
  const out = smoothStretch(x, SHAPE, stretch)
  for (let i = stretch.from; i < stretch.to; i++) out[i] = x[i] - out[i]
  return out
}

function widen({ from, to }: Stretch, by: number): Stretch {
  return { from: from - by, to: to + by }
}

function sizes([x, y, z]: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(x.length)
  for (let i = 0; i < out.length; i++) out[i] = Math.sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i])
  return out
}

function alongGravity([x, y, z]: readonly Float64Array[], [gx, gy, gz]: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(x.length)
  for (let i = CUT.from; i < CUT.to; i++) {
    const size = Math.sqrt(gx[i] * gx[i] + gy[i] * gy[i] + gz[i] * gz[i]) || 1
    out[i] = (x[i] * gx[i] + y[i] * gy[i] + z[i] * gz[i]) / size
  }
  return out
}

function products(fine: readonly Float64Array[]): Float64Array {
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

/** The sensors around one stroke on the engine's grid, its onset at sample `LEAD`. Plain data. */
export type StrokeMotion = { channels: Float64Array[] }

const AFTER = 95

/** The motion around each stroke that answers a cue of the challenge; none of what cannot be judged. */
export function strokeMotions(imu: readonly ImuSample[], challenge: Challenge | GestureChallenge): StrokeMotion[] {
  const answer = seeAnswer(challenge, readImu(imu))
  return answer.status === 'ok' ? listAnswers(answer).map(({ onsetMs }) => strokeMotion(answer.motion, onsetMs)) : []
}

/** The motion around an onset; what lies outside the capture repeats its first or last sample. */
export function strokeMotion({ channels, n, startMs }: EvenMotion, onsetMs: number): StrokeMotion {
  const onset = ((onsetMs - startMs) * GRID_HZ) / 1000
  return {
    channels: Array.from({ length: channels.length / n }, (_, c) =>
      sampleHoldingEnds(channels.subarray(c * n, (c + 1) * n), onset - LEAD, 1, LEAD + AFTER),
    ),
  }
}

/** Values at start, start + step, …; outside, the first or last one. */
function sampleHoldingEnds(x: Float64Array, start: number, step: number, count: number): Float64Array {
  const out = resample(x, start, step, count)
  for (let i = 0; i < count && start + step * i < 0; i++) out[i] = x[0]
  for (let i = count - 1; i >= 0 && start + step * i > x.length - 1; i--) out[i] = x[x.length - 1]
  return out
}
