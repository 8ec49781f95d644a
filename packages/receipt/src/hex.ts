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
    bytes[index] = (digit(text.charCodeAt(2 * index)) << 4) | digit(text.charCodeAt(2 * index + 1))
  }
  return bytes
}

/** Turns little endian into big endian, where comparing texts compares numbers. */
export function reverseBytes(text: string): string {
  let reversed = ''
  for (let end = text.length; end > 0; end -= 2) reversed += text.slice(end - 2, end)
  return reversed
}

const BYTE_TEXT = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function digit(code: number): number {
  return code < 58 ? code - 48 : code - 87
}
