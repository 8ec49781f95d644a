import { type ImuSample, readImu } from '../../packages/engine/src/capture.ts'
import { computeAngle, type Direction } from '../../packages/engine/src/challenge/challenge.ts'
import { type DetectedStroke, findStroke } from '../../packages/engine/src/challenge/detection.ts'
import { toHolderFrame, STROKE_STEP_MS } from '../../packages/engine/src/challenge/frame.ts'
import { measureAngleBetween, type ChallengeParameters } from '../../packages/engine/src/challenge/judge.ts'
import { toEvenMotion } from '../../packages/engine/src/timeline.ts'
import { requireEnough, roundToDigits } from './model-file.ts'
import { imuSamples, type Recording, recordings } from './recordings.ts'

/** Learned from the recordings: the scatter of strokes, and the properties of the weakest and least straight ones. */
export function trainChallenge(motionFolder: string): ChallengeParameters {
  return learnParameters(strokeTakes(motionFolder))
}

/** One recorded stroke, from rest to rest, and when in it the hand moves. */
export type StrokeTake = { direction: Direction; samples: ImuSample[]; onsetMs: number; endMs: number }

const SET = 'directional-strokes'
// The recordings name strokes by where they come from and go to.
const DIRECTION_OF: Readonly<Record<string, Direction>> = {
  left: 'left',
  right: 'right',
  up: 'up',
  down: 'down',
  'sw-ne': 'up-right',
  'se-nw': 'up-left',
  'ne-sw': 'down-left',
  'nw-se': 'down-right',
}

// The recordings are of one person with one phone; these factors leave room for others.
const WIDER = 1.5
const WEAKER = 0.5
const LESS_STRAIGHT = { clear: 2, least: 3 }
const DEEPER = 4

export function learnParameters(takes: readonly StrokeTake[]): ChallengeParameters {
  requireEnough('challenge', 'strokes', takes.length, 8)
  const strokes = takes.flatMap((take) => {
    const stroke = findTakenStroke(take)
    return stroke
      ? [{ ...stroke, off: measureAngleBetween(Math.atan2(stroke.up, stroke.right), computeAngle(take.direction)) }]
      : []
  })
  const size = ({ right, up }: DetectedStroke) => Math.hypot(right, up)
  const bent =
    1 -
    quantile(
      0.01,
      strokes.map(({ straightness }) => straightness),
    )
  const [angleSd, leastStrength, clearStraightness, leastStraightness, mostDepth] = roundToDigits(
    [
      WIDER * Math.sqrt(strokes.reduce((total, { off }) => total + off * off, 0) / strokes.length),
      WEAKER * quantile(0.01, strokes.map(size)),
      1 - LESS_STRAIGHT.clear * bent,
      1 - LESS_STRAIGHT.least * bent,
      DEEPER *
        quantile(
          0.99,
          strokes.map((stroke) => Math.abs(stroke.towards) / size(stroke)),
        ),
    ],
    4,
  )
  return { angleSd, leastStrength, clearStraightness, leastStraightness, mostDepth }
}

/** The stroke that is seen in a take, as if the cue had come with its first sample. */
export function findTakenStroke({ samples }: StrokeTake): DetectedStroke | null {
  const motion = toEvenMotion(readImu(samples), 500)
  const held = motion.status === 'ok' ? toHolderFrame(motion, -Infinity, Infinity) : null
  return held && findStroke(held, 0)
}

function quantile(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}

/** All recorded strokes. */
export function strokeTakes(motionFolder: string): StrokeTake[] {
  return recordings(motionFolder, SET).flatMap(readStrokeTake)
}

/** The stroke of one recording, if it shows one. */
export function readStrokeTake(recording: Recording): StrokeTake[] {
  const direction = DIRECTION_OF[recording.label ?? '']
  const samples = imuSamples(recording, SET)
  const moving = movingPart(samples)
  return direction && moving ? [{ direction, samples, ...moving }] : []
}

/** The times at which the acceleration leaves and returns to rest, by its magnitude alone, so that no detector rates itself. */
function movingPart(samples: readonly ImuSample[]): { onsetMs: number; endMs: number } | null {
  const motion = toEvenMotion(readImu(samples), 500)
  const held = motion.status === 'ok' ? toHolderFrame(motion, -Infinity, Infinity) : null
  if (held === null) return null
  const [right, up] = [withoutRest(held.right), withoutRest(held.up)]
  const size = right.map((value, i) => Math.hypot(value, up[i]))
  const most = Math.max(...size)
  const strong = size.findIndex((value) => value > 0.35 * most)
  const first = size.findLastIndex((value, i) => i < strong && value < 0.15 * most) + 1
  const last = size.findLastIndex((value) => value > 0.25 * most)
  const endMs = Math.min(
    Math.max(STROKE_STEP_MS * last + 60, STROKE_STEP_MS * first + 600),
    STROKE_STEP_MS * first + 1100,
    samples[samples.length - 1].t,
  )
  return { onsetMs: STROKE_STEP_MS * first, endMs }
}

/** Without what the axis shows at rest, which the tilt of the arm moves from its first to its last value. */
function withoutRest(x: Float64Array): Float64Array {
  const mean = (from: number, to: number) => x.slice(from, to).reduce((a, b) => a + b, 0) / (to - from)
  const before = mean(0, 5)
  // The shortest takes stop with the movement and never show the rest after it.
  const after = x.length > 40 ? mean(x.length - 5, x.length) : before
  return x.map((value, i) => value - before - ((after - before) * i) / x.length)
}
