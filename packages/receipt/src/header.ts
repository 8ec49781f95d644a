import { decodeBase64url, encodeBase64url } from './encoding.ts'
import { ReceiptError } from './failure.ts'
import { copyInOrder, type Json, NotJsonError, parseJson } from './json.ts'
import type { Receipt } from './receipt.ts'

/** What stands in a text, or why it cannot be read. */
export type ReadText = { value: Json } | { problem: string }

/** Returns the value of JSON text or of header text, or the problem with it. Never throws. */
export function readReceiptText(text: string): ReadText {
  // The blanks of JSON (RFC 8259, section 2) and no others: trim() of another language takes other ones.
  const [, word] = /^[ \t\n\r]*(\S+)[ \t\n\r]*$/.exec(text) ?? []
  try {
    return { value: word !== undefined && isHeaderText(word) ? decodeHeader(word) : parseJson(text) }
  } catch (error) {
    const isForeseen = error instanceof NotJsonError || error instanceof ReceiptError
    return { problem: isForeseen ? error.message.replace(/^the value/, 'the text') : 'the text cannot be read' }
  }
}

/**
 * Whether a text can only be meant as a header: "{" is encoded as text that begins with "e", and no JSON does. Padding and the
 * other alphabet are let through, because decodeHeader refuses them with a better reason than a JSON parser has.
 */
export function isHeaderText(text: string): boolean {
  return /^e[A-Za-z0-9+/_=-]*$/.test(text)
}

/** Longer values do not pass the header limits of common servers. */
export const MAX_HEADER_LENGTH = 65_536

/**
 * Writes a receipt as one base64url word for an HTTP header.
 *
 * @returns the word, of at most MAX_HEADER_LENGTH characters.
 * @throws {ReceiptError} where the word would be longer.
 * @throws {NotJsonError} where the receipt is not plain JSON data.
 * @example
 * await fetch(url, { headers: { 'Stillhere-Receipt': encodeHeader(receipt) } })
 */
export function encodeHeader(receipt: Receipt): string {
  const word = encodeBase64url(new TextEncoder().encode(JSON.stringify(copyInOrder(receipt))))
  if (word.length > MAX_HEADER_LENGTH) refuse(`the receipt is longer than ${MAX_HEADER_LENGTH} characters in a header`)
  return word
}

/**
 * Reads what `encodeHeader` wrote, strictly. Nothing is verified here: give the receipt to `verifyReceipt` or `acceptReceipt`.
 *
 * @returns the JSON data in the word.
 * @throws {ReceiptError} for anything but base64url of strict JSON.
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
