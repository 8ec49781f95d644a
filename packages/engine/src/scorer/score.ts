import type { CalibrationModel } from '../calibration/types.ts'
import {
  type CaptureStreams,
  type Insufficient,
  isForPeople,
  readCapture,
  readFrames,
  readImu,
  readMembers,
  readRate,
} from '../capture.ts'
import { seeAnswer, type SeenAnswer } from '../challenge/answer.ts'
import type { Challenge } from '../challenge/challenge.ts'
import { DEFAULT_THRESHOLDS, type EngineEvidence, type RiskLevel, type Thresholds } from '../evidence.ts'
import { landmarkPresence } from '../presence/score.ts'
import type { Enrollment } from '../signature/enrollment.ts'
import { SIGNATURE_MODEL } from '../signature/match.ts'
import { type MotionSignature, signStreams } from '../signature/signature.ts'
import { growStrokes } from '../stroke-signature/match.ts'
import { cutAnswer, strokeSignature } from '../stroke-signature/signature.ts'
import type { StrokeTemplate } from '../stroke-signature/template.ts'
import { type Evidence, type Factors, fuseFactors, fusePresence, gatherEvidence, NO_FACTORS } from './evidence.ts'
import {
  type Enrolled,
  type Judgement,
  matchMotion,
  matchMotionCalibrated,
  readEnrollment,
  responseCapture,
} from './response.ts'

export type ActiveCalibration = {
  model: CalibrationModel
  thresholds: Readonly<Partial<Record<RiskLevel, number | null>>>
}

/** What only the service can know: seals, clocks, memory and settings. */
export type ScoringOptions = {
  riskLevel?: RiskLevel
  thresholds?: Thresholds
  /**
   * The active calibration of what was enrolled, landmarks or strokes. One of the other judges nothing, and a level it has no
   * threshold for keeps the shipped one.
   */
  calibration?: ActiveCalibration | null
  /** Outcome of opening the sealed challenge; `ok` only for a fresh, unused one of this purpose and node. */
  challengeState?: 'ok' | 'invalid' | 'expired' | 'replayed' | 'mismatch'
  /** Outcome of opening the sealed enrollment; `none` where the answer is judged without one: nothing is recognized then, and `motion` is null. */
  enrollmentState?: 'ok' | 'invalid' | 'none'
  /** Digests of earlier captures that might be the same motion; leave it out where no memory was asked. */
  earlier?: readonly Uint8Array[]
  /** Similarity of the earlier capture most like this one, where it was looked for already; `earlier` is not read then. */
  nearest?: number
  /** Whether the motion was found to be more like simulated hands than like people (`@stillhere/engine/simulation`). */
  simulated?: boolean
  /** Whether each stroke was told only after the motion before it was committed: then a person who was enrolled answers as quickly as then. */
  isLive?: boolean
  /** Strength of a device attestation, 0..1. */
  device?: number | null
  /** How well the circumstances fit this node, 0..1. */
  context?: number | null
}

export type ScoredPresence = {
  verified: boolean
  presence_score: number
  factors: Factors
  risk_level: RiskLevel
  threshold: number
  threshold_source: 'default' | 'calibration'
  rejection_reason: RejectionReason | null
  /** What a person can do about the rejection; null when verified. */
  explanation: string | null
  /** What a receipt would carry; empty where nothing was judged. */
  evidence: EngineEvidence[]
  /** The enrolled strokes with those of this answer, where it was verified and is clearly the enrolled person's; otherwise null. */
  grown: StrokeTemplate | null
}

/** Kernels agree to 1e-9; this leaves room for a client that writes its vector with three digits. */
const VECTOR_TOLERANCE = 5e-3
const FITTING_FROM = 0.5
/** At 0.5 the camera would refuse 4 to 8 of 100 honest people; under this line it speaks clearly against one body in both. */
const COUPLED_FROM = 0.2

/**
 * Judges one answer to POST /api/verify from its raw samples; what the caller claims about them is only compared.
 * Returns the score, its factors and the first reason of REJECTION_WORDS that applies. Never throws.
 *
 * @example
 * scorePresence(enrollment, challenge, response, signature, { riskLevel: 'high' }).verified
 */
