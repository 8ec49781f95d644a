import { publicKeyOf, signRaw } from '#crypto'
import { systemNow } from './ambient.ts'
import { checkAssertions, checkEvidence, checkOwnTimes, checkSchema, failure } from './checks.ts'
import { verifyEd25519 } from './ed25519.ts'
import { type Failure, ReceiptError } from './failure.ts'
import { bytesToHex, isHex } from './hex.ts'
import { copySorted } from './plain-json.ts'
import { type Reading, readSortedReceipt } from './reading.ts'
import type { Receipt, UnsignedReceipt } from './receipt.ts'
import { isRecord } from './shape.ts'
import { demandTime, formatTime, readTime, type TimeLike } from './time.ts'

/** A key that its holder does not show, for example a WebCrypto key that cannot be exported. */
export type Signer = {
  publicKey: string
  sign: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array | ArrayBuffer>
}

/** `now` becomes signedAt; the system's clock by default. */
export type SignOptions = { now?: TimeLike }

/** Signs with a secret key of 64 hex digits. Throws for anything that could never verify. */
export function signReceipt(unsigned: UnsignedReceipt, secretKey: string, options?: SignOptions): Receipt
/** Signs with a key that only its holder can use. Rejects for anything that could never verify. */
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

type Draft = { receipt: Receipt; message: Uint8Array<ArrayBuffer> }

function signWithSecretKey(unsigned: UnsignedReceipt, secretKey: string, options: SignOptions): Receipt {
  if (!isHex(secretKey, 64)) refuse(failure('INVALID_SCHEMA', 'secretKey must be 64 lower-case hex digits'))
  const draft = prepare(unsigned, publicKeyOf(secretKey), options)
  return complete(draft, signRaw(draft.message, secretKey))
}

async function signWithSigner(unsigned: UnsignedReceipt, signer: Signer, options: SignOptions): Promise<Receipt> {
  const { publicKey } = signer
  const draft = prepare(unsigned, publicKey, options)
  // A copy: the signer may change or transfer what it is given.
  const answer = await signer.sign(draft.message.slice())
  const value = bytesToHex(answer instanceof Uint8Array ? answer : new Uint8Array(answer))
  if (!verifyEd25519(value, draft.message, publicKey)) {
    refuse(failure('INVALID_SIGNATURE', 'what the signer answered is not a signature by its publicKey'))
  }
  return complete(draft, value)
}

function prepare(unsigned: UnsignedReceipt, publicKey: string, options: SignOptions): Draft {
  if (!isRecord(unsigned)) refuse(failure('INVALID_SCHEMA', 'the receipt must be an object'))
  if (Object.hasOwn(unsigned, 'signature')) refuse(failure('INVALID_SCHEMA', '/signature is there already'))
  const signature = {
    algorithm: 'Ed25519',
    canonicalization: 'JCS',
    signedAt: signingTime(unsigned, options),
    value: NO_SIGNATURE_YET,
  }
  const reading = readSortedReceipt(copySorted({ ...unsigned, signature }))
  const problem = findProblem(reading, publicKey)
  if (problem) refuse(problem)
  return { receipt: reading.receipt as Receipt, message: new TextEncoder().encode(reading.signedText() ?? '') }
}

function findProblem(reading: Reading, publicKey: string): Failure | null {
  const { receipt } = reading
  const malformed = checkSchema(reading)
  if (malformed) return malformed
  if (receipt.issuer.publicKey !== publicKey) {
    return failure('ISSUER_MISMATCH', '/issuer/publicKey is not the public key of the signing key')
  }
  return checkAssertions(receipt) ?? checkOwnTimes(receipt) ?? checkEvidence(reading)
}

function signingTime(unsigned: UnsignedReceipt, { now = systemNow() }: SignOptions): string {
  const signedAt = demandTime(now, 'now')
  const end = readTime(unsigned.interval?.end)
  const leadMs = end - signedAt
  return formatTime(leadMs > 0 && leadMs <= MAX_CLOCK_LEAD_MS ? end : signedAt)
}

function complete({ receipt }: Draft, value: string): Receipt {
  return { ...receipt, signature: { ...receipt.signature, value } }
}

function refuse(problem: Failure): never {
  throw new ReceiptError(problem)
}
