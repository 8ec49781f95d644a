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
