import { derivePublicKey } from '#crypto'
import { systemNow } from './ambient.ts'
import { checkAssertions, checkEvidence, checkOwnTimes, checkSchema } from './checks.ts'
import { demandSecretKey, type Signer, signDocument } from './document.ts'
import { type Failure, ReceiptError, failure } from './failure.ts'
import { copySorted } from './plain-json.ts'
import { RECEIPT_CONTEXT, type ParsedReceipt, readSortedReceipt } from './reading.ts'
import type { Receipt, UnsignedReceipt } from './receipt.ts'
import { isRecord } from './shape.ts'
import { demandTime, formatTime, readTime, type TimeLike } from './time.ts'

/** `now` becomes signedAt; the system's clock by default. */
export type SignOptions = { now?: TimeLike }

/**
 * Signs a receipt with a secret key of 64 hex digits.
 *
 * @returns the receipt with its signature.
 * @throws {ReceiptError} for anything that could never verify; `code` says which check would fail.
 * @example
 * const receipt = signReceipt(buildReceipt(params), keyPair.secretKey)
 */
export function signReceipt(unsigned: UnsignedReceipt, secretKey: string, options?: SignOptions): Receipt
/**
 * Signs a receipt with a key that only its holder can use, for example a WebCrypto key that cannot be exported.
 *
 * @returns a promise of the receipt with its signature.
 * @throws {ReceiptError} (as a rejection) for anything that could never verify, and where the signer's bytes are no signature by its key.
 */
export function signReceipt(unsigned: UnsignedReceipt, signer: Signer, options?: SignOptions): Promise<Receipt>
export function signReceipt(
  unsigned: UnsignedReceipt,
  key: string | Signer,
  options: SignOptions = {},
): Receipt | Promise<Receipt> {
  return typeof key === 'string' ? signWithSecretKey(unsigned, key, options) : signWithSigner(unsigned, key, options)
}

// A device's clock may run a little ahead of the signer's; the end of what it saw is then the time of signing.
const MAX_CLOCK_LEAD_MS = 30_000
const NO_SIGNATURE_YET = '0'.repeat(128)

function signWithSecretKey(unsigned: UnsignedReceipt, secretKey: string, options: SignOptions): Receipt {
  demandSecretKey(secretKey)
  return signDocument(RECEIPT_CONTEXT, prepare(unsigned, derivePublicKey(secretKey), options), secretKey)
}

async function signWithSigner(unsigned: UnsignedReceipt, signer: Signer, options: SignOptions): Promise<Receipt> {
  // Read once: a signer that names another key later must not sign for this one.
  const { publicKey } = signer
  const receipt = prepare(unsigned, publicKey, options)
  return signDocument(RECEIPT_CONTEXT, receipt, { publicKey, sign: (message) => signer.sign(message) })
}

function prepare(unsigned: UnsignedReceipt, publicKey: string, options: SignOptions): Receipt {
  if (!isRecord(unsigned)) refuse(failure('INVALID_SCHEMA', 'the receipt must be an object'))
  if (Object.hasOwn(unsigned, 'signature')) refuse(failure('INVALID_SCHEMA', '/signature is there already'))
  const signature = {
    algorithm: 'Ed25519',
    canonicalization: 'JCS',
    signedAt: signingTime(unsigned, options),
    value: NO_SIGNATURE_YET,
  }
  const parsed = readSortedReceipt(copySorted({ ...unsigned, signature }))
  const problem = findProblem(parsed, publicKey)
  if (problem) refuse(problem)
  return parsed.receipt as Receipt
}

function findProblem(parsed: ParsedReceipt, publicKey: string): Failure | null {
  const { receipt } = parsed
  const malformed = checkSchema(parsed)
  if (malformed) return malformed
  if (receipt.issuer.publicKey !== publicKey) {
    return failure('ISSUER_MISMATCH', '/issuer/publicKey is not the public key of the signing key')
  }
  return checkAssertions(receipt) ?? checkOwnTimes(receipt) ?? checkEvidence(parsed)
}

function signingTime(unsigned: UnsignedReceipt, { now = systemNow() }: SignOptions): string {
  const signedAt = demandTime(now, 'now')
  const end = readTime(unsigned.interval?.end)
  const leadMs = end - signedAt
  return formatTime(leadMs > 0 && leadMs <= MAX_CLOCK_LEAD_MS ? end : signedAt)
}

function refuse(problem: Failure): never {
  throw new ReceiptError(problem)
}
