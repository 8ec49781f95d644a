import { type CaptureStreams, type Insufficient, isFiniteNumber } from '../capture.ts'
import type { DetectedAnswer } from '../challenge/answer.ts'
import { CHALLENGE } from '../challenge/judge.ts'
import { isLaterThan, type ReactionTimes } from '../challenge/reaction.ts'
import { judgeSeen } from '../challenge/score.ts'
import { scoreCoupling } from '../coupling/score.ts'
import { toChallengeEvidence, toCouplingEvidence, type EngineEvidence, toPresenceEvidence } from '../evidence.ts'
import { sigmoid } from '../math/likelihood.ts'
import { judgePresence } from '../presence/score.ts'
import { digestStreams } from '../replay/digest.ts'
import { isReplay, replaySimilarity } from '../replay/similarity.ts'
import { createThreatReport } from '../threat/report.ts'

/** Evidence from the samples of one response, before they are compared with the enrolled person. */
export type Evidence = {
  factors: Pick<Factors, 'liveness' | 'challenge' | 'coupling' | 'replay'>
  /** The presence or the challenge couldn't be judged. */
  unjudged: boolean
  /** Why the presence couldn't be judged, or null. */
  signal: string | null
  synthetic: boolean
  replayed: boolean
  /** True if the strokes started later after their cues than the enrolled reaction times explain. */
  late: boolean
  /** The evidence for a receipt: EE-001, EE-002 if there was a camera, EE-003. */
  blocks: EngineEvidence[]
}

/** Input from the replay memory: digests to compare with, or the result of a comparison already made. */
type Memory = { earlier?: readonly Uint8Array[]; nearest?: number }

/** Information of the caller in addition to the samples. */
type ScoringContext = Memory & { simulated?: boolean; reaction: ReactionTimes | null }

const HUMAN_FROM = 0.5

/**
 * Computes all evidence of one response that doesn't depend on the enrolled template: presence, challenge, coupling,
 * threats and replay. `seen` are the detected movements; `known` holds earlier digests and the enrolled reaction times,
 * with which the response is compared if they are given.
 */
export function createEvidence(
  streams: CaptureStreams,
  seen: DetectedAnswer | Insufficient,
  known: ScoringContext,
): Evidence {
  const presence = judgePresence(streams)
  const answered = judgeSeen(CHALLENGE, seen)
  const coupling = scoreCoupling(streams)
  const report = createThreatReport(streams, { presence })
  const replay = compareWithMemory(streams, known)
  const coupled = coupling?.status === 'ok' ? coupling.score : null
  return {
    factors: { liveness: presence.score, challenge: answered.value, coupling: coupled, replay: replay.factor },
    unjudged: presence.status !== 'ok' || answered.status !== 'ok',
    signal: presence.reason,
    synthetic: known.simulated === true || presence.score < HUMAN_FROM || report.overallVerdict === 'likely_synthetic',
    replayed: replay.found,
    late: known.reaction !== null && isLaterThan(known.reaction, answered.strokes),
    blocks: [
      toPresenceEvidence(presence),
      ...(coupling ? [toCouplingEvidence(coupling)] : []),
      toChallengeEvidence(answered),
    ],
  }
}

function compareWithMemory(
  streams: CaptureStreams,
  { earlier, nearest: known }: Memory,
): { factor: number | null; found: boolean } {
  if (isFiniteNumber(known)) return { factor: 1 - known, found: isReplay(known) }
  if (earlier === undefined) return { factor: null, found: false }
  const digest = digestStreams(streams)
  if ('reason' in digest) return { factor: null, found: false }
  const nearest = Math.max(0, ...earlier.map((other) => replaySimilarity(digest.bytes, other).similarity))
  return { factor: 1 - nearest, found: isReplay(nearest) }
}

/** Factors of the score of one response, each 0..1, or null if there is no such evidence. */
export type Factors = {
  motion: number | null
  liveness: number | null
  challenge: number | null
  coupling: number | null
  replay: number | null
  device: number | null
  context: number | null
}

/** The factors of a response that wasn't judged. */
export const NO_FACTORS: Factors = {
  motion: null,
  liveness: null,
  challenge: null,
  coupling: null,
  replay: null,
  device: null,
  context: null,
}

export type FactorName = keyof Factors

// The score answers two questions. "The same person?" is answered by the likelihood ratio of the motion. "Alive and
// here?" is answered by all other factors, whose log-likelihood ratios add up. Missing evidence lowers the score,
// because a forger then had less to do.
const ABSENT: Readonly<Record<Exclude<FactorName, 'motion'>, number>> = {
  liveness: -6,
  challenge: -6,
  coupling: -0.7,
  replay: -0.7,
  device: -0.2,
  context: -0.2,
}
/** No single factor outweighs all the others. */
const MAX_LOG_ODDS = 5
/** Nine in ten willing people follow a challenge; one blind answer in a thousand does. */
const CHALLENGE_FOLLOWED = Math.log(0.9 / 0.001)

/**
 * Computes the presence score of a response with an enrollment, 0..1: P(same person) · P(alive and here), at even prior
 * odds. A missing factor lowers the score.
 */
export function scoreEnrolled(factors: Factors): number {
  return sigmoid(computeLogOdds(factors.motion)) * sigmoid(computeLivenessRatio(factors))
}

/**
 * Computes the presence score of a response without an enrollment, 0..1: the liveness, times the probability that the
 * motion is fresh. Unlike in `scoreEnrolled`, a followed challenge cannot make up for a low liveness, because it
 * doesn't make a motion more human.
 */
export function scoreUnrecognized(factors: Factors): number {
  return (factors.liveness ?? 0) * sigmoid(computeFreshnessRatio(factors))
}

function computeLivenessRatio(factors: Factors): number {
  return addRatio(computeFreshnessRatio(factors), 'liveness', factors)
}

function computeFreshnessRatio(factors: Factors): number {
  const { challenge } = factors
  const followed = challenge === null ? ABSENT.challenge : challenge === 1 ? CHALLENGE_FOLLOWED : -MAX_LOG_ODDS
  const names = ['coupling', 'replay', 'device', 'context'] as const
  return names.reduce((total, name) => addRatio(total, name, factors), followed)
}

function addRatio(total: number, name: keyof typeof ABSENT, factors: Factors): number {
  return total + (factors[name] === null ? ABSENT[name] : computeLogOdds(factors[name]))
}

/** Returns ln(p / (1 - p)), limited to ±5; null counts as the lowest value. */
function computeLogOdds(p: number | null): number {
  if (p === null || !(p > 0)) return -MAX_LOG_ODDS
  return Math.max(-MAX_LOG_ODDS, Math.min(MAX_LOG_ODDS, Math.log(p / (1 - Math.min(p, 1)))))
}
