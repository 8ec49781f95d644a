import { sha256Hex } from '#crypto'
import { hexToBytes } from './encoding.ts'
import { canonicalize } from './json.ts'

/**
 * Computes the digest of a payload or of an action. The order of its members doesn't matter.
 *
 * @returns SHA-256 of the RFC 8785 text, as 64 lower-case hex digits.
 * @throws {NotJsonError} if the value isn't plain JSON data.
 * @example
 * const actionDigest = computePayloadDigest({ type: 'pay', summary: 'Pay Bob', details: { amount: '82.00 EUR' } })
 */
export function computePayloadDigest(payload: unknown): string {
  return sha256Hex(canonicalize(payload))
}

/**
 * Computes the hash of a whole receipt. In a chain, the next receipt contains it as `previousReceiptHash`.
 *
 * @returns SHA-256 of the RFC 8785 text of the whole receipt, as 64 lower-case hex digits.
 * @throws {NotJsonError} if the value isn't plain JSON data.
 * @example
 * const next = buildReceipt({ ...params, previousReceiptHash: computeReceiptHash(receipt) })
 */
export function computeReceiptHash(receipt: unknown): string {
  return sha256Hex(canonicalize(receipt))
}

/** The samples since the previous step, exactly as the request for verification will contain them. An absent stream is an empty list. */
export type CommittedPart = { imu: readonly unknown[]; camera: readonly unknown[]; pose: readonly unknown[] }

/**
 * Computes the first value of a chain of commitments. With it, a client commits to parts of a capture before it sends them.
 *
 * @returns SHA-256 of the challenge's id, as 64 lower-case hex digits.
 * @example
 * let chain = beginCommitments(challengeId)
 */
export function beginCommitments(challengeId: string): string {
  return sha256Hex(challengeId)
}

/**
 * Computes the next value of a chain of commitments from the previous value and the next part of a capture. The result commits to this part and to
 * all parts before.
 *
 * @returns SHA-256 of the chain's 32 bytes and of the digest of the part's RFC 8785 text, as 64 lower-case hex digits.
 * @throws {NotJsonError} if a sample isn't plain JSON data.
 * @example
 * const chain = extendCommitments(beginCommitments(challengeId), { imu: samples, camera: [], pose: [] })
 */
export function extendCommitments(chain: string, { imu, camera, pose }: CommittedPart): string {
  return sha256Hex(hexToBytes(chain + sha256Hex(canonicalize({ imu, camera, pose }))))
}