export function scorePresence(
  enrollment: unknown,
  challenge: unknown,
  response: unknown,
  signature: unknown,
  given?: ScoringOptions | null,
): ScoredPresence {
  const options = given ?? {}
  const state = options.challengeState ?? 'ok'
  if (state !== 'ok') return toRefusal(`challenge_${state}`, options)
  if (options.enrollmentState === 'none') return judgeUnrecognized(challenge, response, options)
  const enrolled = options.enrollmentState === 'invalid' ? null : readEnrollment(enrollment)
  if (enrolled === null) return toRefusal('enrollment_invalid', options)
  const streams = readCapture(responseCapture(response))
  const own = signStreams(selectEnrolled(enrolled.template, streams))
  if (own.status !== 'ok') return toRefusal('insufficient_signal', options, own.reason)
  if (!agrees(own, signature)) return toRefusal('signature_mismatch', options)
  const seen = seeAnswer(challenge as Challenge, streams.imu)
  const signed = enrolled.strokes === null ? [] : cutAnswer(seen, streams.imu).map(strokeSignature)
  return judgeResponse({ ...enrolled, streams, own, signed }, seen, options)
}

/** Judges an answer without an enrollment: like a person's, fresh, and new. */
function judgeUnrecognized(challenge: unknown, response: unknown, options: ScoringOptions): ScoredPresence {
  const streams = readCapture(responseCapture(response))
  const seen = seeAnswer(challenge as Challenge, streams.imu)
  const evidence = gatherEvidence(streams, seen, { ...options, reaction: null })
  const factors = { ...NO_FACTORS, ...evidence.factors, ...readOutside(options) }
  const score = fusePresence(factors)
  const isEnough = score >= chooseThreshold(options)
  const problem = evidenceProblem(evidence, factors) ?? (isEnough ? null : 'below_threshold')
  return { ...answer(explainOutcome(problem, evidence.signal), score, factors, options), evidence: evidence.blocks }
}

/** The part of the response that was enrolled: landmarks are compared with landmarks, sensors with sensors. */
function selectEnrolled(
  { version }: Enrollment,
  { imu, frames }: CaptureStreams,
): Pick<CaptureStreams, 'imu' | 'frames'> {
  return version === SIGNATURE_MODEL.body.version
    ? { imu: readImu(undefined), frames: { ...frames, isGiven: true } }
    : { imu, frames: readFrames(undefined) }
}

function judgeResponse(
  judgement: Judgement & Pick<Enrolled, 'reaction'>,
  seen: SeenAnswer | Insufficient,
  options: ScoringOptions,
): ScoredPresence {
  const { template, strokes, streams, signed } = judgement
  const reaction = options.isLive === true ? judgement.reaction : null
  const evidence = gatherEvidence(streams, seen, { ...options, reaction })
  const { motion, ...threshold } = matchAgainst(judgement, options)
  const liveness = Math.min(evidence.factors.liveness ?? 0, scoreSeenLiveness(template, streams))
  const factors = { motion, ...evidence.factors, liveness, ...readOutside(options) }
  const score = fuseFactors(factors)
  const problem = evidenceProblem(evidence, factors) ?? thresholdProblem(score, motion, threshold)
  const grown = problem === null && strokes !== null ? growStrokes(strokes, signed) : null
  return {
    ...answer(explainOutcome(problem, evidence.signal), score, factors, options),
    ...threshold,
    evidence: evidence.blocks,
    grown,
  }
}

/** What the samples do not say. */
function readOutside({ device = null, context = null }: ScoringOptions): Pick<Factors, 'device' | 'context'> {
  return { device, context }
}

/** Sensors that are alive say nothing about landmarks that were made up; 1 where no landmarks are compared. */
function scoreSeenLiveness({ version }: Enrollment, { imu, frames }: CaptureStreams): number {
  const comparesFrames = version === SIGNATURE_MODEL.body.version && imu.isGiven
  return comparesFrames ? landmarkPresence(frames).score : 1
}

type Threshold = Pick<ScoredPresence, 'threshold' | 'threshold_source'>

/** How much the motion is the enrolled one, and the threshold that belongs to the model which says so. */
function matchAgainst(judgement: Judgement, options: ScoringOptions): Threshold & { motion: number } {
  const threshold = findCalibratedThreshold(options)
  const motion = threshold === null ? null : matchMotionCalibrated(options.calibration?.model, judgement)
  return threshold === null || motion === null
    ? { motion: matchMotion(judgement), threshold: chooseThreshold(options), threshold_source: 'default' }
    : { motion, threshold, threshold_source: 'calibration' }
}

function findCalibratedThreshold({ riskLevel = 'medium', calibration }: ScoringOptions): number | null {
  return readRate(calibration?.thresholds?.[riskLevel])
}

function toRefusal(reason: RejectionReason, options: ScoringOptions, signal: string | null = null): ScoredPresence {
  return answer(explainOutcome(reason, signal), 0, NO_FACTORS, options)
}

