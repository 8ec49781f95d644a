import { sha256Hex } from '#crypto'
import { canonicalize } from './canonical-json.ts'

/** Lower-case hex SHA-256 of a payload's RFC 8785 text. */
export function computePayloadDigest(payload: unknown): string {
  return sha256Hex(canonicalize(payload))
}

/** Lower-case hex SHA-256 of the RFC 8785 text of a whole receipt; what a successor puts into previousReceiptHash. */
export function computeReceiptHash(receipt: unknown): string {
  return sha256Hex(canonicalize(receipt))
}
