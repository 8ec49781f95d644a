import { readMembers } from '../members.ts'
import { bend } from '../signature/scale.ts'
import { readImu } from '../streams/imu.ts'
import type { ImuSample } from '../types.ts'
import { STROKE_FEATURES, strokeFeatures } from './features.ts'
import { STROKE_MODEL, type StrokeModel } from './parameters.ts'
import { strokeViews } from './views.ts'

/**
 * The samples of one movement, and which movement it is: a direction, or any other name. `hasGravity` is what the whole capture tells
 * about its sensor; without it the samples of the movement alone decide.
 */
export type Stroke = { gesture: string; imu: readonly ImuSample[]; hasGravity?: boolean }

/** How a person makes one movement, as numbers in which 0 is the middle of everybody who makes it. */
export type StrokeSignature = {
  gesture: string
  vector: number[]
  /** Only strokes of one version can be compared; a sensor that removes gravity has its own. */
  version: string
  status: 'ok' | 'insufficient'
  /** Why nothing could be measured, in words. */
  reason: string | null
}

/**
 * Returns the signature of one movement. Never throws: where nothing can be measured, `status` is 'insufficient' and `reason`
 * says why.
 *
 * @example
 * cutStrokes(challenge, samples).map(strokeSignature)
 */
export function strokeSignature(stroke: Stroke): StrokeSignature {
  const { gesture, imu, hasGravity } = readMembers(stroke)
  if (typeof gesture !== 'string' || gesture === '') return nothing('', 'the stroke has no gesture')
  const views = strokeViews(readImu(imu), typeof hasGravity === 'boolean' ? hasGravity : undefined)
  if (views.status !== 'ok') return nothing(gesture, views.reason)
  const version = views.hasGravity ? STROKE_MODEL.version : `${STROKE_MODEL.version}-without-gravity`
  const vector = scaleStroke(STROKE_MODEL, gesture, strokeFeatures(views))
  return { gesture, vector, version, status: 'ok', reason: null }
}

function nothing(gesture: string, reason: string): StrokeSignature {
  const vector = Array.from({ length: STROKE_FEATURES }, () => 0)
  return { gesture, vector, version: STROKE_MODEL.version, status: 'insufficient', reason }
}

/** Features as distances from the gesture's middle in the population's spread, bent smoothly towards ±CLIP. */
export function scaleStroke(
  { center, spread, gestures }: Pick<StrokeModel, 'center' | 'spread' | 'gestures'>,
  gesture: string,
  raw: ArrayLike<number>,
): number[] {
  const middle = Object.hasOwn(gestures, gesture) ? gestures[gesture] : null
  return center.map((common, j) => {
    const value = (raw[j] - common) / spread[j] - (middle === null ? 0 : middle[j] / 100)
    return bend(value)
  })
}

/** Scaled features in the model's coordinates. */
export function placeStroke(
  { projection, unit }: Pick<StrokeModel, 'projection' | 'unit'>,
  vector: ArrayLike<number>,
): Float64Array {
  const out = new Float64Array(projection.length)
  for (let k = 0; k < out.length; k++) {
    const row = projection[k]
    let sum = 0
    for (let j = 0; j < row.length; j++) sum += row[j] * vector[j]
    out[k] = sum * unit[k]
  }
  return out
}
