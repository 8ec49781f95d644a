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
import { detectAnswer, type DetectedAnswer } from '../challenge/answer.ts'
import type { Challenge } from '../challenge/challenge.ts'
import { DEFAULT_THRESHOLDS, type EngineEvidence, type RiskLevel, type Thresholds } from '../evidence.ts'
import { scoreLandmarks } from '../presence/score.ts'
import type { Enrollment } from '../signature/enrollment.ts'
import { SIGNATURE_MODEL } from '../signature/match.ts'
import { type MotionSignature, computeSignature } from '../signature/signature.ts'
import { growStrokes } from '../stroke-signature/match.ts'
import { splitAnswer, strokeSignature } from '../stroke-signature/signature.ts'
import type { StrokeTemplate } from '../stroke-signature/template.ts'
import {
  type Evidence,
  type Factors,
  scoreEnrolled,
  scoreUnrecognized,
  createEvidence,
  NO_FACTORS,
} from './evidence.ts'
import {
  type OpenedEnrollment,
  type Judgement,
  scoreMotionMatch,
  scoreMotionMatchCalibrated,
  readEnrollment,
  responseCapture,
} from './response.ts'

export type ActiveCalibration = {
  model: CalibrationModel
  thresholds: Readonly<Partial<Record<RiskLevel, number | null>>>
}

/** Input from the service: seals, clocks, memory and settings. */
export type ScoringOptions = {
  riskLevel?: RiskLevel
  thresholds?: Thresholds
  /**
   * The active calibration for what was enrolled, landmarks or strokes. A calibration for the other kind is ignored,
   * and a risk level without a calibrated threshold keeps the shipped one.
   */
  calibration?: ActiveCalibration | null
  /** Result of opening the sealed challenge; `ok` only for a fresh, unused one with this purpose and node. */
  challengeState?: 'ok' | 'invalid' | 'expired' | 'replayed' | 'mismatch'
  /** Result of opening the sealed enrollment. `none` judges the response without one: `motion` is then null. */
  enrollmentState?: 'ok' | 'invalid' | 'none'
  /** Digests of earlier captures that may be the same motion; leave it out if no memory was searched. */
  earlier?: readonly Uint8Array[]
  /** Similarity of the most similar earlier capture, if it is already known; `earlier` is then ignored. */
  nearest?: number
  /**
   * True if the motion resembles simulated hands more than people (`isSimulated` of `@stillhere/engine/simulation`).
   */
  simulated?: boolean
  /**
   * True if each stroke was revealed only after the motion before it was committed. The reaction times must then match
   * the enrollment.
   */
  isLive?: boolean
  /** Strength of a device attestation, 0..1. */
  device?: number | null
  /** Plausibility of the circumstances for this node, 0..1. */
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
  /** Sentence that tells the person what to do about the rejection; null if verified. */
  explanation: string | null
  /** The evidence for a receipt; empty if nothing was judged. */
  evidence: EngineEvidence[]
  /**
   * The enrolled strokes, extended by the strokes of this response. Null unless the response was verified and is
   * clearly the enrolled person's.
   */
  grown: StrokeTemplate | null
}

/** Kernels agree to 1e-9; the tolerance allows for clients that write three digits. */
const VECTOR_TOLERANCE = 5e-3
const FITTING_FROM = 0.5
/**
 * At 0.5 the camera would reject 4 to 8 of 100 honest people; below this value the two are clearly different motions.
 */
const COUPLED_FROM = 0.2

