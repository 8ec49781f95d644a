/** Where a kept receipt is found, and the key that opens it. */
export type ReceiptLink = { origin: string; id: string; key: string }

/**
 * Writes the link of a kept receipt; its key stands in the fragment, which browsers send to nobody.
 *
 * @returns the link.
 * @example
 * formatReceiptLink({ origin: 'https://id.example.org', id, key })
 */
export function formatReceiptLink({ origin, id, key }: ReceiptLink): string {
  return `${origin}/r/${id}#${key}`
}

/**
 * Reads the link of a kept receipt.
 *
 * @returns its parts, or null where the text is no such link.
 * @example
 * const link = parseReceiptLink(location.href)
 */
export function parseReceiptLink(text: string): ReceiptLink | null {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) return null
  const { protocol, origin, pathname, hash } = new URL(trimmed)
  const id = /^\/r\/([A-Za-z0-9_-]{22})$/.exec(pathname)?.[1]
  const key = /^#([A-Za-z0-9_-]{43})$/.exec(hash)?.[1]
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && id !== undefined && key !== undefined ? { origin, id, key } : null
}
