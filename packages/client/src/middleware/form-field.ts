/** The greatest length of a form that a guard reads. A receipt in a field has about 4400 characters. */
export const MAX_FORM_BYTES = 131_072

/** The value that replaces the receipt if the form is too large to read. */
export const FORM_TOO_LARGE = Symbol('form too large')

/** The value of a form field: one text, several, or undefined if the form has no such field. */
type FieldValue = string | readonly string[] | undefined

/** The fields of a form, or `isTooLarge` if its body exceeds MAX_FORM_BYTES. */
type FormReading = { fields: URLSearchParams } | { isTooLarge: true }

/** Returns true if the content type is application/x-www-form-urlencoded, the default of HTML forms. */
export function isForm(contentType: unknown): boolean {
  return typeof contentType === 'string' && /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)
}

/** Returns the value of a form field: undefined if the form doesn't have it, a list if it occurs more than once. For forms that the guard parsed. */
export function readFormField(fields: URLSearchParams, name: string): FieldValue {
  const values = fields.getAll(name)
  return values.length > 1 ? values : values[0]
}

/** Returns a member of a request body that the host's framework has parsed. Returns undefined if the body isn't an object or only inherits the member. */
export function readBodyField(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined
  return (body as Record<string, unknown>)[name]
}

/** Returns true if the headers announce a URL-encoded or multipart form. */
export function hasForm(headers: HeaderFields): boolean {
  const type = readHeaderField(headers, 'content-type')
  return isForm(type) || (typeof type === 'string' && /^multipart\/form-data\s*;/i.test(type))
}

/** Header fields in Node's form: names in lower case, repeated fields joined or as a list. */
export type HeaderFields = { readonly [name: string]: string | readonly string[] | undefined }

/** Returns the value of a request header, or undefined. Ignores inherited properties of the headers object. */
export function readHeaderField(headers: HeaderFields, name: string): unknown {
  return Object.hasOwn(headers, name) ? headers[name] : undefined
}

/** Returns the value of the Vary header with `name` added. A shared cache then doesn't serve a guarded response to requests without a receipt. `before` is the current value. */
export function addToVary(before: unknown, name: string): string {
  const names = (Array.isArray(before) ? before : [before ?? '']).join(',').split(',')
  const others = names.map((other) => other.trim()).filter((other) => other !== '' && other.toLowerCase() !== name)
  return others.includes('*') ? '*' : [...others, name].join(', ')
}

/** Parses the body of a URL-encoded form from its chunks. Returns `isTooLarge` and stops reading after MAX_FORM_BYTES. */
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
