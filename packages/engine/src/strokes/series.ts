import { smoothGaussian } from '../math/smoothing.ts'
import { scaleToUnit } from '../math/vectors.ts'
import { GRID_HZ } from '../timeline.ts'
import { sampleHoldingEnds, LEAD, type StrokeMotion } from './motion.ts'

/** What is compared of a stroke: series on the engine's grid that do not change when the phone is held otherwise. */
export type StrokeSeries = { values: Float64Array[]; hasRotation: boolean }

export const STROKE_SERIES = 4
/** A digest holds 1.1 s, from 60 ms before the onset. */
export const STROKE_LENGTH = 55
const BEFORE_ONSET = 3
/** So many samples more at either end, for onsets that were seen sooner or later. */
export const MARGIN = 10
const WHOLE = STROKE_LENGTH + 2 * MARGIN
const FIRST = LEAD - BEFORE_ONSET - MARGIN

/** Everybody's strokes share their slow shape; what the hand never does alike twice is quicker than this. */
const SHAPE_SECONDS = 0.08
const NOISE_SECONDS = 0.015
const GRAVITY_SECONDS = 0.4

/**
 * Size of the acceleration, acceleration along gravity, size of the rotation, and how far the two go together, each without
 * its slow part. Played `speed` times as slowly, before anything is filtered.
 */
export function strokeSeries({ channels }: StrokeMotion, speed: number): StrokeSeries {
  const played = channels.map((channel) => resampleAtSpeed(channel, speed))
  const quick = played.map((channel) => smoothGaussian(channel, NOISE_SECONDS * GRID_HZ))
  const fine = quick.map(withoutShape)
  const gravity = played.slice(0, 3).map((channel) => smoothGaussian(channel, GRAVITY_SECONDS * GRID_HZ))
  const hasRotation = played.length === 6
  const along = alongGravity(fine, gravity)
  const acceleration = [withoutShape(sizes(fine.slice(0, 3))), along]
  const rotation = hasRotation ? [withoutShape(sizes(quick.slice(3))), products(fine)] : []
  return { values: [...acceleration, ...rotation].map(cut), hasRotation }
}

/** All of it at another speed, the onset at the same sample. */
function resampleAtSpeed(channel: Float64Array, speed: number): Float64Array {
  return sampleHoldingEnds(channel, LEAD - LEAD / speed, 1 / speed, channel.length)
}

function withoutShape(x: Float64Array): Float64Array {
  const shape = smoothGaussian(x, SHAPE_SECONDS * GRID_HZ)
  return x.map((value, i) => value - shape[i])
}

function sizes([x, y, z]: readonly Float64Array[]): Float64Array {
  return x.map((value, i) => Math.hypot(value, y[i], z[i]))
}

function alongGravity([x, y, z]: readonly Float64Array[], [gx, gy, gz]: readonly Float64Array[]): Float64Array {
  return x.map((value, i) => {
    const size = Math.hypot(gx[i], gy[i], gz[i]) || 1
    return (value * gx[i] + y[i] * gy[i] + z[i] * gz[i]) / size
  })
}

function products(fine: readonly Float64Array[]): Float64Array {
  return fine[0].map((value, i) => value * fine[3][i] + fine[1][i] * fine[4][i] + fine[2][i] * fine[5][i])
}

function cut(x: Float64Array): Float64Array {
  const part = x.slice(FIRST, FIRST + WHOLE)
  scaleToUnit(part)
  return part
}
