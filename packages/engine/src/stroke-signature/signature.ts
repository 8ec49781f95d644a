import { type ImuSample, type ImuStream, type Insufficient, listEntries, readImu, readMembers } from '../capture.ts'
import { type GestureChallenge, listAnswers, detectAnswer, type DetectedAnswer } from '../challenge/answer.ts'
import type { Challenge } from '../challenge/challenge.ts'
import { strokeSignature as learned } from '../model/index.ts'
import { bend } from '../signature/signature.ts'
import { STROKE_FEATURES, computeStrokeFeatures } from './features.ts'
import { feelsGravity, computeStrokeViews } from './views.ts'

/** From slightly before the hand starts to after the slowest stroke, excluding the way back and the next stroke. */
const BEFORE_MS = 100
const AFTER_MS = 1300
const BEFORE_NEXT_MS = 60

/**
 * Cuts the samples around each stroke that answers a cue of the challenge, in order; for named gestures the samples
 * from one cue to the next. Cues without an answer are skipped. The challenge began at `startMs` on the samples' clock
 * (default: the first sample). Never throws.
 */
export function cutStrokes(
  challenge: Challenge | GestureChallenge,
  imu: readonly ImuSample[],
  startMs?: number,
): Stroke[] {
  const stream = readImu(imu)
  return splitAnswer(detectAnswer(challenge, stream, startMs), stream)
}

/**
 * Cuts the samples around each detected movement of an answer, in order, like `cutStrokes`. An empty list if the answer
 * is insufficient.
 */
export function splitAnswer(answer: DetectedAnswer | Insufficient, stream: ImuStream): Stroke[] {
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
 * The samples of one movement and its name: a direction, or any other name. `hasGravity` is what the whole capture
 * shows about its sensor; without it the samples of the movement decide.
 */
export type Stroke = { gesture: string; imu: readonly ImuSample[]; hasGravity?: boolean }

/**
 * Signature of one movement: numbers that describe how a person makes it; 0 is the average of all people who make that
 * movement.
 */
export type StrokeSignature = {
  gesture: string
  vector: number[]
  /** Only strokes of the same version can be compared. Sensors that remove gravity have their own version. */
  version: string
  status: 'ok' | 'insufficient'
  /** Why the stroke couldn't be measured, or null. */
  reason: string | null
}

/**
 * Computes the signature of one movement, which describes how a person makes it. Never throws: if the movement cannot
 * be measured, `status` is 'insufficient' and `reason` says why.
 *
 * @example
 * cutStrokes(challenge, samples).map(strokeSignature)
 */
export function strokeSignature(stroke: Stroke): StrokeSignature {
  const { gesture, imu, hasGravity } = readMembers(stroke)
  if (typeof gesture !== 'string' || gesture === '') return createEmptySignature('', 'the stroke has no gesture')
  const views = computeStrokeViews(readImu(imu), typeof hasGravity === 'boolean' ? hasGravity : undefined)
  if (views.status !== 'ok') return createEmptySignature(gesture, views.reason)
  const version = views.hasGravity ? STROKE_MODEL.version : `${STROKE_MODEL.version}-without-gravity`
  const vector = scaleStroke(STROKE_MODEL, gesture, computeStrokeFeatures(views))
  return { gesture, vector, version, status: 'ok', reason: null }
}

function createEmptySignature(gesture: string, reason: string): StrokeSignature {
  const vector = Array.from({ length: STROKE_FEATURES }, () => 0)
  return { gesture, vector, version: STROKE_MODEL.version, status: 'insufficient', reason }
}

/**
 * Scales features of a stroke to distances from the center of its gesture in units of the population's spread,
 * compressed smoothly towards ±CLIP. A gesture that the model doesn't know is centered on all gestures.
 */
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

/** Projects the vector of a stroke signature onto the coordinates in which the model compares. */
export function projectStroke(
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
 * Parameters for comparing strokes, learned by lab/training/stroke-signature.ts. The rows of `projection` (integers,
 * multiplied by the row's `unit`) project scaled features onto coordinates in which one person's takes of one gesture
 * have variance 1.
 */
export type StrokeModel = {
  version: string
  /** Identifies `projection` and `unit`. Coordinates stored under another name are recomputed. */
  coordinates: string
  /** Center of all gestures and spread of the population, per feature. */
  center: readonly number[]
  spread: readonly number[]
  /** Center of each gesture, in hundredths of the spread from `center`. */
  gestures: Readonly<Record<string, readonly number[]>>
  projection: readonly (readonly number[])[]
  unit: readonly number[]
  /** Variance between people who make the same gesture, in units of their own scatter. */
  between: readonly number[]
  /** Variance of the centers of gestures, used for gestures that aren't in `gestures`. */
  shared: readonly number[]
  /**
   * Slope and offset from the mean over six gestures, each compared with several takes, to log odds. Learned on
   * held-out people.
   */
  calibration: readonly number[]
  /** The same for gestures that are not in `gestures`. */
  calibrationOfOthers: readonly number[]
}

export const STROKE_MODEL: StrokeModel = learned
