import { sha256Hex } from '#crypto'
import { computePayloadDigest } from '../digest.ts'
import { decodeBase64url, encodeBase64url, hexToBytes } from '../encoding.ts'
import { type Failure, createFailure } from '../failure.ts'
import { canonicalize } from '../json.ts'
import type { EvidenceBlock, Receipt } from '../receipt.ts'
import { createShape, hex, isRecord, list, members, oneOf, orNull, type Problem, type Shape, text } from '../schema.ts'
import { MAX_STATEMENTS } from './statement.ts'

/** A public key of ES256, EdDSA or RS256 as JSON Web Key (RFC 7517), with exactly these members. */
export type ApproverKey =
  | { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  | { kty: 'OKP'; crv: 'Ed25519'; x: string }
  | { kty: 'RSA'; n: string; e: string }

/** The payload of the block APPROVER-KEY: the person's key and its signature, as the browser returned them. Bytes are base64url. */
export type ApproverBlock = {
  scheme: 'webauthn'
  key: ApproverKey
  rp_id: string
  origin: string
  client_data: string
  authenticator_data: string
  signature: string
  challenge_id: string
  chain: string | null
  /** The digests of all statements that the key signed at once. */
  digests: string[]
  /** The index of this receipt's statement in `digests`. */
  index: number
  /** The model of the key, only where the issuer saw an attestation and the person shares it. The issuer's word. */
  aaguid: string | null
}

/** The detail of APPROVER_SIGNATURE if this runtime can't check the signature. */
export const WEBCRYPTO_MISSING = 'WebCrypto is missing here, so the signature of the person’s key cannot be checked'

const ENGINE_ID = 'APPROVER-KEY'
const ENGINE_VERSION = '1.0.0'

/**
 * Wraps a person's key and signature as an evidence block, for the member `evidence` of a receipt.
 *
 * @returns the block, with the digest of its payload.
 * @example
 * const block = approverToBlock(approverPayload)
 */
export function approverToBlock(payload: ApproverBlock): EvidenceBlock {
  const payloadDigest = computePayloadDigest(payload)
  return { engineId: ENGINE_ID, engineVersion: ENGINE_VERSION, confidence: 1, payload, payloadDigest }
}

/**
 * Computes the thumbprint of a person's public key (RFC 7638, SHA-256). Verifiers pin a key by its thumbprint.
 *
 * @returns 43 characters of base64url.
 * @throws {TypeError} if the value isn't an `ApproverKey`, for example because it has other or private members, or is too weak.
 * @example
 * computeThumbprint({ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' })
 */
export function computeThumbprint(key: ApproverKey): string {
  const problem = keyShape(key)
  if (problem) throw new TypeError(`the key${problem.at === '' ? '' : `’s ${problem.at}`} ${problem.is}`)
  // RFC 7638 wants the required members in the order of RFC 8785, and no other members can be present.
  return encodeBase64url(hexToBytes(sha256Hex(canonicalize(key))))
}

/** Returns true if the value has the form of a thumbprint: 43 characters of base64url. */
export function isThumbprint(value: unknown): boolean {
  return typeof value === 'string' && value.length === 43 && decodeBase64url(value) !== null
}

/**
 * Finds the block with the person's key (APPROVER-KEY) in a well-formed receipt. Returns its payload, null if there is no such block, or a failure
 * if there are several or the block is malformed.
 */
export function findApprover({ evidence }: Pick<Receipt, 'evidence'>): ApproverBlock | Failure | null {
  const [block, ...more] = evidence.filter(({ engineId }) => engineId === ENGINE_ID)
  if (block === undefined) return null
  if (more.length > 0) return createFailure('APPROVER_MISSING', 'more than one key of a person is in it')
  if (block.engineVersion !== ENGINE_VERSION) {
    return createFailure('APPROVER_SIGNATURE', 'its block APPROVER-KEY has a version that is not known here')
  }
  const problem = blockShape(block.payload)
  if (problem === null) return block.payload as ApproverBlock
  return createFailure('APPROVER_SIGNATURE', `the block APPROVER-KEY cannot be read: ${problem.at} ${problem.is}`)
}

const MAX_TEXT = 255
const MAX_WORD = 8192
const MAX_SIGNATURE_WORD = 1024

/** A shape for base64url text whose bytes fulfil a condition. */
function createBase64urlShape(maxLength: number, holds: (bytes: Uint8Array) => boolean, is: string): Shape {
  return createShape(`must be base64url of ${is}`, (value) => {
    if (typeof value !== 'string' || value.length < 1 || value.length > maxLength) return false
    const bytes = decodeBase64url(value)
    return bytes !== null && holds(bytes)
  })
}

const coordinate = createBase64urlShape(43, ({ length }) => length === 32, '32 bytes')
const word = createBase64urlShape(MAX_WORD, () => true, `1 to ${MAX_WORD} characters`)
const signature = createBase64urlShape(MAX_SIGNATURE_WORD, () => true, `1 to ${MAX_SIGNATURE_WORD} characters`)
const modulus = createBase64urlShape(683, isModulus, 'an odd number of 2048 to 4096 bits without a zero byte in front')

/** Checks the modulus of an RSA key. RFC 7518, section 6.3.1.1, wants the fewest bytes, and no product of two large primes is even. */
function isModulus(bytes: Uint8Array): boolean {
  const [first = 0] = bytes
  const isLong = bytes.length > 256 ? bytes.length <= 512 && first > 0 : bytes.length === 256 && first >= 0x80
  return isLong && (bytes.at(-1) ?? 0) % 2 === 1
}

const KEY_SHAPES = new Map<unknown, Shape>([
  ['EC', members({ kty: oneOf('EC'), crv: oneOf('P-256'), x: coordinate, y: coordinate })],
  ['OKP', members({ kty: oneOf('OKP'), crv: oneOf('Ed25519'), x: coordinate })],
  // Only weak keys have other exponents than 65537.
  ['RSA', members({ kty: oneOf('RSA'), n: modulus, e: oneOf('AQAB') })],
])

function keyShape(value: unknown): Problem | null {
  const shape = isRecord(value) ? KEY_SHAPES.get(value.kty) : undefined
  return shape === undefined ? { at: '', is: 'must be a public key of ES256, EdDSA or RS256' } : shape(value)
}

const payloadShape = members({
  scheme: oneOf('webauthn'),
  key: keyShape,
  rp_id: createShape(
    'must be the name of a host',
    (value) => typeof value === 'string' && /^[a-z0-9.-]{1,253}$/.test(value),
  ),
  origin: text(MAX_TEXT + 8),
  client_data: word,
  authenticator_data: word,
  signature,
  challenge_id: text(MAX_TEXT),
  chain: orNull(hex(64)),
  digests: list(hex(64), { min: 1, max: MAX_STATEMENTS }),
  index: createShape('must be a place in /digests', Number.isSafeInteger),
  aaguid: orNull(
    createShape('must be a lower-case UUID', (value) => {
      return typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
    }),
  ),
})

function blockShape(payload: unknown): Problem | null {
  const problem = payloadShape(payload)
  if (problem) return problem
  const { index, digests } = payload as ApproverBlock
  return index >= 0 && index < digests.length ? null : { at: '/index', is: 'must be a place in /digests' }
}
