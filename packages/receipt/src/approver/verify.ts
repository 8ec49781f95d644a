import { sha256Hex } from '#crypto'
import { verifyEd25519 } from '../ed25519.ts'
import { bytesToHex, decodeBase64url, encodeBase64url, hexToBytes } from '../encoding.ts'
import { createFailure, type Failure } from '../failure.ts'
import { parseJson } from '../json.ts'
import { parseReceipt } from '../parsed-receipt.ts'
import type { Receipt } from '../receipt.ts'
import { addFailure, type VerificationResult } from '../result.ts'
import { isRecord } from '../schema.ts'
import { type ApproverBlock, type ApproverKey, computeThumbprint, findApprover, WEBCRYPTO_MISSING } from './block.ts'
import {
  type ApproverStatement,
  computeApproverChallenge,
  computeStatementDigest,
  rebuildStatement,
} from './statement.ts'

/**
 * Returns the result of verification check V8 (the person's key), changed to FAIL unless a pinned key signed. `approverKeys` are the thumbprints of
 * the pinned keys; an empty list requires nothing. The codes are `APPROVER_UNTRUSTED` for another key, and `APPROVER_MISSING` for a receipt without
 * a key.
 *
 * @returns the given result of V8, or a failed result.
 * @example
 * const pinned = requirePinnedKey(await verifyApprover(approval), approverKeys)
 */
export function requirePinnedKey(
  verified: ApproverVerification,
  approverKeys: readonly string[],
): ApproverVerification {
  if (approverKeys.length === 0 || verified.outcome === 'FAIL') return verified
  if (verified.outcome === 'SKIPPED') {
    return { outcome: 'FAIL', ...createFailure('APPROVER_MISSING', 'no key of a person is in the receipt') }
  }
  if (approverKeys.includes(verified.approver.thumbprint)) return verified
  return { outcome: 'FAIL', ...createFailure('APPROVER_UNTRUSTED', 'the person’s key is not among the pinned ones') }
}

/**
 * Returns the result of `verifyReceipt`, changed to INVALID if verification check V8 (the person's key) failed. `acceptApproval` does this itself.
 *
 * @returns the given result, or a copy that is INVALID and has the failure of V8 at the end.
 * @example
 * const result = refuseApprover(verifyReceipt(approval, options), await verifyApprover(approval))
 */
export function refuseApprover(result: VerificationResult, verified: ApproverVerification): VerificationResult {
  // Without the right form no other check is made, so V8 isn't either.
  if (result.checks.V1 !== 'PASS' || verified.outcome !== 'FAIL') return result
  const { code, detail } = verified
  return addFailure(result, { check: 'V8', code, detail })
}

/** The person's key and the statement that it signed. `origin` is the page on which the key signed. */
export type Approver = { thumbprint: string; rpId: string; origin: string; statement: ApproverStatement }

/** The result of V8. SKIPPED: the receipt contains no key of a person, or isn't a receipt of today's profile. */
export type ApproverVerification =
  | { outcome: 'PASS'; approver: Approver }
  | ({ outcome: 'FAIL' } & Failure)
  | { outcome: 'SKIPPED'; detail: string }

/**
 * Runs verification check V8: a person's key signed exactly the content of this receipt, as a passkey signs (WebAuthn). It verifies neither the
 * issuer's signature nor that the key is trusted: use `acceptApproval` for both. Never rejects.
 *
 * @returns a promise of PASS with the key's thumbprint, FAIL with a code and a sentence, or SKIPPED if the receipt contains no key of a person.
 * @example
 * const { outcome } = await verifyApprover(approval)
 */
export async function verifyApprover(receipt: unknown): Promise<ApproverVerification> {
  const found = readApprover(receipt)
  if (found === null) return { outcome: 'SKIPPED', detail: 'no key of a person is in it' }
  return 'code' in found ? { outcome: 'FAIL', ...found } : verifyBlock(found)
}

