import { sha256Hex } from '#crypto'
import { canonicalize } from './canonical-json.ts'

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
