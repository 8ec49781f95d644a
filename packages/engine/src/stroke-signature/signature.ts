import { type ImuSample, type ImuStream, type Insufficient, listEntries, readImu, readMembers } from '../capture.ts'
import { type GestureChallenge, listAnswers, seeAnswer, type SeenAnswer } from '../challenge/answer.ts'
import type { Challenge } from '../challenge/challenge.ts'
import { strokeSignature as learned } from '../model/index.ts'
import { bend } from '../signature/signature.ts'
import { STROKE_FEATURES, strokeFeatures } from './features.ts'
import { feelsGravity, strokeViews } from './views.ts'

/** From a little before the hand starts to past the slowest stroke, not into a way back and not into the next stroke. */
const BEFORE_MS = 100
const AFTER_MS = 1300
const BEFORE_NEXT_MS = 60

/**
 * Returns the samples around each stroke that answers a cue of the challenge, in their order; of gestures with names those from
 * a cue to the next. The challenge began at `startMs` on the samples' clock, or else with the first sample. A cue that nothing
 * answers has none. Never throws.
 */
export function cutStrokes(
  challenge: Challenge | GestureChallenge,
  imu: readonly ImuSample[],
  startMs?: number,
): Stroke[] {
  const stream = readImu(imu)
  return cutAnswer(seeAnswer(challenge, stream, startMs), stream)
}

/** The same of an answer that was looked at already. */
export function cutAnswer(answer: SeenAnswer | Insufficient, stream: ImuStream): Stroke[] {
  if (answer.status !== 'ok') return []
  const entries = listEntries(stream)
  const hasGravity = feelsGravity(stream.samples)
  return listAnswers(answer).map(({ gesture, onsetMs, endMs }, i, answers) => {
    if (endMs !== undefined) return { gesture, imu: entries.filter(({ t }) => t >= onsetMs && t < endMs), hasGravity }
    const nextMs = answers[i + 1]?.onsetMs ?? Number.POSITIVE_INFINITY
    const lastMs = Math.min(onsetMs + AFTER_MS, nextMs - BEFORE_NEXT_MS)
    return { gesture, imu: entries.filter(({ t }) => t >= onsetMs - BEFORE_MS && t <= lastMs), hasGravity }
  })
}

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

/**
 * How strokes are compared, learned by lab/training/stroke-signature.ts. The rows of `projection` (whole numbers, times `unit` of
 * the row) carry scaled features to coordinates in which one person's takes of one gesture scatter with variance 1.
 */
export type StrokeModel = {
  version: string
  /** Names `projection` and `unit`: coordinates that were stored under another name are computed anew. */
  coordinates: string
  /** Middle of all gestures and spread of the population, by feature. */
  center: readonly number[]
  spread: readonly number[]
  /** Where the middle of a gesture lies, in hundredths of the spread from `center`. */
  gestures: Readonly<Record<string, readonly number[]>>
  projection: readonly (readonly number[])[]
  unit: readonly number[]
  /** Variance between people who make the same gesture, in units of their own scatter. */
  between: readonly number[]
  /** Variance of the middles of gestures: what everybody who makes a gesture that is not in `gestures` has in common. */
  shared: readonly number[]
  /** From the mean over six gestures, each compared with several takes, to log odds: slope and offset, learned on people left out. */
  calibration: readonly number[]
  /** The same for gestures that are not in `gestures`. */
  calibrationOfOthers: readonly number[]
}

export const STROKE_MODEL: StrokeModel = learned
