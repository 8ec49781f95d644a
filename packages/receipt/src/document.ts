import { signRaw } from '#crypto'
import { canonicalize } from './canonical-json.ts'
import { verifyEd25519 } from './ed25519.ts'
import { ReceiptError } from './failure.ts'
import { bytesToHex, isHex } from './hex.ts'

/** The signature inside a signed document. It covers every other member, and its own members but the value. */
export type DocumentSignature = { algorithm: 'Ed25519'; canonicalization: 'JCS'; value: string }

/** A key that its holder does not show, for example a WebCrypto key that cannot be exported. */
export type Signer = {
  publicKey: string
  sign: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array | ArrayBuffer>
}

type Signed<Body> = Body & { signature: DocumentSignature }

/**
 * Signs a document: the bytes of the context and the RFC 8785 text of everything but `signature.value`. The context names the kind and
 * version of the document, so that nothing else signed with the same key passes for it.
 *
 * @returns the document with its signature.
 * @throws {ReceiptError} for a secret key that is not 64 lower-case hex digits.
 * @throws {NotJsonError} where the document is not plain JSON data.
 * @example
 * signDocument('example/card/1\n', { name: 'Ada' }, secretKey).signature.value
 */
export function signDocument<Body extends object>(context: string, body: Body, secretKey: string): Signed<Body>
/**
 * Signs with a key that only its holder can use.
 *
 * @returns a promise of the document with its signature.
 * @throws {ReceiptError} (as a rejection) where the signer's bytes are no signature by its public key.
 */
export function signDocument<Body extends object>(context: string, body: Body, signer: Signer): Promise<Signed<Body>>
export function signDocument<Body extends object>(
  context: string,
  body: Body,
  key: string | Signer,
): Signed<Body> | Promise<Signed<Body>> {
  if (typeof key !== 'string') return signWithSigner(context, body, key)
  demandSecretKey(key)
  return withValue(body, signRaw(encodeSigned(context, body), key))
}

/**
 * Verifies a signed document.
 *
 * @returns whether its signature is by this key, over this context and all its members.
 * @throws {NotJsonError} where the document is not plain JSON data.
 * @example
 * verifyDocument('example/card/1\n', card, publicKey)
 */
export function verifyDocument(
  context: string,
  document: { signature: { value: string } },
  publicKey: string,
): boolean {
  return verifyEd25519(document.signature.value, encodeSigned(context, document), publicKey)
}

/** Throws a ReceiptError for anything but 64 lower-case hex digits. */
export function demandSecretKey(secretKey: string): void {
  if (isHex(secretKey, 64)) return
  throw new ReceiptError({ code: 'INVALID_SCHEMA', detail: 'secretKey must be 64 lower-case hex digits' })
}

async function signWithSigner<Body extends object>(context: string, body: Body, signer: Signer): Promise<Signed<Body>> {
  const { publicKey } = signer
  const message = encodeSigned(context, body)
  // A copy: the signer may change or transfer what it is given.
  const answer = await signer.sign(message.slice())
  const value = bytesToHex(answer instanceof Uint8Array ? answer : new Uint8Array(answer))
  if (verifyEd25519(value, message, publicKey)) return withValue(body, value)
  const detail = 'what the signer answered is not a signature by its publicKey'
  throw new ReceiptError({ code: 'INVALID_SIGNATURE', detail })
}

function encodeSigned(context: string, document: object): Uint8Array<ArrayBuffer> {
  const { value: _, ...signature } = withValue(document, '').signature
  return new TextEncoder().encode(context + canonicalize({ ...document, signature }))
}

// A kind of document may have members of its own in the signature, such as the time of signing.
function withValue<Body extends object>(body: Body, value: string): Signed<Body> {
  const own = 'signature' in body ? Object(body.signature) : {}
  return { ...body, signature: { algorithm: 'Ed25519', canonicalization: 'JCS', ...own, value } }
}
