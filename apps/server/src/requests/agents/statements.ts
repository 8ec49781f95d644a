import { createHash } from 'node:crypto'
import type { AgentProof } from '@stillhere/contract'
import { canonicalize, verifyEd25519 } from '@stillhere/receipt'
import { refuseField, RequestProblem } from '../../platform/problem.ts'
import { type ProvableKey, readKey } from './rules.ts'

/** Begins every signed statement, so that no other text that an agent signs can be taken for a statement. */
const SIGNING_CONTEXT = 'stillhere/agent/1\n'

/** How long after its time a statement is accepted. */
const GOOD_FOR_MS = 600_000
const CLOCK_SKEW_MS = 30_000

/** A statement that an agent signs with its key: an action and its fields. `audience`: the host and port of the service that it is meant for. */
export type Statement = { action: 'declare' | 'prove' | 'rotate' | 'operator'; audience: string } & Record<
  string,
  string
>

type Verdict = 'good' | 'malformed time' | 'stale' | 'too early' | 'wrong signature'

/**
 * Judges an agent's signed statement: `good` if its time is at most ten minutes before `now` and the signature fits the statement and the key;
 * otherwise the first thing that is wrong.
 */
export function judgeStatement(
  statement: Statement,
  { signed_at, signature }: AgentProof,
  { keyHex, now }: { keyHex: string; now: Date },
): Verdict {
  const ageMs = now.getTime() - readTime(signed_at)
  if (Number.isNaN(ageMs)) return 'malformed time'
  if (ageMs > GOOD_FOR_MS) return 'stale'
  if (ageMs < -CLOCK_SKEW_MS) return 'too early'
  return verifyEd25519(signature, encodeStatement(statement, signed_at), keyHex) ? 'good' : 'wrong signature'
}

/** Returns the bytes that an agent signs: a fixed context, followed by the canonical JSON (RFC 8785) of the statement and its time. */
export function encodeStatement(statement: Statement, signedAt: string): Uint8Array {
  return new TextEncoder().encode(SIGNING_CONTEXT + canonicalize({ ...statement, signed_at: signedAt }))
}

/** Returns the time from which a signed statement is too old to be accepted; until then its reuse must be prevented. */
export function computeStaleTime({ signed_at }: AgentProof): Date {
  return new Date(readTime(signed_at) + GOOD_FOR_MS)
}

function readTime(text: string): number {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text) ? Date.parse(text) : Number.NaN
}

/** Hashes a nonce, or the signature of a statement, to the key under which it is stored as used. `kind` keeps nonces and statements apart. */
export function toSingleUseKey(kind: 'nonce' | 'statement', text: string): Buffer {
  return createHash('sha256').update(`${kind}:${text}`).digest()
}

/**
 * Returns the public key in the body of a signed declaration. Throws if it is missing, isn't a strong Ed25519 key, or isn't the key that
 * `keyid` names.
 */
export function readDeclaredKey(body: unknown, keyid: string): ProvableKey {
  const text = readPublicKey(body)
  if (text === undefined) throw refuseField('/public_key', 'must be the text of the key that signs the request')
  const key = readKey(text.trim())
  if (!key) throw refuseUnprovableKey()
  if (key.thumbprint !== keyid) throw refuseSignature('keyid must name the public_key that the body declares')
  return key
}

// The body is read before its schema was looked at.
function readPublicKey(body: unknown): string | undefined {
  const isObject = typeof body === 'object' && body !== null && 'public_key' in body
  return isObject && typeof body.public_key === 'string' ? body.public_key : undefined
}

/** Returns the 401 problem for an agent's signature. `rule` completes the sentence "The signature is refused: …". */
export function refuseSignature(rule: string, headers: Record<string, string> = {}): RequestProblem {
  return new RequestProblem('AGENT_SIGNATURE_REFUSED', `The signature is refused: ${rule}.`, { headers })
}

/** Returns the 403 problem for an agent that is revoked. */
export function refuseRevoked(): RequestProblem {
  return new RequestProblem('AGENT_REVOKED', 'This agent is revoked.')
}

/** Returns the 404 problem for an unknown agent id. */
export function refuseUnknownAgent(): RequestProblem {
  return new RequestProblem('AGENT_NOT_FOUND', 'There is no agent with this id.')
}

/** Returns the 409 problem for a key that an agent has proved before. */
export function refuseUsedKey(): RequestProblem {
  return new RequestProblem(
    'AGENT_KEY_IN_USE',
    'This key was proved before; every agent and every change needs its own.',
  )
}

/** Returns the 409 problem for a key that is weak or isn't an Ed25519 key. */
export function refuseUnprovableKey(): RequestProblem {
  return new RequestProblem('AGENT_KEY_UNPROVABLE', 'This key is no Ed25519 key, or a weak one.')
}

/** Returns the 401 problem for a signature whose nonce was used before. */
export function refuseUsedNonce(): RequestProblem {
  return refuseSignature('its nonce was used before')
}

/** Returns the 401 problem for a signature that can't be verified, because the service doesn't know its own address. */
export function refuseUnknownName(): RequestProblem {
  return refuseSignature('the service does not know its own name here; its operator must set PUBLIC_URL')
}