/**
 * Judges one response to POST /api/verify from its raw samples, and returns whether it is verified, its presence score
 * with the factors, and otherwise the first applicable reason of REJECTION_WORDS. `enrollment` and `challenge` are the
 * opened documents; `signature` is the caller's claim, which must match the samples. Never throws.
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
  const own = computeSignature(selectEnrolled(enrolled.template, streams))
  if (own.status !== 'ok') return toRefusal('insufficient_signal', options, own.reason)
  if (!isSameSignature(own, signature)) return toRefusal('signature_mismatch', options)
  const seen = detectAnswer(challenge as Challenge, streams.imu)
  const signed = enrolled.strokes === null ? [] : splitAnswer(seen, streams.imu).map(strokeSignature)
  return judgeResponse({ ...enrolled, streams, own, signed }, seen, options)
}

/** Judges a response without an enrollment: human, fresh and new. */
function judgeUnrecognized(challenge: unknown, response: unknown, options: ScoringOptions): ScoredPresence {
  const streams = readCapture(responseCapture(response))
  const seen = detectAnswer(challenge as Challenge, streams.imu)
  const evidence = createEvidence(streams, seen, { ...options, reaction: null })
  const factors = { ...NO_FACTORS, ...evidence.factors, ...readOutside(options) }
  const score = scoreUnrecognized(factors)
  const isEnough = score >= selectThreshold(options)
  const problem = checkEvidence(evidence, factors) ?? (isEnough ? null : 'below_threshold')
  return {
    ...createAnswer(explainOutcome(problem, evidence.signal), score, factors, options),
    evidence: evidence.blocks,
  }
}

/** Returns the streams of the kind that was enrolled: landmarks are compared with landmarks, sensors with sensors. */
function selectEnrolled(
  { version }: Enrollment,
  { imu, frames }: CaptureStreams,
): Pick<CaptureStreams, 'imu' | 'frames'> {
  return version === SIGNATURE_MODEL.body.version
    ? { imu: readImu(undefined), frames: { ...frames, isGiven: true } }
    : { imu, frames: readFrames(undefined) }
}

function judgeResponse(
  judgement: Judgement & Pick<OpenedEnrollment, 'reaction'>,
  seen: DetectedAnswer | Insufficient,
  options: ScoringOptions,
): ScoredPresence {
  const { template, strokes, streams, signed } = judgement
  const reaction = options.isLive === true ? judgement.reaction : null
  const evidence = createEvidence(streams, seen, { ...options, reaction })
  const { motion, ...threshold } = scoreMatch(judgement, options)
  const liveness = Math.min(evidence.factors.liveness ?? 0, scoreSeenLiveness(template, streams))
  const factors = { motion, ...evidence.factors, liveness, ...readOutside(options) }
  const score = scoreEnrolled(factors)
  const problem = checkEvidence(evidence, factors) ?? checkThreshold(score, motion, threshold)
  const grown = problem === null && strokes !== null ? growStrokes(strokes, signed) : null
  return {
    ...createAnswer(explainOutcome(problem, evidence.signal), score, factors, options),
    ...threshold,
    evidence: evidence.blocks,
    grown,
  }
}

/** Returns the factors that don't come from the samples. */
function readOutside({ device = null, context = null }: ScoringOptions): Pick<Factors, 'device' | 'context'> {
  return { device, context }
}

/**
 * Returns the liveness of the landmarks if they are compared, otherwise 1: live sensors don't prove that landmarks
 * weren't forged.
 */
function scoreSeenLiveness({ version }: Enrollment, { imu, frames }: CaptureStreams): number {
  const comparesFrames = version === SIGNATURE_MODEL.body.version && imu.isGiven
  return comparesFrames ? scoreLandmarks(frames).score : 1
}

type Threshold = Pick<ScoredPresence, 'threshold' | 'threshold_source'>

/** Returns how well the motion matches, and the threshold of the model that was used. */
function scoreMatch(judgement: Judgement, options: ScoringOptions): Threshold & { motion: number } {
  const threshold = findCalibratedThreshold(options)
  const motion = threshold === null ? null : scoreMotionMatchCalibrated(options.calibration?.model, judgement)
  return threshold === null || motion === null
    ? { motion: scoreMotionMatch(judgement), threshold: selectThreshold(options), threshold_source: 'default' }
    : { motion, threshold, threshold_source: 'calibration' }
}

