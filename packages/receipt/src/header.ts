import { decodeBase64url, encodeBase64url } from './encoding.ts'
import { ReceiptError } from './failure.ts'
import { copyInOrder, type Json, NotJsonError, parseJson } from './json.ts'
import type { Receipt } from './receipt.ts'

/** The JSON value in a text, or the problem that makes the text unreadable. */
export type ReadText = { value: Json } | { problem: string }

/**
 * Parses text that should contain a receipt: JSON, or the base64url word that `encodeHeader` writes. It verifies nothing. Never throws.
 *
 * @returns the JSON value, or a sentence that says why the text can't be read.
 * @example
 * const document = readReceiptText(JSON.stringify(receipt))
 */
export function readReceiptText(text: string): ReadText {
  // The white space of JSON (RFC 8259, section 2). trim() removes more, and other languages remove still other characters.
  const [, word] = /^[ \t\n\r]*(\S+)[ \t\n\r]*$/.exec(text) ?? []
  try {
    return { value: word !== undefined && isHeaderText(word) ? decodeHeader(word) : parseJson(text) }
  } catch (error) {
    const isForeseen = error instanceof NotJsonError || error instanceof ReceiptError
    return { problem: isForeseen ? error.message.replace(/^the value/, 'the text') : 'the text cannot be read' }
  }
}

/**
 * Returns true if a text can only be a receipt encoded for a header, not JSON: it begins with "e", the base64 of "{". Padding and the standard
 * alphabet also count, because `decodeHeader` refuses them with a better message than a JSON parser.
 *
 * @returns true for a header word, false for anything else.
 * @example
 * isHeaderText(encodeHeader(receipt)) // true
 */
export function isHeaderText(text: string): boolean {
  return /^e[A-Za-z0-9+/_=-]*$/.test(text)
}

/** The greatest length of a header word, in characters. Common servers refuse longer headers. */
export const MAX_HEADER_LENGTH = 65_536

/**
 * Encodes a receipt as one base64url word, for an HTTP header.
 *
 * @returns the word, of at most `MAX_HEADER_LENGTH` characters.
 * @throws {ReceiptError} if the word would be longer.
 * @throws {NotJsonError} if the receipt isn't plain JSON data.
 * @example
 * const headers = { 'Stillhere-Receipt': encodeHeader(receipt) }
 */
export function encodeHeader(receipt: Receipt): string {
  const word = encodeBase64url(new TextEncoder().encode(JSON.stringify(copyInOrder(receipt))))
  if (word.length > MAX_HEADER_LENGTH) refuse(`the receipt is longer than ${MAX_HEADER_LENGTH} characters in a header`)
  return word
}

/**
 * Decodes a receipt that `encodeHeader` encoded. It verifies nothing: pass the result to `verifyReceipt` or `acceptReceipt`.
 *
 * @returns the JSON data in the word.
 * @throws {ReceiptError} if the word isn't base64url of strict JSON.
 * @example
 * const decoded = decodeHeader(encodeHeader(receipt))
 */
export function decodeHeader(word: string): Receipt {
  if (typeof word !== 'string' || word.length > MAX_HEADER_LENGTH) {
    refuse(`the header must be text of at most ${MAX_HEADER_LENGTH} characters`)
  }
  const bytes = decodeBase64url(word)
  if (bytes === null) refuse('the header is not base64url without padding')
  return parse(bytes) as unknown as Receipt
}

function parse(bytes: Uint8Array): ReturnType<typeof parseJson> {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (error) {
    return refuse(error instanceof NotJsonError ? `in the header, ${error.message}` : 'the header is not UTF-8 text')
  }
}

function refuse(detail: string): never {
  throw new ReceiptError({ code: 'INVALID_SCHEMA', detail })
}
