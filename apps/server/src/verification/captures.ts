import {
  type Capture,
  type Challenge,
  type ChallengeScore,
  enroll,
  isReplay,
  type MotionSignature,
  matchScore,
  motionSignature,
  presenceScore,
  REJECTION_WORDS,
  type RejectionReason,
  scoreChallenge,
  threatReport,
} from '@stillhere/engine'
import type { CaptureProblem } from './rules.ts'

type Template = ReturnType<typeof enroll>

/** What came of the captures of an enrollment. */
export type Judgment = { template: Template } | { problems: CaptureProblem[] }

const ALIVE_FROM = 0.5
/**
 * A thousand to one against one person. Three captures of one phone in one place fell below it in 0 to 0.4 of 100 trials with
 * real recordings, two captures of one person and one of another in 12 to 66. It is no proof, only a stop to carelessness.
 */
const CONSISTENT_FROM = 0.001

/** Judges each capture by itself, then whether one follows the challenge, then whether they can be of one person. */
export function judgeCaptures(
  captures: readonly Capture[],
  challenge: Challenge,
  similarities: readonly number[],
): Judgment {
  const compared: Compared = captures.every(({ frames }) => frames !== undefined) ? 'landmarks' : 'sensors'
  const signatures = captures.map((capture) => signatureIn(capture, compared))
  const single = captures.flatMap((capture, index) => {
    const judged = { capture, compared, signature: signatures[index], similarity: similarities[index] ?? 0 }
    const reason = captureProblem(judged)
    return reason === null ? [] : [{ capture: index, reason, words: REJECTION_WORDS[reason] }]
  })
  if (single.length > 0) return { problems: single }
  const together = findUnanswered(captures, challenge) ?? unlike(signatures)
  return together ? { problems: [together] } : { template: enroll(signatures) }
}

/** What is enrolled: landmarks where every capture has them, otherwise the motion sensors. */
type Compared = 'landmarks' | 'sensors'

function signatureIn({ imu = [], frames = [] }: Capture, compared: Compared): MotionSignature {
  return motionSignature(compared === 'landmarks' ? { frames } : { imu })
}

type OneCapture = {
  capture: Capture
  compared: Compared
  signature: MotionSignature | undefined
  similarity: number
}

function captureProblem({ capture, compared, signature, similarity }: OneCapture): RejectionReason | null {
  if (signature?.status !== 'ok') return 'insufficient_signal'
  const presence = presenceScore(capture)
  if (presence.status !== 'ok') return 'insufficient_signal'
  const { overallVerdict } = threatReport(capture, { presence })
  if (presence.score < ALIVE_FROM || overallVerdict === 'likely_synthetic') return 'liveness_failed'
  if (compared === 'landmarks' && !isSeenAlive(capture)) return 'liveness_failed'
  return isReplay(similarity) ? 'replay_detected' : null
}

/** Sensors that are alive say nothing about landmarks that were made up beside them. */
function isSeenAlive({ frames = [] }: Capture): boolean {
  return presenceScore({ frames }).score >= ALIVE_FROM
}

function findUnanswered(captures: readonly Capture[], challenge: Challenge): CaptureProblem | null {
  const scores = captures.map(({ imu = [] }) => scoreChallenge(challenge, imu))
  if (scores.some(({ value }) => value === 1)) return null
  const nearest = scores.reduce((best, score) => (score.value > best.value ? score : best))
  return { capture: null, reason: 'challenge_mismatch', words: mismatchWords(nearest) }
}

function mismatchWords({ reason }: ChallengeScore): string {
  const words = REJECTION_WORDS.challenge_mismatch
  return reason === null ? words : `${words} In the capture that came nearest, ${reason}.`
}

/** The capture that resembles the others least, if it resembles them too little. */
function unlike(signatures: readonly MotionSignature[]): CaptureProblem | null {
  if (signatures.length < 2) return null
  const scores = signatures.map((signature, i) => matchScore(enroll(signatures.filter((_, j) => j !== i)), signature))
  const least = Math.min(...scores)
  if (least >= CONSISTENT_FROM) return null
  const words = 'This capture does not resemble the others. All captures must be of one person, doing the same.'
  return { capture: scores.indexOf(least), reason: 'motion_signature_mismatch', words }
}
