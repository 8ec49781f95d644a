import { moments } from '../math/statistics.ts'
import { isFiniteNumber, readMembers } from '../members.ts'
import { type EvenMotion, GRID_HZ } from '../timeline.ts'

/**
 * Movements with names of their own, such as `air-letters/Z`, each made between its cue and the next. No service asks for them:
 * recordings of known movements are played through one in its place. Only when they were made is judged.
 */
export type GestureChallenge = { version: 1; gestures: { gesture: string; atMs: number }[]; durationMs: number }

/** A gesture and the time that it has, counted from the start of the challenge. */
export type GesturePiece = { gesture: string; fromMs: number; toMs: number }

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
