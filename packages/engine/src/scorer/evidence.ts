import { type CaptureStreams, type Insufficient, isFiniteNumber } from '../capture.ts'
import type { SeenAnswer } from '../challenge/answer.ts'
import { CHALLENGE } from '../challenge/judge.ts'
import { isLaterThan, type ReactionTimes } from '../challenge/reaction.ts'
import { judgeSeen } from '../challenge/score.ts'
import { coupleStreams } from '../coupling/score.ts'
import { challengeEvidence, couplingEvidence, type EngineEvidence, presenceEvidence } from '../evidence.ts'
import { sigmoid } from '../math/likelihood.ts'
import { judgePresence } from '../presence/score.ts'
import { digestStreams } from '../replay/digest.ts'
import { isReplay, replaySimilarity } from '../replay/similarity.ts'
import { reportThreats } from '../threat/report.ts'

/** What the samples of one response say, before anything about the person is known. */
export type Evidence = {
  factors: Pick<Factors, 'liveness' | 'challenge' | 'coupling' | 'replay'>
  /** The presence or the challenge could not be judged at all. */
  unjudged: boolean
  /** Why the presence could not be judged. */
  signal: string | null
  synthetic: boolean
  replayed: boolean
  /** The strokes came later after their cues than the enrolled person's. */
  late: boolean
  /** The same for a receipt: EE-001, EE-002 where a camera looked on, EE-003. */
  blocks: EngineEvidence[]
}

/** What the replay memory knows: the digests to compare with, or the outcome of a comparison that was made already. */
type Memory = { earlier?: readonly Uint8Array[]; nearest?: number }

/** What a caller knows beside the samples. */
type Known = Memory & { simulated?: boolean; reaction: ReactionTimes | null }

const HUMAN_FROM = 0.5

export function gatherEvidence(streams: CaptureStreams, seen: SeenAnswer | Insufficient, known: Known): Evidence {
  const presence = judgePresence(streams)
  const answered = judgeSeen(CHALLENGE, seen)
  const coupling = coupleStreams(streams)
  const report = reportThreats(streams, { presence })
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
      presenceEvidence(presence),
      ...(coupling ? [couplingEvidence(coupling)] : []),
      challengeEvidence(answered),
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

/** Evidence of one response, each 0..1, or null where there was none. */
export type Factors = {
  motion: number | null
  liveness: number | null
  challenge: number | null
  coupling: number | null
  replay: number | null
  device: number | null
  context: number | null
}

/** The factors of a response that was not judged. */
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

// Two questions stand behind the score. "The same person?" is answered by the motion's likelihood ratio. "Alive and here?" by
// all others, whose log-likelihood ratios add up. Absent evidence costs: without it a forger had less to do.
const ABSENT: Readonly<Record<Exclude<FactorName, 'motion'>, number>> = {
  liveness: -6,
  challenge: -6,
  coupling: -0.7,
  replay: -0.7,
  device: -0.2,
  context: -0.2,
}
/** No single factor may outweigh all the others. */
const MAX_LOG_ODDS = 5
/** Nine in ten willing people follow a challenge; one blind answer in a thousand does. */
const CHALLENGE_FOLLOWED = Math.log(0.9 / 0.001)

/** The probability that the enrolled person is alive and here: P(same person) · P(alive and here), at even odds before. */
export function fuseFactors(factors: Factors): number {
  return sigmoid(logOdds(factors.motion)) * sigmoid(livenessRatio(factors))
}

/**
 * The score where no person is enrolled to compare with: how human the motion is, times the probability that it is fresh. Following a
 * challenge does not make a motion more human, so it must not outweigh a low liveness here, as it may where the motion is also recognized.
 */
export function fusePresence(factors: Factors): number {
  return (factors.liveness ?? 0) * sigmoid(freshnessRatio(factors))
}

function livenessRatio(factors: Factors): number {
  return addRatio(freshnessRatio(factors), 'liveness', factors)
}

function freshnessRatio(factors: Factors): number {
  const { challenge } = factors
  const followed = challenge === null ? ABSENT.challenge : challenge === 1 ? CHALLENGE_FOLLOWED : -MAX_LOG_ODDS
  const names = ['coupling', 'replay', 'device', 'context'] as const
  return names.reduce((total, name) => addRatio(total, name, factors), followed)
}

function addRatio(total: number, name: keyof typeof ABSENT, factors: Factors): number {
  return total + (factors[name] === null ? ABSENT[name] : logOdds(factors[name]))
}

/** ln(p / (1 - p)), kept within ±5; no evidence at all is the worst there is. */
function logOdds(p: number | null): number {
  if (p === null || !(p > 0)) return -MAX_LOG_ODDS
  return Math.max(-MAX_LOG_ODDS, Math.min(MAX_LOG_ODDS, Math.log(p / (1 - Math.min(p, 1)))))
}
