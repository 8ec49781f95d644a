import { sha256Hex } from '#crypto'
import { computePayloadDigest } from '../digest.ts'
import { bytesToHex, hexToBytes, isHex } from '../encoding.ts'
import { readPresencePolicy } from '../presence-policy.ts'
import type { Receipt } from '../receipt.ts'

/** The statement that a person's passkey signs: the approved action, its audience, the scan, and the expiry. Absent values are null. */
export type ApproverStatement = {
  action: string | null
  action_digest: string | null
  audience: string | null
  nonce: string | null
  challenge_id: string
  /** The last commitment of the scan, 64 lower-case hex digits. Null for the method `passkey`, which has no motion. */
  chain: string | null
  /** `issuer.publicKey` of the receipt. */
  issuer: string
  method: 'hand' | 'passkey'
  /** `assurance` of the receipt's policy: 2 or 3 for the method `hand`, 0 for `passkey`. */
  level: 0 | 2 | 3
  /** `expiresAt` of the receipt, as the same text. */
  not_after: string
}

/** The greatest number of statements that a single signature can cover. Each statement has its own receipt. */
export const MAX_STATEMENTS = 10

/**
 * Computes the digest of the statement that a person's key signs for a receipt: SHA-256 of the RFC 8785 text of its ten members.
 *
 * @returns 64 lower-case hex digits.
 * @throws {NotJsonError} if a member is absent or JSON can't hold it.
 * @example
 * const digest = computeStatementDigest(statement)
 */
export function computeStatementDigest(statement: ApproverStatement): string {
  // Named one by one, because a further member would be signed but not rebuilt.
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

// Names format and version, so that a sign-in can't be passed off as an approval. The zero byte ends it.
const CONTEXT_HEX = bytesToHex(new TextEncoder().encode('stillhere/approver/1\0'))

/**
 * Computes the WebAuthn challenge with which a passkey signs 1 to 10 statements at once: SHA-256 of a fixed context and the digests of the
 * statements.
 *
 * @returns 32 bytes.
 * @throws {RangeError} if there are no digests or more than 10, or one isn't 64 lower-case hex digits.
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
 * Rebuilds the statement (ten members) that the person's key must have signed for a well-formed receipt. `challenge_id` and `chain` come from the
 * receipt's block with the person's key; the other members from the receipt and its policy.
 *
 * @returns the statement, or null if no key can have signed for this receipt, for example because it has level 1 or no expiry.
 * @example
 * const rebuilt = rebuildStatement(approval, { challenge_id: 'scan-1', chain: null })
 */
export function rebuildStatement(
  receipt: Receipt,
  { challenge_id, chain }: Pick<ApproverStatement, 'challenge_id' | 'chain'>,
): ApproverStatement | null {
  const policy = readPresencePolicy(receipt)
  // Both can be absent from a valid receipt. A polluted Object.prototype must not replace them.
  const { audience, expiresAt } = { audience: undefined, expiresAt: undefined, ...receipt }
  if (policy?.method === undefined || expiresAt === undefined) return null
  const { action, action_digest, nonce, method, assurance: level } = policy
  // A policy has level 0 exactly if its method is passkey.
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
