/** RFC 4648 section 5, without padding. */
export function encodeBase64url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The bytes, or null for anything but the one encoding that encodeBase64url gives. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
  // The last character may carry bits that no byte holds; two texts would then mean the same.
  return encodeBase64url(bytes) === text ? bytes : null
}

// RFC 8410 section 10: what stands before the seed in its DER form.
const HEAD = '302e020100300506032b657004220420'

/**
 * Converts a secret key to PKCS#8 in DER, the form that Node and WebCrypto import.
 *
 * @returns the 48 bytes.
 * @throws {TypeError} for anything but 64 lower-case hex digits.
 * @example
 * createPrivateKey({ key: Buffer.from(secretKeyToPkcs8(secretKey)), format: 'der', type: 'pkcs8' })
 */
export function secretKeyToPkcs8(secretKey: string): Uint8Array<ArrayBuffer> {
  // Without the key in the message: it is a secret, also when it is malformed.
  if (!isHex(secretKey, 64)) throw new TypeError('secretKey must be 64 lower-case hex digits')
  return hexToBytes(HEAD + secretKey)
}

/** Lower-case hex of exactly `length` digits: the only form of keys, hashes and signatures in a receipt. */
export function isHex(text: unknown, length: number): text is string {
  return typeof text === 'string' && text.length === length && /^[0-9a-f]*$/.test(text)
}

/** Returns bytes as lower-case hex digits: `bytesToHex(new Uint8Array([255]))` is 'ff'. */
export function bytesToHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += BYTE_TEXT[byte]
  return text
}

/** The bytes of text that isHex has accepted. */
export function hexToBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2)
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = (parseHexDigit(text.charCodeAt(2 * index)) << 4) | parseHexDigit(text.charCodeAt(2 * index + 1))
  }
  return bytes
}

/** Turns little endian into big endian, where comparing texts compares numbers. */
export function toBigEndian(text: string): string {
  let reversed = ''
  for (let end = text.length; end > 0; end -= 2) reversed += text.slice(end - 2, end)
  return reversed
}

const BYTE_TEXT = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function parseHexDigit(code: number): number {
  return code < 58 ? code - 48 : code - 87
}
