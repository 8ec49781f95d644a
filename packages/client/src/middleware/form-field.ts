/** Forms that are longer are not read to the end; a receipt in a field has about 4400 characters. */
export const MAX_FORM_BYTES = 131_072

/** Stands for the receipt of a form that was not read to its end. */
export const FORM_TOO_LARGE = Symbol('form too large')

/** What a form field held: its only value, several, or undefined where the form has no such field. */
type FieldValue = string | readonly string[] | undefined

/** What a form was read as; the reader stops at MAX_FORM_BYTES. */
type FormReading = { fields: URLSearchParams } | { isTooLarge: true }

/** Whether a request carries the form of a page: URL-encoded, which is what forms send unless they are told otherwise. */
export function isForm(contentType: unknown): boolean {
  return typeof contentType === 'string' && /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)
}

/** The value of a field in a form that the guard has read itself. */
export function fieldIn(fields: URLSearchParams, name: string): FieldValue {
  const values = fields.getAll(name)
  return values.length > 1 ? values : values[0]
}

/** The value of a field in a body that the host's own parser has read; only own members count. */
export function fieldOfBody(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined
  return (body as Record<string, unknown>)[name]
}

/** Whether headers announce a form, or one that a parser for several parts may have read already. */
export function announcesForm(headers: HeaderFields): boolean {
  const type = headerIn(headers, 'content-type')
  return isForm(type) || (typeof type === 'string' && /^multipart\/form-data\s*;/i.test(type))
}

/** Header fields as Node hands them out: names in lower case, repeated ones joined or as a list. */
export type HeaderFields = { readonly [name: string]: string | readonly string[] | undefined }

/** The value of a header that really came with the request; never one that is inherited. */
export function headerIn(headers: HeaderFields, name: string): unknown {
  return Object.hasOwn(headers, name) ? headers[name] : undefined
}

/** The Vary header with one more name in it, so that no shared cache answers a request without a receipt. */
export function withVary(before: unknown, name: string): string {
  const names = (Array.isArray(before) ? before : [before ?? '']).join(',').split(',')
  const others = names.map((other) => other.trim()).filter((other) => other !== '' && other.toLowerCase() !== name)
  return others.includes('*') ? '*' : [...others, name].join(', ')
}

/** Reads a URL-encoded form piece by piece, and no further than MAX_FORM_BYTES. */
export async function readForm(pieces: AsyncIterable<unknown>): Promise<FormReading> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : (piece as Uint8Array)
    length += bytes.length
    if (length > MAX_FORM_BYTES) return { isTooLarge: true }
    text += decoder.decode(bytes, { stream: true })
  }
  return { fields: new URLSearchParams(text + decoder.decode()) }
}
