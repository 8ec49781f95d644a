import { derivePublicKey, signRaw } from '#crypto'
import { readSystemTime } from './ambient.ts'
import { checkAssertions, checkEvidence, checkOwnTimes, checkSchema } from './checks.ts'
import { verifyEd25519 } from './ed25519.ts'
import { bytesToHex, isHex } from './encoding.ts'
import { type Failure, createFailure, ReceiptError } from './failure.ts'
import { canonicalize, copySorted } from './json.ts'
import { type ParsedReceipt, toParsedReceipt, RECEIPT_CONTEXT } from './parsed-receipt.ts'
import type { Receipt, UnsignedReceipt } from './receipt.ts'
import { isRecord } from './schema.ts'
import { requireTime, formatTime, parseTimeLike, type TimeLike } from './time.ts'

/** `now` is the time of signing, which becomes `signedAt`; the system's clock by default. */
export type SignOptions = { now?: TimeLike }

/**
 * Signs a receipt with a secret key of 64 hex digits.
 *
 * @returns the receipt with its signature.
 * @throws {ReceiptError} if the receipt could never be valid; `code` names the reason with which verification would refuse it.
 * @example
 * const signed = signReceipt(buildReceipt(params), keyPair.secretKey)
 */
export function signReceipt(unsigned: UnsignedReceipt, secretKey: string, options?: SignOptions): Receipt
/**
 * Signs a receipt with a signer, whose secret key stays hidden, for example a WebCrypto key that can't be exported.
 *
 * @returns a promise of the receipt with its signature.
 * @throws {ReceiptError} (as a rejection) if the receipt could never be valid, or the signer returns something else than a signature by its key.
 */
export function signReceipt(unsigned: UnsignedReceipt, signer: Signer, options?: SignOptions): Promise<Receipt>
/** Signs a receipt: at once with a secret key, or asynchronously with a signer, whose secret key stays hidden. */
export function signReceipt(
  unsigned: UnsignedReceipt,
  key: string | Signer,
  options: SignOptions = {},
): Receipt | Promise<Receipt> {
  return typeof key === 'string' ? signWithSecretKey(unsigned, key, options) : signWithSigner(unsigned, key, options)
}

// A device's clock can run a little ahead of the signer's. The receipt is then signed as of the end of the interval.
const MAX_CLOCK_LEAD_MS = 30_000
const NO_SIGNATURE_YET = '0'.repeat(128)

function signWithSecretKey(unsigned: UnsignedReceipt, secretKey: string, options: SignOptions): Receipt {
  requireSecretKey(secretKey)
  return signDocument(RECEIPT_CONTEXT, createDraft(unsigned, derivePublicKey(secretKey), options), secretKey)
}

async function signWithSigner(unsigned: UnsignedReceipt, signer: Signer, options: SignOptions): Promise<Receipt> {
  // Read once, because a signer could return another key the next time.
  const { publicKey } = signer
  const receipt = createDraft(unsigned, publicKey, options)
  return signDocument(RECEIPT_CONTEXT, receipt, { publicKey, sign: (message) => signer.sign(message) })
}

function createDraft(unsigned: UnsignedReceipt, publicKey: string, options: SignOptions): Receipt {
  if (!isRecord(unsigned)) refuse(createFailure('INVALID_SCHEMA', 'the receipt must be an object'))
  if (Object.hasOwn(unsigned, 'signature')) refuse(createFailure('INVALID_SCHEMA', '/signature is there already'))
  const signature = {
    algorithm: 'Ed25519',
    canonicalization: 'JCS',
    signedAt: computeSigningTime(unsigned, options),
    value: NO_SIGNATURE_YET,
  }
  const parsed = toParsedReceipt(copySorted({ ...unsigned, signature }))
  const problem = findProblem(parsed, publicKey)
  if (problem) refuse(problem)
  return parsed.receipt as Receipt
}

function findProblem(parsed: ParsedReceipt, publicKey: string): Failure | null {
  const { receipt } = parsed
  const malformed = checkSchema(parsed)
  if (malformed) return malformed
  if (receipt.issuer.publicKey !== publicKey) {
    return createFailure('ISSUER_MISMATCH', '/issuer/publicKey is not the public key of the signing key')
  }
  return checkAssertions(receipt) ?? checkOwnTimes(receipt) ?? checkEvidence(parsed)
}

