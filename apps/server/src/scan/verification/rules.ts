import type { AssuranceLevel, Verification } from '@stillhere/contract'
import {
  DEFAULT_THRESHOLDS,
  type Factors,
  NO_FACTORS,
  REJECTION_WORDS,
  type RiskLevel,
  type ScoredPresence,
} from '@stillhere/engine'
import { type RejectionReason, explainReason } from '../challenge/challenge.ts'

/** Evidence of a scan beside its motion: its pace, and the device whose passkey signed it. */
export type ScanEvidence = { pace: 'batch' | 'live'; device: 'none' | 'passkey' | 'attested' }

/** The assurance of an answer, as the response and the receipt state it. */
export type ReachedAssurance = ScanEvidence & { level: AssuranceLevel }

/** Computes a scan's assurance level: 2 for a live scan that a passkey signed, 3 if the passkey's hardware is attested, and 1 for all others. */
export function computeAssurance({ pace, device }: ScanEvidence): ReachedAssurance {
  const level = pace === 'batch' || device === 'none' ? 1 : device === 'passkey' ? 2 : 3
  return { level, pace, device }
}

/** Returns the sentence that says what a scan lacks for the required level `asked`; null if it has reached that level. */
export function findMissingAssurance(asked: AssuranceLevel, { level, pace, device }: ReachedAssurance): string | null {
  if (level >= asked) return null
  const missing =
    pace === 'batch'
      ? 'its strokes were all told at once'
      : device === 'none'
        ? 'no passkey signed this scan'
        : 'the passkey is on no hardware that this service accepts'
  return `Level ${asked} was asked for, but ${missing}.`
}

/**
 * Returns whether the motion must resemble that of the enrolled person (`required`), or the resemblance is only reported (`reported`). It is only
 * reported if a passkey signed, which identifies the person, and the risk level isn't high.
 */
export function selectMotionRule(
  { level }: Pick<ReachedAssurance, 'level'>,
  riskLevel: ScoredPresence['risk_level'],
): 'required' | 'reported' {
  return level > 1 && riskLevel !== 'high' ? 'reported' : 'required'
}

/** The engine's score is P(same person) · P(alive and here). The engine keeps the first factor within these bounds. */
const SAME_PERSON = { least: 1 / (1 + Math.E ** 5), most: 1 / (1 + Math.E ** -5) }
/** Reasons that the engine finds only after the motion answered the challenge and looked human. */
const LAST_REASONS: ReadonlySet<string | null> = new Set([null, 'motion_signature_mismatch', 'below_threshold'])

/**
 * Returns the score without the similarity to the enrolled person, judged anew: it then says only that a living person is here. Returns it
 * unchanged if the motion was refused for another reason than similarity or score, or was compared with no enrollment.
 */
export function removeSimilarity(scored: ScoredPresence): ScoredPresence {
  // On a first visit nothing was compared, so there is nothing to leave out.
  if (!LAST_REASONS.has(scored.rejection_reason) || scored.factors.motion === null) return scored
  const samePerson = Math.min(SAME_PERSON.most, Math.max(SAME_PERSON.least, scored.factors.motion))
  const presence = Math.min(1, scored.presence_score / samePerson)
  const isPresent = presence >= scored.threshold
  const reason = isPresent ? null : 'below_threshold'
  return {
    ...scored,
    verified: isPresent,
    presence_score: presence,
    rejection_reason: reason,
    explanation: reason && REJECTION_WORDS[reason],
  }
}

/** Computes the interval of a receipt on the server's clock: it ends at `end` and lasts as long as the capture, at least a millisecond. */
export function computeInterval({ end, spanMs }: { end: Date; spanMs: number }): { start: Date; end: Date } {
  return { start: new Date(end.getTime() - Math.max(1, Math.round(spanMs))), end }
}

const STEPS = 20

/**
 * Rounds scores to steps of 0.05 for callers, so that gradual changes of a forgery don't show their effect. A rounded presence_score stays on its
 * side of the threshold.
 */
export function toShownScores({
  verified,
  presence_score,
  factors,
  threshold,
}: Pick<ScoredPresence, 'verified' | 'presence_score' | 'factors' | 'threshold'>): Pick<
  ScoredPresence,
  'presence_score' | 'factors'
> {
  const round = (score: number) => Math.round(Math.min(1, Math.max(0, score)) * STEPS) / STEPS
  const below = Math.max(0, Math.ceil(threshold * STEPS - 1e-9) - 1) / STEPS
  const rounded = Object.entries(factors).map(([name, value]) => [name, value === null ? null : round(value)])
  return {
    presence_score: verified ? Math.max(round(presence_score), threshold) : Math.min(round(presence_score), below),
    factors: Object.fromEntries(rounded) as Factors,
  }
}

/** The reason why an answer gets no receipt; `words` replace the usual explanation of the reason. */
export type Rejection = { rejection: RejectionReason; words?: string }

/**
 * Creates the response for scored motion. Its assurance is null, since it isn't known yet. `calibration` is the active one, or null for the shipped
 * thresholds.
 */
export function describeScore(scored: ScoredPresence, calibration: { id: string } | null): Verification {
  const { verified, risk_level, threshold, threshold_source, rejection_reason, explanation } = scored
  return {
    verified,
    ...toShownScores(scored),
    risk_level,
    threshold,
    threshold_source: threshold_source === 'calibration' && calibration ? `calibration:${calibration.id}` : 'default',
    rejection_reason,
    explanation,
    assurance: null,
  }
}

/** Creates the response for an answer that was refused before its motion was scored: its score is 0. */
export function describeRejection({ rejection, words }: Rejection, riskLevel: RiskLevel): Verification {
  return {
    verified: false,
    presence_score: 0,
    factors: NO_FACTORS,
    risk_level: riskLevel,
    threshold: DEFAULT_THRESHOLDS[riskLevel],
    threshold_source: 'default',
    rejection_reason: rejection,
    explanation: words ?? explainReason(rejection),
    assurance: null,
  }
}

/** Converts the response for motion that passed to a refusal, because something else that the receipt needs is missing. */
export function toFailedVerification(shown: Verification, { rejection, words }: Rejection): Verification {
  const reasons = { rejection_reason: rejection, explanation: words ?? explainReason(rejection) }
  return { ...shown, verified: false, ...reasons, assurance: null }
}