/** A signature without vector and version claims nothing: not every client can compute one. */
function agrees(own: MotionSignature, claimed: unknown): boolean {
  const { vector, version } = readMembers(claimed)
  if (claimed !== null && vector === undefined && version === undefined) return true
  if (version !== own.version || !Array.isArray(vector) || vector.length !== own.vector.length) return false
  return own.vector.every((value, i) => Math.abs(value - (vector[i] as number)) <= VECTOR_TOLERANCE)
}

type Seen = Factors & Pick<Evidence, 'unjudged' | 'replayed' | 'synthetic' | 'late'>

/** What the evidence can be refused for, in the order in which it is looked for, which is that of REJECTION_WORDS. */
export const EVIDENCE_RULES: readonly (readonly [RejectionReason, (seen: Seen) => boolean])[] = [
  ['insufficient_signal', ({ unjudged }) => unjudged],
  // An old capture follows no new challenge either; that it is old tells more.
  ['replay_detected', ({ replayed }) => replayed],
  ['challenge_mismatch', ({ challenge, late }) => challenge !== 1 || late],
  ['liveness_failed', ({ synthetic, liveness }) => synthetic || !((liveness ?? 0) >= FITTING_FROM)],
  ['coupling_failed', ({ coupling }) => coupling !== null && coupling < COUPLED_FROM],
  ['device_attestation_failed', ({ device }) => device !== null && !(device >= FITTING_FROM)],
  ['context_anomaly', ({ context }) => context !== null && !(context >= FITTING_FROM)],
]

function evidenceProblem({ unjudged, replayed, synthetic, late }: Evidence, factors: Factors): RejectionReason | null {
  const seen = { ...factors, unjudged, replayed, synthetic, late }
  return EVIDENCE_RULES.find(([, isBroken]) => isBroken(seen))?.[0] ?? null
}

function thresholdProblem(score: number, motion: number, { threshold }: Threshold): RejectionReason | null {
  if (score >= threshold) return null
  return motion < threshold ? 'motion_signature_mismatch' : 'below_threshold'
}

function chooseThreshold({ riskLevel = 'medium', thresholds = DEFAULT_THRESHOLDS }: ScoringOptions): number {
  return thresholds[riskLevel]
}

type Outcome = Pick<ScoredPresence, 'rejection_reason' | 'explanation'>

function explainOutcome(reason: RejectionReason | null, signal: string | null): Outcome {
  return { rejection_reason: reason, explanation: reason === null ? null : explainRejection(reason, signal) }
}

function answer(outcome: Outcome, score: number, factors: Factors, options: ScoringOptions): ScoredPresence {
  return {
    verified: outcome.rejection_reason === null,
    presence_score: score,
    factors,
    risk_level: options.riskLevel ?? 'medium',
    threshold: chooseThreshold(options),
    threshold_source: 'default',
    ...outcome,
    evidence: [],
    grown: null,
  }
}

/** What a person can do about it, in the order in which the reasons are looked for. */
export const REJECTION_WORDS = {
  challenge_invalid: 'This service did not issue this challenge for this purpose. Ask for a new one.',
  challenge_expired: 'The challenge is too old. Ask for a new one.',
  challenge_replayed: 'This challenge was answered before. Ask for a new one.',
  challenge_too_early:
    'The answer came sooner than the strokes take. Ask for a new one. Follow each arrow as it appears.',
  enrollment_invalid: 'The enrollment has expired or was replaced, or this service did not seal it. Enroll again.',
  insufficient_signal: 'There is too little motion to judge. Hold the phone in the hand and move for the whole scan.',
  signature_mismatch: 'The signature does not belong to the samples. Send what was recorded.',
  replay_detected: 'This motion was shown before. Every scan must be new.',
  challenge_mismatch: 'The strokes were not those asked for, or not in time. Follow each arrow as it appears.',
  liveness_failed: 'The motion does not look like that of a person. Hold the phone a little looser and try again.',
  coupling_failed: 'Camera and sensors did not see the same motion. Keep the hand in the picture.',
  device_attestation_failed: 'The device could not show what it is.',
  context_anomaly: 'The circumstances do not fit this node. Try again later.',
  motion_signature_mismatch: 'The motion is not like the enrolled one. Try again, moving as at enrollment.',
  below_threshold: 'The evidence is not strong enough for this risk level. Try again, or add the camera.',
} as const

/** Returns these words; of a signal that is not enough those of its own reason, where that is for people. */
export function explainRejection(reason: RejectionReason, signal: string | null = null): string {
  const isExplained = reason === 'insufficient_signal' && isForPeople(signal)
  return (isExplained ? signal : null) ?? REJECTION_WORDS[reason]
}

/** Why a response was not verified. */
export type RejectionReason = keyof typeof REJECTION_WORDS
