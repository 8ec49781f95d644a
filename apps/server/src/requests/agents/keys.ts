import { ed25519 } from '@noble/curves/ed25519.js'
import { parseJson } from '@stillhere/receipt'
import { computeThumbprint } from '../../platform/thumbprint.ts'

/** An Ed25519 key that can be proved: its 32 bytes as hex and as base64url, and its RFC 7638 thumbprint. */
export type ProvableKey = { hex: string; x: string; thumbprint: string }

/** Reads an Ed25519 key as hex, base64url, JWK or did:key; null for anything else and for weak keys. Never throws. */
export function readKey(text: string): ProvableKey | null {
  const bytes = readForm(text)
  return bytes && isStrong(bytes) ? describe(bytes) : null
}

/** Reads a key that was proved, and so was strong: to decode its point again would take as long as to verify a signature. */
export function readProvedKey(text: string): ProvableKey | null {
  const bytes = readForm(text)
  return bytes && describe(bytes)
}

/** Whether text that should be a public key holds a private one, which nobody may store or publish. */
export function holdsPrivateKey(text: string): boolean {
  return /PRIVATE KEY/.test(text) || readMembers(text)?.['d'] !== undefined
}

/** The public half as a JSON Web Key (RFC 8037). */
export function toJwk({ x, thumbprint }: ProvableKey): { kty: string; crv: string; x: string; kid: string } {
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint }
}

function readForm(text: string): Buffer | null {
  return readHex(text) ?? readBase64url(text) ?? readJwk(text) ?? readDidKey(text)
}

function describe(bytes: Buffer): ProvableKey {
  const x = bytes.toString('base64url')
  return { hex: bytes.toString('hex'), x, thumbprint: computeThumbprint(x) }
}

// Only the one encoding of a point, on the curve, and of large order: under a small one, one signature fits many messages.
function isStrong(bytes: Buffer): boolean {
  try {
    return !ed25519.Point.fromBytes(bytes).isSmallOrder()
  } catch {
    return false
  }
}

function readHex(text: string): Buffer | null {
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null
}

// 43 characters carry two bits more than 32 bytes; only the encoding in which they are zero counts.
function readBase64url(text: string): Buffer | null {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}

function readJwk(text: string): Buffer | null {
  const { kty, crv, x, alg = 'EdDSA', use = 'sig' } = readMembers(text) ?? {}
  const isForSigning = (alg === 'EdDSA' || alg === 'Ed25519') && use === 'sig'
  return kty === 'OKP' && crv === 'Ed25519' && isForSigning && typeof x === 'string' ? readBase64url(x) : null
}

function readMembers(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return parseJson(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

// did:key, multibase z (base58btc), multicodec 0xed 0x01. Such a key always begins with z6Mk and has 48 characters.
function readDidKey(text: string): Buffer | null {
  const digits = /^did:key:z(6Mk[1-9A-HJ-NP-Za-km-z]{44})$/.exec(text)?.[1]
  if (digits === undefined) return null
  let value = 0n
  for (const digit of digits) value = value * 58n + BigInt(BASE58.indexOf(digit))
  const hex = value.toString(16)
  return hex.length === 68 && hex.startsWith('ed01') ? Buffer.from(hex.slice(4), 'hex') : null
}
