import {
  type Capture,
  type Challenge,
  cutStrokes,
  enrollStrokes,
  motionSignature,
  REJECTION_WORDS,
  strokeSignature,
} from '@stillhere/engine'
import { decodeStrokes, encodeStrokes, type RoundStroke } from '../research/strokes.ts'
import { findProblem, mismatchWords, nearestRound } from '../verification/captures.ts'

/** What a calibration can learn from, packed; or why it cannot, in words for the person. */
export type StrokeJudgment = { packed: Uint8Array; strokeCount: number } | { explanation: string }

/** Each of so many directions must come twice, so that two rounds make a template that the third can be held against. */
const LEAST_DIRECTIONS = 6
const LEAST_TAKES = 2

const UNMEASURED = 'Too few strokes could be measured. The phone must report how it turns, too: it needs a gyroscope.'

type Asked = { rounds: readonly Challenge[]; similarities: readonly number[] }
type Answer = ReturnType<typeof nearestRound> & { capture: Capture; similarity: number }

/** Judges captures as an enrollment does, and cuts the strokes of the first capture that follows each round. */
export function judgeStrokes(captures: readonly Capture[], { rounds, similarities }: Asked): StrokeJudgment {
  const answers = captures.map((capture, index) => {
    return { capture, similarity: similarities[index] ?? 0, ...nearestRound(rounds, capture, index) }
  })
  const chosen = rounds.map((round) => answers.find((one) => one.round === round && one.score.value === 1))
  const followed = chosen.filter((answer) => answer !== undefined)
  if (followed.length < rounds.length) return { explanation: mismatchWords(findNearestMiss(answers)) }
  // First: without rotation other checks fail, too, and what they say does not help.
  const judged = packStrokes(followed.flatMap(cutRound))
  if ('explanation' in judged) return judged
  const problem = followed.map(problemWith).find((reason) => reason !== null)
  return problem ? { explanation: REJECTION_WORDS[problem] } : judged
}

function findNearestMiss(answers: readonly Answer[]): Answer['score'] {
  const scores = answers.map(({ score }) => score)
  const missed = scores.filter(({ value }) => value < 1)
  return (missed.length > 0 ? missed : scores).reduce((best, score) => (score.value > best.value ? score : best))
}

function problemWith({ capture, similarity }: Answer): ReturnType<typeof findProblem> {
  return findProblem({ capture, compared: 'sensors', signature: motionSignature(capture), similarity })
}

function cutRound({ round, capture: { imu = [] } }: Answer, index: number): RoundStroke[] {
  return cutStrokes(round, imu).map((stroke) => ({ round: index, ...stroke }))
}

/** Judged is what calibration will read: strokes of which nothing can be measured are left out. */
function packStrokes(cut: readonly RoundStroke[]): StrokeJudgment {
  const strokes = decodeStrokes(encodeStrokes(cut)).filter((stroke) => strokeSignature(stroke).status === 'ok')
  const { gestures } = enrollStrokes(strokes.map(strokeSignature))
  const repeated = gestures.filter(({ count }) => count >= LEAST_TAKES)
  if (repeated.length < LEAST_DIRECTIONS) return { explanation: UNMEASURED }
  return { packed: encodeStrokes(strokes), strokeCount: strokes.length }
}
