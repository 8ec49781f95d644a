import { createHash } from 'node:crypto'
import type { AgentProof } from '@stillhere/contract'
import { canonicalize, verifyEd25519 } from '@stillhere/receipt'
import { refuseField, RequestProblem } from '../../platform/problem.ts'
import { type ProvableKey, readKey } from './rules.ts'

/** Begins every statement, so that nothing else that an agent signs can pass for one. */
const SIGNING_CONTEXT = 'stillhere/agent/1\n'

/** How long after its time a statement is good, and how far the signer's clock may be ahead. */
const GOOD_FOR_MS = 600_000
const CLOCK_SKEW_MS = 30_000

/** What an agent states by its key: what is done, and to whom it speaks (the service's host and port). */
export type Statement = { action: 'declare' | 'prove' | 'rotate' | 'operator'; audience: string } & Record<
  string,
  string
>

type Verdict = 'good' | 'malformed time' | 'stale' | 'too early' | 'wrong signature'

/** Judges a signed statement at a moment. */
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

/** The bytes that an agent signs: the context, then the canonical JSON (RFC 8785) of the statement and its time. */
export function encodeStatement(statement: Statement, signedAt: string): Uint8Array {
  return new TextEncoder().encode(SIGNING_CONTEXT + canonicalize({ ...statement, signed_at: signedAt }))
}

/** Until when a statement could be shown again. */
export function computeStaleTime({ signed_at }: AgentProof): Date {
  return new Date(readTime(signed_at) + GOOD_FOR_MS)
}

function readTime(text: string): number {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text) ? Date.parse(text) : Number.NaN
}

/** The key under which a nonce or a statement is marked as used; one can never pass for the other. */
export function toSingleUseKey(kind: 'nonce' | 'statement', text: string): Buffer {
  return createHash('sha256').update(`${kind}:${text}`).digest()
}

/** Returns the key that a body declares if keyid names it: a key isn't proved by the signature of another. */
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

/** A 401 that names the rule by which a signature of an agent is refused. */
export function refuseSignature(rule: string, headers: Record<string, string> = {}): RequestProblem {
  return new RequestProblem('AGENT_SIGNATURE_REFUSED', `The signature is refused: ${rule}.`, { headers })
}

export function refuseRevoked(): RequestProblem {
  return new RequestProblem('AGENT_REVOKED', 'This agent is revoked.')
}

export function refuseUnknownAgent(): RequestProblem {
  return new RequestProblem('AGENT_NOT_FOUND', 'There is no agent with this id.')
}

export function refuseUsedKey(): RequestProblem {
  return new RequestProblem(
    'AGENT_KEY_IN_USE',
    'This key was proved before; every agent and every change needs its own.',
  )
}

export function refuseUnprovableKey(): RequestProblem {
  return new RequestProblem('AGENT_KEY_UNPROVABLE', 'This key is no Ed25519 key, or a weak one.')
}

export function refuseUsedNonce(): RequestProblem {
  return refuseSignature('its nonce was used before')
}

/** A 401 where the service cannot say whether something was signed for it. */
export function refuseUnknownName(): RequestProblem {
  return refuseSignature('the service does not know its own name here; its operator must set PUBLIC_URL')
}
