import type { AssuranceLevel, REJECTION_REASONS } from '@stillhere/contract'
import { type Factors, REJECTION_WORDS, type ScoredPresence } from '@stillhere/engine'
import { DAY_MS } from '../../platform/day.ts'

export type Purpose = 'verify' | 'enroll' | 'research'

/** Why an answer is refused: what the engine finds, and what only the service can know. */
export type RejectionReason = (typeof REJECTION_REASONS)[number]

const WORDS = new Map<string, string>([
  ...Object.entries(REJECTION_WORDS),
  [
    'test_motion',
    'This motion was made by the testing kit, which only a sandbox takes. Start one with serve --sandbox.',
  ],
  ['assurance_not_reached', 'The scan does not reach the level that was asked for.'],
])

/** What a person can do about a refusal. */
export function rejectionWords(reason: RejectionReason): string {
  return WORDS.get(reason) ?? reason
}

/**
 * How long a challenge may be answered. The longest takes 10 s; a minute leaves 20 s to get ready and 30 s to send a scan
 * over a bad line. An enrollment may carry ten captures with landmarks, so its upload gets a minute more. Whoever gives strokes to
 * research may make every round again, and nobody gains by taking longer.
 */
export const LIFETIME_MS: Readonly<Record<Purpose, number>> = {
  verify: 60_000,
  enroll: 120_000,
  research: 300_000,
}

/** A live challenge is also waited for: its row goes after this. */
export const LIVE_LIFETIME_MS = 120_000

/** People change how they move; after half a year they enroll again. */
export function enrollmentEnd(now: Date): Date {
  return new Date(now.getTime() + 180 * DAY_MS)
}

type Issued = { id: string; purpose: Purpose; expiresAt: Date }

/** Why a challenge cannot be answered now, or null. */
export function challengeProblem(
  issued: Issued | null,
  given: { id: string; purpose: Purpose; now: Date },
): 'challenge_invalid' | 'challenge_expired' | null {
  if (issued === null || issued.purpose !== given.purpose || issued.id !== given.id) return 'challenge_invalid'
  return given.now.getTime() >= issued.expiresAt.getTime() ? 'challenge_expired' : null
}

/** Clocks of several processes differ, and a phone may deliver its first sample a little late. */
const EARLY_MS = 500

/** Whether an answer came sooner than its strokes take, or holds more motion than there was time for since they were told. */
export function isTooEarly(
  { issuedAt, challenge }: { issuedAt: Date; challenge: { durationMs: number } },
  { spansMs, now }: { spansMs: readonly number[]; now: Date },
): boolean {
  const sinceIssueMs = now.getTime() - issuedAt.getTime()
  const movedMs = spansMs.reduce((sum, spanMs) => sum + spanMs, 0)
  return sinceIssueMs < Math.max(challenge.durationMs, movedMs) - EARLY_MS
}

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

const ANONYMOUS_PREFIX = 'anon-'

export function anonymousUserId(random: Buffer): string {
  return ANONYMOUS_PREFIX + random.toString('base64url')
}

/** Whether an enrollment may be used: unexpired, of the challenge's node or of nobody's, and of the user that the answer names. */
export function enrollmentFits(
  enrollment: { userId: string; expiresAt: Date },
  { owner, claimedUser, now }: { owner: string | null; claimedUser: string | undefined; now: Date },
): boolean {
  const isOwn = owner === null ? enrollment.userId.startsWith(ANONYMOUS_PREFIX) : enrollment.userId === owner
  const isNamed = claimedUser === undefined || claimedUser === enrollment.userId
  return isOwn && isNamed && now.getTime() < enrollment.expiresAt.getTime()
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

/** What is wrong with one capture of an enrollment, or with all of them together (null). */
export type CaptureProblem = { capture: number | null; reason: RejectionReason; words: string }

export const TOO_LONG_WORDS =
  'The capture is longer than 30 seconds, 6,000 samples or 1,800 frames. Send only the scan.'

/** Why captures are refused before anything of them is judged: they would keep a thread busy, or the testing kit made them. */
export function listUnacceptable(
  { tooLong, marked }: { tooLong: readonly number[]; marked: readonly number[] },
  { sandbox }: { sandbox: boolean },
): CaptureProblem[] {
  return [
    ...tooLong.map((capture) => ({ capture, reason: 'insufficient_signal' as const, words: TOO_LONG_WORDS })),
    ...(sandbox ? [] : marked).map((capture) => ({
      capture,
      reason: 'test_motion' as const,
      words: rejectionWords('test_motion'),
    })),
  ]
}

/** What a caller reads about refused captures: the first reason, and each capture with its own. */
export function describeRefusal(problems: readonly CaptureProblem[]): {
  detail: string
  errors: { pointer: string; message: string }[]
} {
  const errors = problems.map(({ capture, reason, words }) => ({
    pointer: capture === null ? '/captures' : `/captures/${capture}`,
    message: `${reason}: ${words}`,
  }))
  return { detail: errors[0]?.message ?? '', errors }
}
