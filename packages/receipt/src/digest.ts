import { sha256Hex } from '#crypto'
import { hexToBytes } from './encoding.ts'
import { canonicalize } from './json.ts'

/**
 * Computes the digest of a payload, which stands beside it in an evidence block.
 *
 * @returns lower-case hex SHA-256 of the RFC 8785 text.
 * @throws {NotJsonError} for anything that JSON cannot hold exactly.
 */
export function computePayloadDigest(payload: unknown): string {
  return sha256Hex(canonicalize(payload))
}

/**
 * Computes the hash by which a successor names a receipt in `previousReceiptHash`.
 *
 * @returns lower-case hex SHA-256 of the RFC 8785 text of the whole receipt.
 * @throws {NotJsonError} for anything that JSON cannot hold exactly.
 */
export function computeReceiptHash(receipt: unknown): string {
  return sha256Hex(canonicalize(receipt))
}

/** What was recorded since the step before, as the request to verify will carry it; an absent stream is an empty list. */
export type CommittedPart = { imu: readonly unknown[]; camera: readonly unknown[]; pose: readonly unknown[] }

/**
 * Begins the chain of commitments of a challenge.
 *
 * @returns lower-case hex SHA-256 of the challenge's id.
 */
export function beginCommitments(challengeId: string): string {
  return sha256Hex(challengeId)
}

/**
 * Commits to a part of a capture and to all parts before it.
 *
 * @returns lower-case hex SHA-256 of the chain's 32 bytes and the 32 bytes of SHA-256 of the part's RFC 8785 text.
 * @throws {NotJsonError} for anything that JSON cannot hold exactly.
 * @example
 * extendCommitments(beginCommitments(challengeId), { imu: samples, camera: [], pose: [] })
 */
export function extendCommitments(chain: string, { imu, camera, pose }: CommittedPart): string {
  return sha256Hex(hexToBytes(chain + sha256Hex(canonicalize({ imu, camera, pose }))))
}
