import { randomInt, randomUUID } from 'node:crypto'
import type { AssuranceLevel, BodyOf, REJECTION_REASONS, requestChallenge } from '@stillhere/contract'
import { type Challenge, generateChallenge, generateEnrollment, type Random, REJECTION_WORDS } from '@stillhere/engine'
import type { ApproverStatement } from '@stillhere/receipt/approver'
import type { FastifyRequest } from 'fastify'
import type { Queries } from '../../platform/database/pool.ts'
import { refuseField, RequestProblem, requireNoProblems } from '../../platform/problem.ts'
import { findProseProblems } from '../../platform/prose.ts'
import { openToken, type Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { findInvisible } from '../../platform/visible-text.ts'
import type { Binding, ScanTarget, TargetRef } from '../target.ts'

/** A challenge as its sealed token contains it. Only this service can create or open the token. */
export type IssuedChallenge = {
  id: string
  purpose: Purpose
  /** The node that requested the challenge; `emailKey` is the keyed hash of its e-mail address. Null for a caller without a node. */
  node: { id: number; emailKey: string } | null
  challenge: Challenge
  /** Enrollment and research only: the rounds after the first. Absent in tokens of older services. */
  further?: Challenge[]
  /** Enrollment only: one more round, which the person may skip. */
  extra?: Challenge
  /** Absent at the pace batch. The strokes of a live challenge are stored in its row, not in the token. */
  pace?: 'live'
  /** Lowest level that the receipt must have; 1 if absent. */
  assurance?: AssuranceLevel
  /** Audience, action and nonce of the receipt; absent if none was requested. */
  binding?: Binding
  /** The check or approval that the scan answers; absent if the scan is made only for its receipt. */
  target?: TargetRef
  /** Statement for a passkey to sign, still without the last commitment; absent if no passkey may sign. */
  statement?: HandStatement
  issuedAt: Date
  expiresAt: Date
}

/** The statement of a scan, before it is made. */
export type HandStatement = ApproverStatement & { chain: null; method: 'hand'; level: 2 | 3 }

type ChallengeInput = Pick<IssuedChallenge, 'purpose' | 'node' | 'pace' | 'assurance' | 'binding' | 'target'>

/**
 * Creates a challenge with random strokes for its purpose and pace, a new id and an expiry. Nothing is stored. `random` returns numbers from 0 to
 * below 1, by default from a cryptographic source.
 */
export function createChallenge(
  asked: ChallengeInput,
  now: Date,
  random: Random = computeSecureRandom,
): IssuedChallenge {
  const lifetimeMs = asked.pace === 'live' ? LIVE_LIFETIME_MS : LIFETIME_MS[asked.purpose]
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  return { id: randomUUID(), ...asked, ...createStrokes(asked, random), issuedAt: now, expiresAt }
}

type ChallengeStrokes = Pick<IssuedChallenge, 'challenge' | 'further' | 'extra'>

function createStrokes({ purpose, pace }: ChallengeInput, random: Random): ChallengeStrokes {
  if (purpose === 'verify') {
    const challenge = generateChallenge(random)
    return { challenge: pace === 'live' ? toLivePace(challenge, random) : challenge }
  }
  if (purpose === 'research') {
    const [challenge, ...further] = generateEnrollment(random) as [Challenge, ...Challenge[]]
    return { challenge, further }
  }
  const [challenge, second, third, extra] = generateEnrollment(random, 4) as [
    Challenge,
    Challenge,
    Challenge,
    Challenge,
  ]
  return { challenge, further: [second, third], extra }
}

/** Lists all rounds of a challenge in the order in which they are to be made. The extra round of an enrollment comes last and is optional. */
export function listRounds({ challenge, further = [], extra }: ChallengeStrokes): Challenge[] {
  return [challenge, ...further, ...(extra ? [extra] : [])]
}

const STEPS = 2 ** 47

function computeSecureRandom(): number {
  return randomInt(STEPS) / STEPS
}

/** Seals a challenge into the token that the caller sends back with its answer. A live challenge's token contains no strokes. */
export function sealChallenge(secrets: Secrets, issued: IssuedChallenge): string {
  return secrets.seal('challenge', JSON.stringify(removeLiveStrokes(issued))).toString('base64url')
}

// Sealed, they could not be read, but the token's length would tell something of them.
function removeLiveStrokes(issued: IssuedChallenge): IssuedChallenge {
  return issued.pace === 'live' ? { ...issued, challenge: { ...issued.challenge, strokes: [] } } : issued
}

/** Opens a challenge token. Returns null if this service did not seal it; expiry and reuse are not checked. A live challenge has no strokes here. */
export function openChallenge(secrets: Secrets, token: string): IssuedChallenge | null {
  const text = openToken(secrets, 'challenge', token)
  if (text === null) return null
  const { issuedAt, expiresAt, ...rest } = JSON.parse(text) as SealedChallenge
  return { ...rest, issuedAt: new Date(issuedAt), expiresAt: new Date(expiresAt) }
}

type SealedChallenge = Omit<IssuedChallenge, 'issuedAt' | 'expiresAt'> & { issuedAt: string; expiresAt: string }

type BindingCall = {
  body: BodyOf<typeof requestChallenge>
  request: FastifyRequest
  requireAudience: ScanTarget['requireAudience']
}

/**
 * Reads the audience, action and nonce that a requested challenge, and later its receipt, is bound to. Returns undefined if the request names none
 * of them. Throws 400 if the purpose isn't verify, if a text isn't allowed, or if `requireAudience` refuses the audience.
 */
export async function readBinding(
  db: Queries,
  service: Service,
  { body: { purpose, audience, action, nonce }, request, requireAudience }: BindingCall,
): Promise<Binding | undefined> {
  const binding = { ...(audience && { audience }), ...(action && { action }), ...(nonce && { nonce }) }
  const [first] = Object.keys(binding)
  if (first === undefined) return undefined
  if (purpose !== 'verify') throw refuseField(`/${first}`, 'must be absent unless the purpose is verify')
  // A person is shown the action, and others read both in the receipt.
  requireNoProblems(findProseProblems([['/action', action ?? '']]))
  const problem = findInvisible(nonce ?? '')
  if (problem !== undefined) throw refuseField('/nonce', problem)
  if (audience) await requireAudience(db, service, { audience, request })
  return binding
}

type Purpose = 'verify' | 'enroll' | 'research'

/** A reason to refuse an answer: those of the engine, and those that only the service can find. */
export type RejectionReason = (typeof REJECTION_REASONS)[number]

const WORDS = new Map<string, string>([
  ...Object.entries(REJECTION_WORDS),
  [
    'test_motion',
    'This motion was made by the testing kit, which only a sandbox takes. Start one with serve --sandbox.',
  ],
  ['assurance_not_reached', 'The scan does not reach the level that was asked for.'],
])

/** Returns the sentence that tells a person what to do about a rejection. */
export function explainReason(reason: RejectionReason): string {
  return WORDS.get(reason) ?? reason
}

/**
 * Time within which a challenge must be answered. The longest challenge takes 10 s; a minute leaves 20 s to get ready and 30 s to send a scan over
 * a slow connection. An enrollment may carry ten captures with landmarks, so its upload gets another minute. People who give strokes to research
 * may repeat every round, and more time doesn't help an attacker.
 */
const LIFETIME_MS: Readonly<Record<Purpose, number>> = {
  verify: 60_000,
  enroll: 120_000,
  research: 300_000,
}

/** A live challenge lasts longer than a batch one, since its strokes are revealed one by one. Its row is deleted afterwards. */
export const LIVE_LIFETIME_MS = 120_000

type ChallengeState = { id: string; purpose: Purpose; expiresAt: Date }

/**
 * Checks that an opened challenge has the given id and purpose and has not expired. Returns the rejection reason, or null if it can be answered.
 * `issued` is null if the token couldn't be opened.
 */
export function checkChallenge(
  issued: ChallengeState | null,
  given: { id: string; purpose: Purpose; now: Date },
): 'challenge_invalid' | 'challenge_expired' | null {
  if (issued === null || issued.purpose !== given.purpose || issued.id !== given.id) return 'challenge_invalid'
  return given.now.getTime() >= issued.expiresAt.getTime() ? 'challenge_expired' : null
}

/** Clocks of several processes differ, and a phone may deliver its first sample a little late. */
const EARLY_MS = 500

/**
 * Returns whether an answer arrived impossibly early: after less time than its strokes take, or than its captures last in total, minus half a
 * second. `spansMs` holds the length of each capture.
 */
export function isTooEarly(
  { issuedAt, challenge }: { issuedAt: Date; challenge: { durationMs: number } },
  { spansMs, now }: { spansMs: readonly number[]; now: Date },
): boolean {
  const sinceIssueMs = now.getTime() - issuedAt.getTime()
  const movedMs = spansMs.reduce((sum, spanMs) => sum + spanMs, 0)
  return sinceIssueMs < Math.max(challenge.durationMs, movedMs) - EARLY_MS
}

/** Returns the problem CHALLENGE_REFUSED for a challenge that can't be answered, with the reason and its explanation. */
export function refuseChallenge(reason: RejectionReason): RequestProblem {
  const message = `${reason}: ${explainReason(reason)}`
  return new RequestProblem('CHALLENGE_REFUSED', message, { errors: [{ pointer: '/challenge', message }] })
}

/** Time from cue to cue at the live pace. It must suffice to commit the motion and to receive the next stroke. */
const LIVE_GAP_MS = { least: 1300, most: 1530 }

/**
 * Returns the challenge with its cues moved to the live pace: the same strokes, 1.3 to 1.53 seconds from cue to cue. `random` returns numbers from
 * 0 to below 1.
 */
export function toLivePace({ strokes, durationMs, ...rest }: Challenge, random: () => number): Challenge {
  const [lead, tail] = [strokes[0]?.atMs ?? 0, durationMs - (strokes.at(-1)?.atMs ?? 0)]
  let atMs = lead
  const spaced = strokes.map(({ direction }, index) => {
    if (index > 0) atMs += LIVE_GAP_MS.least + Math.floor(random() * (LIVE_GAP_MS.most + 1 - LIVE_GAP_MS.least))
    return { direction, atMs }
  })
  return { ...rest, strokes: spaced, durationMs: atMs + tail }
}
