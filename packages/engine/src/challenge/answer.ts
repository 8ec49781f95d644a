import { type ImuStream, createInsufficient, type Insufficient, isFiniteNumber, readMembers } from '../capture.ts'
import { moments } from '../math/statistics.ts'
import { type EvenMotion, toEvenMotion, GRID_HZ } from '../timeline.ts'
import { type Challenge, challengeProblem, type CommandedStroke } from './challenge.ts'
import { findStroke, type DetectedStroke } from './detection.ts'
import { toHolderFrame } from './frame.ts'

const MIN_MS = 3000
const LEAST_SO_FAR_MS = 1000
// The part around a cue that is searched: from rest or the previous stroke to the end of the slowest response.
const BEFORE_CUE_MS = 1000
const AFTER_CUE_MS = 2000

/** The movements detected in an answer; `start` is the time on the samples' clock when the challenge began. */
export type DetectedAnswer = { status: 'ok'; motion: EvenMotion; start: number } & (
  | { strokes: readonly CommandedStroke[]; seen: (DetectedStroke | null)[] }
  | { pieces: readonly GesturePiece[] }
)

/**
 * Detects the movements in motion samples that answer a challenge of strokes or of gestures. The challenge began at
 * `startMs` on the samples' clock (default: the first sample). Returns the reason instead if the challenge or the
 * motion cannot be judged.
 */
export function detectAnswer(
  challenge: Challenge | GestureChallenge,
  imu: ImuStream,
  startMs?: number,
): DetectedAnswer | Insufficient {
  const pieces = readGestures(challenge)
  if (pieces === null) return detectStrokes(challenge as Challenge, imu, startMs)
  const motion = toEvenMotion(imu, MIN_MS)
  return motion.status === 'ok' ? { status: 'ok', motion, start: findStart(imu, startMs), pieces } : motion
}

/**
 * Detects the stroke after each cue of a challenge; `seen` is null for each cue without a stroke. The challenge began
 * at `startMs` on the samples' clock (default: the first sample). Returns the reason instead if the challenge is
 * malformed or the motion cannot be judged.
 */
export function detectStrokes(challenge: Challenge, imu: ImuStream, startMs?: number): DetectedAnswer | Insufficient {
  const problem = challengeProblem(challenge)
  if (problem !== null) return createInsufficient(problem)
  const motion = toEvenMotion(imu, MIN_MS)
  if (motion.status !== 'ok') return motion
  if (!motion.hasGravity) return createInsufficient('acceleration without gravity does not tell which way is up')
  const start = findStart(imu, startMs)
  const { strokes } = challenge
  return {
    status: 'ok',
    motion,
    start,
    strokes,
    seen: strokes.map(({ atMs }) => findStrokeAfter(motion, start + atMs)),
  }
}

/**
 * Detects strokes in the samples of an answer that isn't complete yet. Returns one entry for each given stroke, in
 * order; null for a stroke that cannot be detected yet. The challenge began at `startMs` on the samples' clock
 * (default: the first sample).
 */
export function detectStrokesSoFar(
  strokes: readonly CommandedStroke[],
  imu: ImuStream,
  startMs?: number,
): (DetectedStroke | null)[] {
  const motion = toEvenMotion(imu, LEAST_SO_FAR_MS)
  const start = findStart(imu, startMs)
  return strokes.map(({ atMs }) =>
    motion.status === 'ok' && motion.hasGravity ? findStrokeAfter(motion, start + atMs) : null,
  )
}

/** Returns when the challenge began on the samples' clock: the given time, otherwise that of the first sample. */
function findStart({ firstMs }: ImuStream, startMs?: number): number {
  return isFiniteNumber(startMs) ? startMs : (firstMs ?? 0)
}

function findStrokeAfter(motion: EvenMotion, cueMs: number): DetectedStroke | null {
  const held = toHolderFrame(motion, cueMs - BEFORE_CUE_MS, cueMs + AFTER_CUE_MS)
  return held && findStroke(held, cueMs)
}

/** A movement that answers a cue: its onset on the samples' clock, or the time span of a gesture. */
type AnsweredCue = { gesture: string; onsetMs: number; endMs?: number }

/**
 * Returns the name and onset of each movement that answers a cue, in order, on the samples' clock. Cues without a
 * detected stroke are skipped; named gestures also have an end.
 */
export function listAnswers(answer: DetectedAnswer): AnsweredCue[] {
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
 * Named movements, such as `air-letters/Z`, each made between its cue and the next. No service asks for them; they
 * serve to play recordings of known movements. Only their timing is judged.
 */
export type GestureChallenge = { version: 1; gestures: { gesture: string; atMs: number }[]; durationMs: number }

/** A gesture and its time span, relative to the start of the challenge. */
type GesturePiece = { gesture: string; fromMs: number; toMs: number }

const MOST_GESTURES = 12
// In m/s² and rad/s; a phone in a hand at rest stays far below.
const LEAST_MOVEMENT = 0.5
const LEAST_TURNING = 0.3

/**
 * Returns the gestures of a challenge with their time spans, each from its cue to the next. Null if the value isn't a
 * well-formed challenge of gestures.
 */
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

/**
 * Returns whether the phone moved or turned noticeably during the time span of a gesture. `start` is the time on the
 * samples' clock when the challenge began.
 */
export function isMade(motion: EvenMotion, { fromMs, toMs }: GesturePiece, start: number): boolean {
  const { n, startMs } = motion
  const at = (ms: number) => Math.round(((start + ms - startMs) * GRID_HZ) / 1000)
  const [from, to] = [Math.max(0, at(fromMs)), Math.min(n, at(toMs))]
  const spread = (first: number) => measureSpread(motion, { first, from, to })
  return to > from && (spread(0) >= LEAST_MOVEMENT || (motion.hasGyro && spread(3) >= LEAST_TURNING))
}

/** Returns the standard deviation over three channels, starting with `first`. */
function measureSpread(
  { channels, n }: EvenMotion,
  { first, from, to }: Record<'first' | 'from' | 'to', number>,
): number {
  const variances = [0, 1, 2].map(
    (c) => moments(channels.subarray((first + c) * n + from, (first + c) * n + to)).variance,
  )
  return Math.sqrt(variances[0] + variances[1] + variances[2])
}