function findCalibratedThreshold({ riskLevel = 'medium', calibration }: ScoringOptions): number | null {
  return readRate(calibration?.thresholds?.[riskLevel])
}

function toRefusal(reason: RejectionReason, options: ScoringOptions, signal: string | null = null): ScoredPresence {
  return createAnswer(explainOutcome(reason, signal), 0, NO_FACTORS, options)
}

/**
 * Returns whether the claimed signature is that of the samples. A claim without vector and version is accepted, because
 * not every client can compute one.
 */
function isSameSignature(own: MotionSignature, claimed: unknown): boolean {
  const { vector, version } = readMembers(claimed)
  if (claimed !== null && vector === undefined && version === undefined) return true
  if (version !== own.version || !Array.isArray(vector) || vector.length !== own.vector.length) return false
  return own.vector.every((value, i) => Math.abs(value - (vector[i] as number)) <= VECTOR_TOLERANCE)
}

type EvidenceInput = Factors & Pick<Evidence, 'unjudged' | 'replayed' | 'synthetic' | 'late'>

/**
 * Reasons to reject the evidence, in the order in which they are checked, which is also the order in REJECTION_WORDS.
 */
export const EVIDENCE_RULES: readonly (readonly [RejectionReason, (seen: EvidenceInput) => boolean])[] = [
  ['insufficient_signal', ({ unjudged }) => unjudged],
  // An old capture doesn't follow a new challenge either; the replay is the more useful reason.
  ['replay_detected', ({ replayed }) => replayed],
  ['challenge_mismatch', ({ challenge, late }) => challenge !== 1 || late],
  ['liveness_failed', ({ synthetic, liveness }) => synthetic || !((liveness ?? 0) >= FITTING_FROM)],
  ['coupling_failed', ({ coupling }) => coupling !== null && coupling < COUPLED_FROM],
  ['device_attestation_failed', ({ device }) => device !== null && !(device >= FITTING_FROM)],
  ['context_anomaly', ({ context }) => context !== null && !(context >= FITTING_FROM)],
]

function checkEvidence({ unjudged, replayed, synthetic, late }: Evidence, factors: Factors): RejectionReason | null {
  const seen = { ...factors, unjudged, replayed, synthetic, late }
  return EVIDENCE_RULES.find(([, isBroken]) => isBroken(seen))?.[0] ?? null
}

function checkThreshold(score: number, motion: number, { threshold }: Threshold): RejectionReason | null {
  if (score >= threshold) return null
  return motion < threshold ? 'motion_signature_mismatch' : 'below_threshold'
}

function selectThreshold({ riskLevel = 'medium', thresholds = DEFAULT_THRESHOLDS }: ScoringOptions): number {
  return thresholds[riskLevel]
}

type Outcome = Pick<ScoredPresence, 'rejection_reason' | 'explanation'>

function explainOutcome(reason: RejectionReason | null, signal: string | null): Outcome {
  return { rejection_reason: reason, explanation: reason === null ? null : explainRejection(reason, signal) }
}

function createAnswer(outcome: Outcome, score: number, factors: Factors, options: ScoringOptions): ScoredPresence {
  return {
    verified: outcome.rejection_reason === null,
    presence_score: score,
    factors,
    risk_level: options.riskLevel ?? 'medium',
    threshold: selectThreshold(options),
    threshold_source: 'default',
    ...outcome,
    evidence: [],
    grown: null,
  }
}

/** Sentences that tell the person what to do, by rejection reason, in the order in which the reasons are checked. */
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

/**
 * Returns the sentence that tells a person what to do about a rejection. `signal` is the reason why the motion couldn't
 * be judged; for `insufficient_signal` it is returned if it is written for people.
 */
export function explainRejection(reason: RejectionReason, signal: string | null = null): string {
  const isExplained = reason === 'insufficient_signal' && isForPeople(signal)
  return (isExplained ? signal : null) ?? REJECTION_WORDS[reason]
}

/** Reason why a response wasn't verified. */
export type RejectionReason = keyof typeof REJECTION_WORDS
