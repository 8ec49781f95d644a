import { createHash } from 'node:crypto'
import type { AgentProof } from '@stillhere/contract'
import { canonicalize, verifyEd25519 } from '@stillhere/receipt'

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

export type Verdict = 'good' | 'malformed time' | 'stale' | 'too early' | 'wrong signature'

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
  return verifyEd25519(signature, statementBytes(statement, signed_at), keyHex) ? 'good' : 'wrong signature'
}

/** The bytes that an agent signs: the context, then the canonical JSON (RFC 8785) of the statement and its time. */
export function statementBytes(statement: Statement, signedAt: string): Uint8Array {
  return new TextEncoder().encode(SIGNING_CONTEXT + canonicalize({ ...statement, signed_at: signedAt }))
}

/** Until when a statement could be shown again. */
export function staleAt({ signed_at }: AgentProof): Date {
  return new Date(readTime(signed_at) + GOOD_FOR_MS)
}

function readTime(text: string): number {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text) ? Date.parse(text) : Number.NaN
}

/** The key under which a nonce or a statement is marked as used; one can never pass for the other. */
export function singleUseKey(kind: 'nonce' | 'statement', text: string): Buffer {
  return createHash('sha256').update(`${kind}:${text}`).digest()
}
