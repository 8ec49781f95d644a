import { createHash } from 'node:crypto'

/** The entity tag of a text (RFC 9110, section 8.8.3). */
export function computeTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`
}

/** Whether a caller has it already, by what their If-None-Match names (RFC 9110, section 13.1.2). */
export function namesTag(condition: string | undefined, tag: string): boolean {
  const tags = (condition ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}
