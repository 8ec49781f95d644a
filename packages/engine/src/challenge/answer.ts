import { type ImuStream, insufficient, type Insufficient, isFiniteNumber, readMembers } from '../capture.ts'
import { moments } from '../math/statistics.ts'
import { type EvenMotion, evenMotion, GRID_HZ } from '../timeline.ts'
import { type Challenge, challengeProblem, type CommandedStroke } from './challenge.ts'
import { findStroke, type SeenStroke } from './detection.ts'
import { levelMotion } from './frame.ts'

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
type AnsweredCue = { gesture: string; onsetMs: number; endMs?: number }

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

/**
 * Movements with names of their own, such as `air-letters/Z`, each made between its cue and the next. No service asks for them:
 * recordings of known movements are played through one in its place. Only when they were made is judged.
 */
export type GestureChallenge = { version: 1; gestures: { gesture: string; atMs: number }[]; durationMs: number }

/** A gesture and the time that it has, counted from the start of the challenge. */
type GesturePiece = { gesture: string; fromMs: number; toMs: number }

const MOST_GESTURES = 12
// In m/s² and rad/s; a phone in a hand at rest stays far below.
const LEAST_MOVEMENT = 0.5
const LEAST_TURNING = 0.3

/** Returns the pieces of a challenge of gestures; null for anything else. */
export function readGestures(challenge: unknown): GesturePiece[] | null {
  const { version, gestures, durationMs } = readMembers(challenge)
  if (version !== 1 || !Array.isArray(gestures) || !isFiniteNumber(durationMs)) return null
  if (gestures.length === 0 || gestures.length > MOST_GESTURES) return null
  const pieces = gestures.map((one, i) => {
    const { gesture, atMs } = readMembers(one)
    const { atMs: nextMs = durationMs } = readMembers(gestures[i + 1])
    return { gesture, fromMs: atMs, toMs: nextMs }
  })
  return pieces.every(isPiece) ? pieces : null
}

function isPiece(piece: Record<keyof GesturePiece, unknown>): piece is GesturePiece {
  const { gesture, fromMs, toMs } = piece
  return typeof gesture === 'string' && isFiniteNumber(fromMs) && isFiniteNumber(toMs) && toMs > fromMs
}

/** Whether the phone moved or turned in the time of a gesture; the challenge began at `start` on the samples' clock. */
export function isMade(motion: EvenMotion, { fromMs, toMs }: GesturePiece, start: number): boolean {
  const { n, startMs } = motion
  const at = (ms: number) => Math.round(((start + ms - startMs) * GRID_HZ) / 1000)
  const [from, to] = [Math.max(0, at(fromMs)), Math.min(n, at(toMs))]
  const spread = (first: number) => measureSpread(motion, { first, from, to })
  return to > from && (spread(0) >= LEAST_MOVEMENT || (motion.hasGyro && spread(3) >= LEAST_TURNING))
}

/** Standard deviation over three channels, from `first` on. */
function measureSpread(
  { channels, n }: EvenMotion,
  { first, from, to }: Record<'first' | 'from' | 'to', number>,
): number {
  const variances = [0, 1, 2].map(
    (c) => moments(channels.subarray((first + c) * n + from, (first + c) * n + to)).variance,
  )
  return Math.sqrt(variances[0] + variances[1] + variances[2])
}
