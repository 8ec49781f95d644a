/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export function encodeBase64url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes base64url without padding. Returns null for text that `encodeBase64url` can't have written, for example with padding. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
  // The last character can carry bits that belong to no byte. Two texts would then decode to the same bytes.
  return encodeBase64url(bytes) === text ? bytes : null
}

// RFC 8410, section 10: the bytes before the seed in DER.
const HEAD = '302e020100300506032b657004220420'

/**
 * Converts an Ed25519 secret key of 64 hex digits to PKCS#8 in DER, which Node and WebCrypto can import.
 *
 * @returns the 48 bytes.
 * @throws {TypeError} if the key isn't 64 lower-case hex digits.
 * @example
 * import { createPrivateKey } from 'node:crypto'
 *
 * createPrivateKey({ key: Buffer.from(secretKeyToPkcs8(secretKey)), format: 'der', type: 'pkcs8' })
 */
export function secretKeyToPkcs8(secretKey: string): Uint8Array<ArrayBuffer> {
  // The message doesn't repeat the key, which is a secret even if it is malformed.
  if (!isHex(secretKey, 64)) throw new TypeError('secretKey must be 64 lower-case hex digits')
  return hexToBytes(HEAD + secretKey)
}

/** Returns true if a value is lower-case hex of exactly `length` digits, the only form of keys, hashes and signatures in a receipt. */
export function isHex(text: unknown, length: number): text is string {
  return typeof text === 'string' && text.length === length && /^[0-9a-f]*$/.test(text)
}

/**
 * Converts bytes to hex.
 *
 * @returns two lower-case digits for each byte.
 * @example
 * bytesToHex(new Uint8Array([255])) // 'ff'
 */
export function bytesToHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += BYTE_TEXT[byte]
  return text
}

/** Converts hex to bytes. The caller must have checked the text with `isHex`. */
export function hexToBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2)
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = (parseHexDigit(text.charCodeAt(2 * index)) << 4) | parseHexDigit(text.charCodeAt(2 * index + 1))
  }
  return bytes
}

/** Converts little-endian hex to big-endian hex. Two big-endian texts of the same length compare like the numbers. */
export function toBigEndian(text: string): string {
  let reversed = ''
  for (let end = text.length; end > 0; end -= 2) reversed += text.slice(end - 2, end)
  return reversed
}

const BYTE_TEXT = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function parseHexDigit(code: number): number {
  return code < 58 ? code - 48 : code - 87
}
