import { domainToASCII } from 'node:url'

/** An e-mail address: `shown` as the caller wrote it, `key` as addresses are compared, `mailbox` as mail is sent to it. */
export type EmailAddress = { shown: string; key: string; mailbox: string }

const MAX_BYTES = 254
const MAX_LOCAL_BYTES = 64
// Control, format (invisible, right-to-left), private and surrogate characters.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u
const LOCAL = /^[^\s"(),:;<>@[\]\\]+$/u
// domainToASCII reads a URL's host: it would decode %2e, drop a tab, and cut at "/", "?", "#" and "\".
const WRITTEN_DOMAIN = /^(?:[a-z0-9.-]|(?!\s)[^\p{ASCII}])+$/iu
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Reads an e-mail address: trimmed, NFC, compared without regard to letter case, domain in ASCII and with a dot. No quoted
 * local parts, address literals or control characters; +tags and dots are not folded. Null for anything else.
 */
export function parseEmail(text: string): EmailAddress | null {
  const shown = text.trim().normalize('NFC')
  const at = shown.lastIndexOf('@')
  const local = shown.slice(0, Math.max(0, at))
  const domain = asciiDomain(shown.slice(at + 1))
  if (UNPRINTABLE.test(shown) || !isLocalPart(local) || !isDomain(domain)) return null
  const key = `${local.toLowerCase()}@${domain}`.normalize('NFC')
  if (byteLength(key) > MAX_BYTES || byteLength(shown) > MAX_BYTES) return null
  return { shown, key, mailbox: `${local}@${domain}` }
}

/** An address that the contract's validation has accepted. */
export function emailOf(text: string): EmailAddress {
  const address = parseEmail(text)
  if (address === null) throw new Error('an e-mail address reached a handler without being checked')
  return address
}

/** The key of an address that the contract's validation has accepted. */
export function emailKeyOf(text: string): string {
  return emailOf(text).key
}

function asciiDomain(written: string): string {
  return WRITTEN_DOMAIN.test(written) ? domainToASCII(written).toLowerCase() : ''
}

function isLocalPart(local: string): boolean {
  const isDotted = !local.startsWith('.') && !local.endsWith('.') && !local.includes('..')
  return isDotted && LOCAL.test(local) && byteLength(local) <= MAX_LOCAL_BYTES
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  // A top-level name of digits only would be an address.
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}
