import { sha256Hex } from '#crypto'
import { computePayloadDigest } from '../digest.ts'
import { bytesToHex, hexToBytes, isHex } from '../encoding.ts'
import { readPresencePolicy } from '../presence-policy.ts'
import type { Receipt } from '../receipt.ts'

/** The text of which a person's passkey signs the digest: what is approved, for whom, in which scan, and until when. Absent values are null. */
export type ApproverStatement = {
  action: string | null
  action_digest: string | null
  audience: string | null
  nonce: string | null
  challenge_id: string
  /** The last commitment of the scan, 64 lower-case hex digits; null for the method passkey, which has no motion. */
  chain: string | null
  /** `issuer.publicKey` of the receipt. */
  issuer: string
  method: 'hand' | 'passkey'
  /** `assurance` of the receipt's policy: 2 or 3 for a hand, 0 for a passkey alone. */
  level: 0 | 2 | 3
  /** `expiresAt` of the receipt, the same text. */
  not_after: string
}

/** One signature may cover so many statements, each with a receipt of its own. */
export const MAX_STATEMENTS = 10

/**
 * Computes the digest of a statement: SHA-256 of the RFC 8785 text of its ten members.
 *
 * @returns 64 lower-case hex digits.
 * @throws {NotJsonError} for a member that is absent or has no JSON form.
 */
export function computeStatementDigest(statement: ApproverStatement): string {
  // Named one by one: a member more would be signed and never rebuilt.
  const { action, action_digest, audience, nonce, challenge_id, chain, issuer, method, level, not_after } = statement
  return computePayloadDigest({
    action,
    action_digest,
    audience,
    nonce,
    challenge_id,
    chain,
    issuer,
    method,
    level,
    not_after,
  })
}

// Names the format and version, so that no sign-in can be passed off as an approval. The zero byte ends it.
const CONTEXT_HEX = bytesToHex(new TextEncoder().encode('stillhere/approver/1\0'))

/**
 * Computes what a passkey signs for 1 to 10 statements, as the challenge of WebAuthn: SHA-256 of a context and the digests.
 *
 * @returns 32 bytes.
 * @throws {RangeError} for no digest, more than 10, or one that isn't 64 lower-case hex digits.
 * @example
 * const challenge = computeApproverChallenge([computeStatementDigest(statement)])
 */
export function computeApproverChallenge(digests: readonly string[]): Uint8Array<ArrayBuffer> {
  const isCounted = digests.length >= 1 && digests.length <= MAX_STATEMENTS
  if (!isCounted || !digests.every((digest) => isHex(digest, 64))) {
    throw new RangeError(`digests must be 1 to ${MAX_STATEMENTS} texts of 64 lower-case hex digits`)
  }
  return hexToBytes(sha256Hex(hexToBytes(CONTEXT_HEX + digests.join(''))))
}

/**
 * Rebuilds the statement that a well-formed receipt makes, from the receipt, its policy, and the scan that its block names.
 *
 * @returns the statement, or null where method, level, chain or expiry of the receipt fit none.
 */
export function rebuildStatement(
  receipt: Receipt,
  { challenge_id, chain }: Pick<ApproverStatement, 'challenge_id' | 'chain'>,
): ApproverStatement | null {
  const policy = readPresencePolicy(receipt)
  // Both may be absent from a valid receipt; a polluted Object.prototype must not stand in for them.
  const { audience, expiresAt } = { audience: undefined, expiresAt: undefined, ...receipt }
  if (policy?.method === undefined || expiresAt === undefined) return null
  const { action, action_digest, nonce, method, assurance: level } = policy
  // A policy of the method passkey has level 0, and no other has.
  if (level === 1 || (chain === null) !== (method === 'passkey')) return null
  return {
    action,
    action_digest,
    audience: audience ?? null,
    nonce,
    challenge_id,
    chain,
    issuer: receipt.issuer.publicKey,
    method,
    level,
    not_after: expiresAt,
  }
}
