import { ReceiptError } from '../failure.ts'
import { decodeHeader } from '../header.ts'
import { parseJson } from '../parse-json.ts'
import { type Json, NotJsonError } from '../plain-json.ts'

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