/** The payload of the block APPROVER-KEY, and the copy of the receipt from which it was read. */
type ApproverReceipt = { receipt: Receipt; block: ApproverBlock }

/**
 * Parses a receipt and reads the block with the person's key (APPROVER-KEY). Returns null if there is no such block, the value isn't a receipt, or
 * it has the old profile, whose signature covers too little. Returns a failure if the block is malformed.
 */
export function readApprover(value: unknown): ApproverReceipt | Failure | null {
  try {
    const { receipt, profile, schemaProblem } = parseReceipt(value)
    if (schemaProblem !== null || profile === 'old') return null
    const found = findApprover(receipt)
    return found === null || 'code' in found ? found : { receipt: receipt as Receipt, block: found }
  } catch {
    return null
  }
}

/** Runs verification check V8 for a block that `readApprover` has read: compares it with the receipt, then verifies the key's signature. */
export async function verifyBlock({ receipt, block }: ApproverReceipt): Promise<ApproverVerification> {
  const statement = rebuildStatement(receipt, block)
  if (statement === null) {
    const detail = 'the method, level, chain or expiry of the receipt fits no statement that a person signs'
    return { outcome: 'FAIL', ...createFailure('APPROVER_MISMATCH', detail) }
  }
  const found =
    checkStatement(statement, block) ??
    checkClientData(block) ??
    checkAuthenticatorData(block) ??
    (await checkKey(block))
  if (found) return { outcome: 'FAIL', ...found }
  const { key, rp_id: rpId, origin } = block
  return { outcome: 'PASS', approver: { thumbprint: computeThumbprint(key), rpId, origin, statement } }
}

function checkStatement(statement: ApproverStatement, { digests, index }: ApproverBlock): Failure | null {
  if (computeStatementDigest(statement) === digests[index]) return null
  return createFailure('APPROVER_MISMATCH', 'the person’s key signed another statement than that of this receipt')
}

/** Checks the text that the browser wrote and the key signed: its challenge, and the page. */
function checkClientData({ client_data, digests, origin, rp_id }: ApproverBlock): Failure | null {
  const said = readClientData(decode(client_data))
  if (said?.type !== 'webauthn.get') {
    return createFailure('APPROVER_SIGNATURE', 'the client data is not that of a signature by a passkey')
  }
  if (said.challenge !== encodeBase64url(computeApproverChallenge(digests))) {
    return createFailure('APPROVER_MISMATCH', 'the person’s key signed another challenge than that of the digests')
  }
  if (said.origin !== origin || !isPageOf(origin, rp_id)) {
    return createFailure('APPROVER_MISMATCH', 'the page on which the person’s key signed does not fit the key’s site')
  }
  const isFramed = (said.crossOrigin !== undefined && said.crossOrigin !== false) || said.topOrigin !== undefined
  return isFramed ? createFailure('APPROVER_SIGNATURE', 'the person’s key signed in a frame of another site') : null
}

/** Parses the client data without a prototype, so that only the browser's members are found. Returns null if it isn't one strict JSON object. */
function readClientData(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = parseJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    return isRecord(value) ? Object.assign(Object.create(null), value) : null
  } catch {
    return null
  }
}

// Compared as text, because URL parsers of different languages read the same address differently.
function isPageOf(origin: string, rpId: string): boolean {
  const [, scheme, host] = /^(https?):\/\/([a-z0-9.-]{1,253})(?::[0-9]{1,5})?$/.exec(origin) ?? []
  if (scheme === 'http') return host === 'localhost' && rpId === 'localhost'
  return host !== undefined && (host === rpId || host.endsWith(`.${rpId}`))
}

// WebAuthn, section 6.1: SHA-256 of the RP id, flags, a counter, and possibly extensions. Only the issuer can compare the counter.
const FIXED_LENGTH = 37
const FLAG = { present: 0x01, verified: 0x04, canBackUp: 0x08, backedUp: 0x10, newKey: 0x40, extensions: 0x80 } as const

