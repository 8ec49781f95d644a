import type { IssuedReceipt } from '@stillhere/contract'
import type { ChainEnd, IssuerKey, StoredReceipt } from './store.ts'

/** How long a receipt is good after the end of what it speaks of. */
export const RECEIPT_LIFETIME_MS = 300_000

/** A transaction that began with the old key may sign for so long after the key was retired. */
const OVERLAP_MS = 60_000

/** A clock may have been set back, but a chain waits no longer than this for it to come round again. */
const MAX_SHIFT_MS = 10_000

export type Span = { start: Date; end: Date }

/** Where the next receipt of a subject stands: its place, its predecessor, and its interval behind that one's end. */
export type Link = { position: number; previousReceiptHash: string | null; interval: Span }

/** Links a receipt to the end of a chain; another key, or an end that lies in the future, begins a new chain. */
export function linkTo(before: ChainEnd, issuerId: string, interval: Span): Link {
  const position = before.position + 1
  const { hash, endsAt } = before
  const follows = endsAt !== null && before.issuerId === issuerId && isReached(endsAt, interval.end)
  if (!follows) return { position, previousReceiptHash: null, interval }
  return { position, previousReceiptHash: hash, interval: behind(endsAt, interval) }
}

function isReached(endsAt: Date, end: Date): boolean {
  return endsAt.getTime() <= end.getTime() + MAX_SHIFT_MS
}

// Intervals of one chain never overlap. Parallel answers for the same moment come out a millisecond apart.
function behind(endsAt: Date, { start, end }: Span): Span {
  const startMs = Math.max(start.getTime(), endsAt.getTime())
  return { start: new Date(startMs), end: new Date(Math.max(end.getTime(), startMs + 1)) }
}

/** The last moment at which a key may have signed; null while it is active. */
export function validUntil({ retiredAt }: Pick<IssuerKey, 'retiredAt'>): Date | null {
  return retiredAt && new Date(retiredAt.getTime() + OVERLAP_MS)
}

/** What decides whether a key may have signed a receipt. */
export type Validity = Pick<IssuerKey, 'publicKey' | 'activeFrom' | 'retiredAt' | 'compromised'>

/** The public keys that may have signed at a moment; NaN trusts none. */
export function keysTrustedAt(keys: readonly Validity[], signedAtMs: number): string[] {
  return keys.filter((key) => mayHaveSignedAt(key, signedAtMs)).map(({ publicKey }) => publicKey)
}

function mayHaveSignedAt(key: Validity, signedAtMs: number): boolean {
  const untilMs = validUntil(key)?.getTime() ?? Number.POSITIVE_INFINITY
  return !key.compromised && key.activeFrom.getTime() <= signedAtMs && signedAtMs <= untilMs
}

// For verifiers whose clock runs late, and for receipts whose interval was moved behind the end of their chain.
const SLACK_MS = 60_000

/** Whether a token that this key signed may still be good. */
export function mayHaveLiveTokens(key: Validity, now: Date): boolean {
  const untilMs = validUntil(key)?.getTime() ?? Number.POSITIVE_INFINITY
  return !key.compromised && now.getTime() < untilMs + RECEIPT_LIFETIME_MS + SLACK_MS
}

export function nameKeyStatus({ retiredAt, compromised }: Validity): 'active' | 'retired' | 'compromised' {
  if (compromised) return 'compromised'
  return retiredAt === null ? 'active' : 'retired'
}

/** What the contract shows of a stored receipt. */
export function describeReceipt(one: StoredReceipt): IssuedReceipt {
  return {
    receipt_id: one.receiptId,
    receipt_hash: one.hash,
    subject: one.subject,
    audience: one.audience,
    issuer: one.issuerId,
    issued_at: one.issuedAt.toISOString(),
    interval: { start: one.startsAt.toISOString(), end: one.endsAt.toISOString() },
    expires_at: one.expiresAt.toISOString(),
    revoked_at: one.revokedAt?.toISOString() ?? null,
    revoke_reason: one.revokeReason,
  }
}
