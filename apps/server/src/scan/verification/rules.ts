import type { AssuranceLevel } from '@stillhere/contract'
import { type Factors, REJECTION_WORDS, type ScoredPresence } from '@stillhere/engine'

/** What an answer showed beside its motion. */
export type Shown = { pace: 'batch' | 'live'; device: 'none' | 'passkey' | 'attested' }

/** What an answer reached, as the verdict and the receipt state it. */
export type ReachedAssurance = Shown & { level: AssuranceLevel }

/** Level 2 is a live scan that a passkey signed, level 3 one with evidence of the hardware, too; everything else is level 1. */
export function reachAssurance({ pace, device }: Shown): ReachedAssurance {
  const level = pace === 'batch' || device === 'none' ? 1 : device === 'passkey' ? 2 : 3
  return { level, pace, device }
}

/** What is missing for the level that was asked for, in words; null where it is reached. */
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
 * Whether the motion must be like that of the enrolled person. A key that signed says who it is, so the likeness is only reported then,
 * except where most is at stake.
 */
export function chooseMotionRule(
  { level }: Pick<ReachedAssurance, 'level'>,
  riskLevel: ScoredPresence['risk_level'],
): 'required' | 'reported' {
  return level > 1 && riskLevel !== 'high' ? 'reported' : 'required'
}

/** The engine's score is P(same person) · P(alive and here), and it holds the first factor between these. */
const SAME_PERSON = { least: 1 / (1 + Math.E ** 5), most: 1 / (1 + Math.E ** -5) }
/** What is only looked for once the motion answered the challenge and looked human. */
const LAST_REASONS: ReadonlySet<string | null> = new Set([null, 'motion_signature_mismatch', 'below_threshold'])

/** The same verdict without the likeness of the motion: whether a person is alive and here, whoever it is. */
export function reportMotion(scored: ScoredPresence): ScoredPresence {
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

/** The user of a first visit: drawn anew each time, so no subject of it is ever that of a person. */
export function drawVisitor(random: Buffer): string {
  return `once-${random.toString('base64url')}`
}

/** From when to when a presence was seen, on the server's clock: as long as the capture, and a moment at least. */
export function computeInterval({ end, spanMs }: { end: Date; spanMs: number }): { start: Date; end: Date } {
  return { start: new Date(end.getTime() - Math.max(1, Math.round(spanMs))), end }
}

const STEPS = 20

/**
 * The scores as callers see them, in steps of 0.05: whoever alters a forgery a little at a time must not see each little gain.
 * A rounded presence_score never lies on the wrong side of the threshold.
 */
export function quantizeScores({ verified, presence_score, factors, threshold }: Scored): ShownScores {
  const rounded = roundScore(presence_score)
  const shown = verified ? Math.max(rounded, threshold) : Math.min(rounded, stepBelow(threshold))
  return { presence_score: shown, factors: roundFactors(factors) }
}

type Scored = Pick<ScoredPresence, 'verified' | 'presence_score' | 'factors' | 'threshold'>
type ShownScores = Pick<ScoredPresence, 'presence_score' | 'factors'>

function roundScore(score: number): number {
  return Math.round(Math.min(1, Math.max(0, score)) * STEPS) / STEPS
}

function stepBelow(threshold: number): number {
  return Math.max(0, Math.ceil(threshold * STEPS - 1e-9) - 1) / STEPS
}

function roundFactors(factors: Factors): Factors {
  const entries = Object.entries(factors).map(([name, value]) => [name, value === null ? null : roundScore(value)])
  return Object.fromEntries(entries) as Factors
}