function checkAuthenticatorData({ authenticator_data, rp_id }: ApproverBlock): Failure | null {
  const bytes = decode(authenticator_data)
  const has = (flag: keyof typeof FLAG) => ((bytes[32] ?? 0) & FLAG[flag]) !== 0
  const isLength = has('extensions') ? bytes.length > FIXED_LENGTH : bytes.length === FIXED_LENGTH
  if (!isLength || has('newKey') || (has('backedUp') && !has('canBackUp'))) {
    return createFailure('APPROVER_SIGNATURE', 'the authenticator data is not that of a signature by a passkey')
  }
  if (bytesToHex(bytes.subarray(0, 32)) !== sha256Hex(rp_id)) {
    return createFailure('APPROVER_SIGNATURE', 'the person’s key signed for another site')
  }
  if (has('present') && has('verified')) return null
  return createFailure(
    'APPROVER_SIGNATURE',
    'the person’s key signed without proof that the person was there and unlocked it',
  )
}

async function checkKey({ key, signature, client_data, authenticator_data }: ApproverBlock): Promise<Failure | null> {
  const signed = hexToBytes(bytesToHex(decode(authenticator_data)) + sha256Hex(decode(client_data)))
  // WebCrypto is missing on http pages and in old runtimes.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (key.kty !== 'OKP' && subtle === undefined) {
    return createFailure('APPROVER_SIGNATURE', WEBCRYPTO_MISSING)
  }
  const isSigned =
    key.kty === 'OKP'
      ? verifyEd25519(bytesToHex(decode(signature)), signed, bytesToHex(decode(key.x)))
      : await verifyByWebCrypto(subtle as SubtleCrypto, key, { signature: decode(signature), signed })
  return isSigned ? null : createFailure('APPROVER_SIGNATURE', 'the signature does not fit the person’s key')
}

type Signed = { signature: Uint8Array<ArrayBuffer>; signed: Uint8Array<ArrayBuffer> }

async function verifyByWebCrypto(
  subtle: SubtleCrypto,
  key: Exclude<ApproverKey, { kty: 'OKP' }>,
  { signature, signed }: Signed,
): Promise<boolean> {
  const isElliptic = key.kty === 'EC'
  const algorithm = { name: isElliptic ? 'ECDSA' : 'RSASSA-PKCS1-v1_5', namedCurve: 'P-256', hash: 'SHA-256' }
  const bytes = isElliptic ? toRawSignature(signature) : signature
  if (bytes === null) return false
  try {
    const imported = await subtle.importKey('jwk', key, algorithm, false, ['verify'])
    return await subtle.verify(algorithm, imported, bytes, signed)
  } catch {
    // The key is no point of the curve, or this runtime lacks the algorithm.
    return false
  }
}

/** Converts a DER signature to r and s of 32 bytes each, as WebCrypto takes it. Returns null for any other DER, which could be made without the key. */
function toRawSignature(der: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const r = der.subarray(4, 4 + (der[3] ?? 0))
  const s = der.subarray(6 + r.length)
  const halves = [r, s].map((integer) => bytesToHex(integer).slice(-64).padStart(64, '0'))
  const content = halves.map(encodeDerInteger).join('')
  return bytesToHex(der) === `30${encodeDerLength(content)}${content}` ? hexToBytes(halves.join('')) : null
}

/** Encodes a positive number in the fewest bytes: a leading zero only before a byte that would make it negative. */
function encodeDerInteger(half: string): string {
  const digits = half.replace(/^(?:00)+(?=..)/, '')
  const integer = digits >= '80' ? `00${digits}` : digits
  return `02${encodeDerLength(integer)}${integer}`
}

function encodeDerLength(hex: string): string {
  return (hex.length / 2).toString(16).padStart(2, '0')
}

// The shape of the block guarantees base64url.
function decode(word: string): Uint8Array<ArrayBuffer> {
  return decodeBase64url(word) as Uint8Array<ArrayBuffer>
}
