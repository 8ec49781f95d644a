import {
  type Capture,
  type Challenge,
  cutStrokes,
  enrollStrokes,
  motionSignature,
  strokeSignature,
} from '@stillhere/engine'
import { decodeStrokes, encodeStrokes, type RoundStroke } from '../research/strokes.ts'
import { findProblem, mismatchWords, nearestRound } from '../verification/captures.ts'

/** What a calibration can learn from, packed, and what it was cut from; or why it cannot, in words for the person. */
type StrokeJudgment = (PackedStrokes & { followed: Answer[] }) | Unusable
export type PackedStrokes = { packed: Uint8Array; strokeCount: number }
export type Unusable = { explanation: string }

/** Each of so many directions must come twice, so that two rounds make a template that the third can be held against. */
const LEAST_DIRECTIONS = 6
const LEAST_TAKES = 2

const UNMEASURED = 'Too few strokes could be measured. The phone must report how it turns, too: it needs a gyroscope.'

/** A capture, its place among the others, and the round that it comes nearest to. */
export type Answer = ReturnType<typeof nearestRound> & { capture: Capture; place: number }

/** Finds the round that each capture answers. */
export function readAnswers(captures: readonly Capture[], rounds: readonly Challenge[]): Answer[] {
  return captures.map((capture, place) => ({ capture, place, ...nearestRound(rounds, capture, place) }))
}

/**
 * Judges captures as an enrollment does, but for replays, and cuts the strokes of the first capture that follows each round.
 */
export function judgeStrokes(answers: readonly Answer[], rounds: readonly Challenge[]): StrokeJudgment {
  const chosen = rounds.map((round) => answers.find((one) => one.round === round && one.score.value === 1))
  const followed = chosen.filter((answer) => answer !== undefined)
  if (followed.length < rounds.length) return { explanation: mismatchWords(findNearestMiss(answers)) }
  // First: without rotation other checks fail, too, and what they say does not help.
  const judged = packStrokes(followed.flatMap(cutRound))
  if ('explanation' in judged) return judged
  const problem = followed.map(problemWith).find((found) => found !== null)
  return problem ? { explanation: problem.words } : { ...judged, followed }
}

function findNearestMiss(answers: readonly Answer[]): Answer['score'] {
  const scores = answers.map(({ score }) => score)
  const missed = scores.filter(({ value }) => value < 1)
  return (missed.length > 0 ? missed : scores).reduce((best, score) => (score.value > best.value ? score : best))
}

/** Returns why a capture is refused by itself; null where it is not. */
export function problemWith({ capture }: Answer): ReturnType<typeof findProblem> {
  return findProblem({ capture, compared: 'sensors', signature: motionSignature(capture), similarity: 0 })
}

function cutRound({ round, capture: { imu = [] } }: Answer, index: number): RoundStroke[] {
  return cutStrokes(round, imu).map((stroke) => ({ round: index, ...stroke }))
}

/** Judged is what calibration will read: strokes of which nothing can be measured are left out. */
function packStrokes(cut: readonly RoundStroke[]): PackedStrokes | Unusable {
  const strokes = decodeStrokes(encodeStrokes(cut)).filter((stroke) => strokeSignature(stroke).status === 'ok')
  const { gestures } = enrollStrokes(strokes.map(strokeSignature))
  const repeated = gestures.filter(({ count }) => count >= LEAST_TAKES)
  if (repeated.length < LEAST_DIRECTIONS) return { explanation: UNMEASURED }
  return { packed: encodeStrokes(strokes), strokeCount: strokes.length }
}