function computeSigningTime(unsigned: UnsignedReceipt, { now = readSystemTime() }: SignOptions): string {
  const signedAt = requireTime(now, 'now')
  const end = parseTimeLike(unsigned.interval?.end)
  const leadMs = end - signedAt
  return formatTime(leadMs > 0 && leadMs <= MAX_CLOCK_LEAD_MS ? end : signedAt)
}

function refuse(problem: Failure): never {
  throw new ReceiptError(problem)
}

/** The signature of a document. It covers all members of the document, and its own members except `value`. */
export type DocumentSignature = { algorithm: 'Ed25519'; canonicalization: 'JCS'; value: string }

/** A signing key whose secret part stays hidden, for example a WebCrypto key that can't be exported. `sign` returns the 64 bytes of the signature. */
export type Signer = {
  publicKey: string
  sign: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array | ArrayBuffer>
}

type SignedDocument<Body> = Body & { signature: DocumentSignature }

/**
 * Signs any JSON document. The signature covers the context and the RFC 8785 text of the document without `signature.value`. The context
 * names the kind and version of the document, so that another document signed with the same key can't be passed off as this one.
 *
 * @returns the document with its signature.
 * @throws {ReceiptError} if the secret key isn't 64 lower-case hex digits.
 * @throws {NotJsonError} if the document isn't plain JSON data.
 * @example
 * const card = signDocument('example/card/1\n', { name: 'Ada' }, secretKey)
 */
export function signDocument<Body extends object>(context: string, body: Body, secretKey: string): SignedDocument<Body>
/**
 * Signs a JSON document with a signer, whose secret key stays hidden.
 *
 * @returns a promise of the document with its signature.
 * @throws {ReceiptError} (as a rejection) if the signer returns something else than a signature by its public key.
 */
export function signDocument<Body extends object>(
  context: string,
  body: Body,
  signer: Signer,
): Promise<SignedDocument<Body>>
/** Signs a JSON document: at once with a secret key, or asynchronously with a signer, whose secret key stays hidden. */
export function signDocument<Body extends object>(
  context: string,
  body: Body,
  key: string | Signer,
): SignedDocument<Body> | Promise<SignedDocument<Body>> {
  if (typeof key !== 'string') return signDocumentWithSigner(context, body, key)
  requireSecretKey(key)
  return addSignature(body, signRaw(encodeSignedText(context, body), key))
}

/**
 * Verifies a document that `signDocument` signed. `context` must be the context with which it was signed, `publicKey` the signer's key as hex.
 *
 * @returns true if this key signed this context and all members of the document.
 * @throws {NotJsonError} if the document isn't plain JSON data.
 * @example
 * verifyDocument('example/card/1\n', card, publicKey) // true
 */
export function verifyDocument(
  context: string,
  document: { signature: { value: string } },
  publicKey: string,
): boolean {
  return verifyEd25519(document.signature.value, encodeSignedText(context, document), publicKey)
}

/** Throws a `ReceiptError` if a secret key isn't 64 lower-case hex digits. */
export function requireSecretKey(secretKey: string): void {
  if (isHex(secretKey, 64)) return
  throw new ReceiptError({ code: 'INVALID_SCHEMA', detail: 'secretKey must be 64 lower-case hex digits' })
}

async function signDocumentWithSigner<Body extends object>(
  context: string,
  body: Body,
  signer: Signer,
): Promise<SignedDocument<Body>> {
  const { publicKey } = signer
  const message = encodeSignedText(context, body)
  // A copy, because the signer could change or transfer the bytes.
  const signature = await signer.sign(message.slice())
  const value = bytesToHex(signature instanceof Uint8Array ? signature : new Uint8Array(signature))
  if (verifyEd25519(value, message, publicKey)) return addSignature(body, value)
  const detail = 'what the signer answered is not a signature by its publicKey'
  throw new ReceiptError({ code: 'INVALID_SIGNATURE', detail })
}

function encodeSignedText(context: string, document: object): Uint8Array<ArrayBuffer> {
  const { value: _, ...signature } = addSignature(document, '').signature
  return new TextEncoder().encode(context + canonicalize({ ...document, signature }))
}

// Some documents have further members in the signature, such as the time of signing.
function addSignature<Body extends object>(body: Body, value: string): SignedDocument<Body> {
  const own = 'signature' in body ? Object(body.signature) : {}
  return { ...body, signature: { algorithm: 'Ed25519', canonicalization: 'JCS', ...own, value } }
}
