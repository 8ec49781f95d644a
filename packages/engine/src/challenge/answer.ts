import { insufficient } from '../insufficient.ts'
import { isFiniteNumber } from '../members.ts'
import type { ImuStream } from '../streams/imu.ts'
import { type EvenMotion, evenMotion } from '../timeline.ts'
import type { Insufficient } from '../types.ts'
import { type Challenge, type CommandedStroke, challengeProblem } from './challenge.ts'
import { levelMotion } from './frame.ts'
import { type GestureChallenge, type GesturePiece, readGestures } from './gestures.ts'
import { findStroke, type SeenStroke } from './seen.ts'

const MIN_MS = 3000
const LEAST_SO_FAR_MS = 1000
// What is looked at around a cue: from rest or the stroke before to the end of the slowest answer.
const BEFORE_CUE_MS = 1000
const AFTER_CUE_MS = 2000

/** What is seen of an answer; `start` is when the challenge began on the samples' clock. */
export type SeenAnswer = { status: 'ok'; motion: EvenMotion; start: number } & (
  | { strokes: readonly CommandedStroke[]; seen: (SeenStroke | null)[] }
  | { pieces: readonly GesturePiece[] }
)

/** Looks for the strokes or the gestures of a challenge; says why where it or the motion cannot be judged. */
export function seeAnswer(
  challenge: Challenge | GestureChallenge,
  imu: ImuStream,
  startMs?: number,
): SeenAnswer | Insufficient {
  const pieces = readGestures(challenge)
  if (pieces === null) return seeStrokes(challenge as Challenge, imu, startMs)
  const motion = evenMotion(imu, MIN_MS)
  return motion.status === 'ok' ? { status: 'ok', motion, start: findStart(imu, startMs), pieces } : motion
}

/** The same of strokes alone. */
export function seeStrokes(challenge: Challenge, imu: ImuStream, startMs?: number): SeenAnswer | Insufficient {
  const problem = challengeProblem(challenge)
  if (problem !== null) return insufficient(problem)
  const motion = evenMotion(imu, MIN_MS)
  if (motion.status !== 'ok') return motion
  if (!motion.hasGravity) return insufficient('acceleration without gravity does not tell which way is up')
  const start = findStart(imu, startMs)
  const { strokes } = challenge
  return { status: 'ok', motion, start, strokes, seen: strokes.map(({ atMs }) => strokeAfter(motion, start + atMs)) }
}

/** The same of the strokes that are known so far, while the motion goes on. */
export function seeSoFar(strokes: readonly CommandedStroke[], imu: ImuStream, startMs?: number): (SeenStroke | null)[] {
  const motion = evenMotion(imu, LEAST_SO_FAR_MS)
  const start = findStart(imu, startMs)
  return strokes.map(({ atMs }) =>
    motion.status === 'ok' && motion.hasGravity ? strokeAfter(motion, start + atMs) : null,
  )
}

/** When the challenge began on the samples' clock: at the time given, or else with the first sample. */
function findStart({ firstMs }: ImuStream, startMs?: number): number {
  return isFiniteNumber(startMs) ? startMs : (firstMs ?? 0)
}

function strokeAfter(motion: EvenMotion, cueMs: number): SeenStroke | null {
  const held = levelMotion(motion, cueMs - BEFORE_CUE_MS, cueMs + AFTER_CUE_MS)
  return held && findStroke(held, cueMs)
}

/** A movement that answers a cue: when the hand set out on the samples' clock, or the time of a gesture. */
export type AnsweredCue = { gesture: string; onsetMs: number; endMs?: number }

/** The strokes or gestures that answer a cue, in their order. */
export function listAnswers(answer: SeenAnswer): AnsweredCue[] {
  const { start } = answer
  if ('pieces' in answer) {
    return answer.pieces.map(({ gesture, fromMs, toMs }) => ({ gesture, onsetMs: start + fromMs, endMs: start + toMs }))
  }
  return answer.strokes.flatMap(({ direction, atMs }, i) => {
    const seen = answer.seen[i]
    return seen === null ? [] : [{ gesture: direction, onsetMs: start + atMs + seen.onsetMs }]
  })
}
