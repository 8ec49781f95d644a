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

/** A challenge as its token holds it. Only this service can write or read one. */
export type IssuedChallenge = {
  id: string
  purpose: Purpose
  /** The node that asked for it, by number and by e-mail address; null for a caller without one. */
  node: { id: number; emailKey: string } | null
  challenge: Challenge
  /** To enroll and for research: the rounds after the first. A token of an older service has none. */
  further?: Challenge[]
  /** To enroll: one more round, which may be left out. */
  extra?: Challenge
  /** Absent where all strokes are told at once. Otherwise they are not in the token, but in the row of the live challenge. */
  pace?: 'live'
  /** The least level that the receipt must have; 1 where it is absent. */
  assurance?: AssuranceLevel
  /** For whom and for what the scan is; absent where nothing was said. */
  binding?: Binding
  /** The request that the scan answers; absent where the scan is for its receipt alone. */
  target?: TargetRef
  /** What a passkey of the node is to sign, but for the last commitment; absent where none may sign. */
  statement?: HandStatement
  issuedAt: Date
  expiresAt: Date
}

/** The statement of a scan, before it is made. */
export type HandStatement = ApproverStatement & { chain: null; method: 'hand'; level: 2 | 3 }

type ChallengeInput = Pick<IssuedChallenge, 'purpose' | 'node' | 'pace' | 'assurance' | 'binding' | 'target'>

/** Draws a challenge, by default from a cryptographic source. */
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

/** What is to be made, in this order; the extra round of an enrollment may be left out. */
export function listRounds({ challenge, further = [], extra }: ChallengeStrokes): Challenge[] {
  return [challenge, ...further, ...(extra ? [extra] : [])]
}

const STEPS = 2 ** 47

function computeSecureRandom(): number {
  return randomInt(STEPS) / STEPS
}

export function sealChallenge(secrets: Secrets, issued: IssuedChallenge): string {
  return secrets.seal('challenge', JSON.stringify(removeLiveStrokes(issued))).toString('base64url')
}

// Sealed, they could not be read, but the token's length would tell something of them.
function removeLiveStrokes(issued: IssuedChallenge): IssuedChallenge {
  return issued.pace === 'live' ? { ...issued, challenge: { ...issued.challenge, strokes: [] } } : issued
}

/** The challenge in a token, or null for one that this service did not seal. */
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

/** What a challenge is to be bound to, or undefined; 400 for what cannot be promised. */
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
export function explainReason(reason: RejectionReason): string {
  return WORDS.get(reason) ?? reason
}

/**
 * How long a challenge may be answered. The longest takes 10 s; a minute leaves 20 s to get ready and 30 s to send a scan
 * over a bad line. An enrollment may carry ten captures with landmarks, so its upload gets a minute more. People who give strokes to
 * research may make every round again, and taking longer helps no attacker.
 */
const LIFETIME_MS: Readonly<Record<Purpose, number>> = {
  verify: 60_000,
  enroll: 120_000,
  research: 300_000,
}

/** A live challenge is also waited for: its row goes after this. */
export const LIVE_LIFETIME_MS = 120_000

type ChallengeState = { id: string; purpose: Purpose; expiresAt: Date }

/** Why a challenge cannot be answered now, or null. */
export function checkChallenge(
  issued: ChallengeState | null,
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

/** A challenge that cannot be answered, or not any more. */
export function refuseChallenge(reason: RejectionReason): RequestProblem {
  const message = `${reason}: ${explainReason(reason)}`
  return new RequestProblem('CHALLENGE_REFUSED', message, { errors: [{ pointer: '/challenge', message }] })
}

/** From cue to cue at the live pace: between two cues there must be time to commit, and for the next stroke to come. */
const LIVE_GAP_MS = { least: 1300, most: 1530 }

/** The same strokes at times of their own, drawn with numbers from 0 to 1. */
export function toLivePace({ strokes, durationMs, ...rest }: Challenge, random: () => number): Challenge {
  const [lead, tail] = [strokes[0]?.atMs ?? 0, durationMs - (strokes.at(-1)?.atMs ?? 0)]
  let atMs = lead
  const spaced = strokes.map(({ direction }, index) => {
    if (index > 0) atMs += LIVE_GAP_MS.least + Math.floor(random() * (LIVE_GAP_MS.most + 1 - LIVE_GAP_MS.least))
    return { direction, atMs }
  })
  return { ...rest, strokes: spaced, durationMs: atMs + tail }
}
