import { hexToBytes, isHex } from './hex.ts'

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
