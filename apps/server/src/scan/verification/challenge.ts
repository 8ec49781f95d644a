import { randomInt, randomUUID } from 'node:crypto'
import type { AssuranceLevel, BodyOf, requestChallenge } from '@stillhere/contract'
import { type Challenge, generateChallenge, generateEnrollment, type Random } from '@stillhere/engine'
import type { ApproverStatement } from '@stillhere/receipt/approver'
import type { FastifyRequest } from 'fastify'
import type { Queries } from '../../platform/database/pool.ts'
import { refuseField, requireNoProblems } from '../../platform/problem.ts'
import { findProseProblems } from '../../platform/prose.ts'
import { openToken, type Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { findInvisible } from '../../platform/visible-text.ts'
import { RECEIPT_LIFETIME_MS } from '../receipts/rules.ts'
import { spaceOut } from './live-rules.ts'
import { LIFETIME_MS, LIVE_LIFETIME_MS, type Purpose } from './rules.ts'
import type { Binding, ScanTarget, TargetRef } from './target.ts'

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
type HandStatement = ApproverStatement & { chain: null; method: 'hand'; level: 2 | 3 }

type AskedChallenge = Pick<IssuedChallenge, 'purpose' | 'node' | 'pace' | 'assurance' | 'binding' | 'target'>

/** Draws a challenge, by default from a cryptographic source. */
export function drawChallenge(asked: AskedChallenge, now: Date, random: Random = secureRandom): IssuedChallenge {
  const lifetimeMs = asked.pace === 'live' ? LIVE_LIFETIME_MS : LIFETIME_MS[asked.purpose]
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  return { id: randomUUID(), ...asked, ...drawStrokes(asked, random), issuedAt: now, expiresAt }
}

/**
 * States what a passkey is to sign of a scan: all that the receipt will say of it. The level is fixed before anybody knows which passkey
 * signs, so it is the one that was asked for, and at least that of a passkey.
 */
export function stateScan(
  { id, assurance = 1, binding = {}, expiresAt }: Pick<IssuedChallenge, 'id' | 'assurance' | 'binding' | 'expiresAt'>,
  issuer: string,
): HandStatement {
  return {
    action: binding.action ?? null,
    action_digest: binding.actionDigest ?? null,
    audience: binding.audience ?? null,
    nonce: binding.nonce ?? null,
    challenge_id: id,
    chain: null,
    issuer,
    method: 'hand',
    level: assurance === 3 ? 3 : 2,
    // A scan may end as late as its challenge, and its receipt is good for as long as any other from then on.
    not_after: new Date(expiresAt.getTime() + RECEIPT_LIFETIME_MS).toISOString(),
  }
}

type Drawn = Pick<IssuedChallenge, 'challenge' | 'further' | 'extra'>

function drawStrokes({ purpose, pace }: AskedChallenge, random: Random): Drawn {
  if (purpose === 'verify') {
    const challenge = generateChallenge(random)
    return { challenge: pace === 'live' ? spaceOut(challenge, random) : challenge }
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
export function listRounds({ challenge, further = [], extra }: Drawn): Challenge[] {
  return [challenge, ...further, ...(extra ? [extra] : [])]
}

const STEPS = 2 ** 47

function secureRandom(): number {
  return randomInt(STEPS) / STEPS
}

export function sealChallenge(secrets: Secrets, issued: IssuedChallenge): string {
  return secrets.seal('challenge', JSON.stringify(withoutLiveStrokes(issued))).toString('base64url')
}

// Sealed, they could not be read, but the token's length would tell something of them.
function withoutLiveStrokes(issued: IssuedChallenge): IssuedChallenge {
  return issued.pace === 'live' ? { ...issued, challenge: { ...issued.challenge, strokes: [] } } : issued
}

/** The challenge in a token, or null for one that this service did not seal. */
export function openChallenge(secrets: Secrets, token: string): IssuedChallenge | null {
  const text = openToken(secrets, 'challenge', token)
  if (text === null) return null
  const { issuedAt, expiresAt, ...rest } = JSON.parse(text) as Sealed
  return { ...rest, issuedAt: new Date(issuedAt), expiresAt: new Date(expiresAt) }
}

type Sealed = Omit<IssuedChallenge, 'issuedAt' | 'expiresAt'> & { issuedAt: string; expiresAt: string }

type Asked = {
  body: BodyOf<typeof requestChallenge>
  request: FastifyRequest
  requireAudience: ScanTarget['requireAudience']
}

/** What a challenge is to be bound to, or undefined; 400 for what cannot be promised. */
export async function readBinding(
  db: Queries,
  service: Service,
  { body: { purpose, audience, action, nonce }, request, requireAudience }: Asked,
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
