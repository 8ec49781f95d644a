import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * An e-mail address. `key` is for comparing and storing, `mailbox` for showing and sending. Both have the domain in ASCII, so that a
 * stranger who registers an address in look-alike letters can't decide how its owner sees it.
 */
export type EmailAddress = { key: string; mailbox: string }

const MAX_BYTES = 254
const MAX_LOCAL_BYTES = 64
// Control, format (invisible, right-to-left), private and surrogate characters.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u
const LOCAL = /^[^\s"(),:;<>@[\]\\]+$/u
// domainToASCII reads a URL's host: it would decode %2e, drop a tab, and cut at "/", "?", "#" and "\".
const WRITTEN_DOMAIN = /^(?:[a-z0-9.-]|(?!\s)[^\p{ASCII}])+$/iu
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

// One provider, one mailbox under both names, with and without dots.
const GOOGLE_DOMAINS: readonly string[] = ['gmail.com', 'googlemail.com']

/**
 * Parses and normalizes an e-mail address: trimmed, NFC, domain in ASCII; `key` is in lower case. Returns null for other text, for quoted
 * local parts, address literals, control characters and domains without a dot. Keeps +tags and dots.
 */
export function parseEmail(text: string): EmailAddress | null {
  const trimmed = text.trim().normalize('NFC')
  const at = trimmed.lastIndexOf('@')
  const [local, host] = [trimmed.slice(0, Math.max(0, at)), trimmed.slice(at + 1)]
  const domain = WRITTEN_DOMAIN.test(host) ? domainToASCII(host).toLowerCase() : ''
  const isDotted = !local.startsWith('.') && !local.endsWith('.') && !local.includes('..')
  if (!isDotted || !LOCAL.test(local) || Buffer.byteLength(local) > MAX_LOCAL_BYTES) return null
  if (UNPRINTABLE.test(trimmed) || !isDomain(domain)) return null
  const key = `${local.toLowerCase()}@${domain}`.normalize('NFC')
  if (Buffer.byteLength(key) > MAX_BYTES || Buffer.byteLength(trimmed) > MAX_BYTES) return null
  return { key, mailbox: `${local}@${domain}` }
}

/** Parses an e-mail address that the contract's validation has accepted; throws an Error for other text, which is a bug. */
export function toEmail(text: string): EmailAddress {
  const address = parseEmail(text)
  if (address === null) throw new Error('an e-mail address reached a handler without being checked')
  return address
}

/** Returns the normalized form of an e-mail address by which addresses are compared and stored. Throws an Error if validation hasn't accepted the address. */
export function toEmailKey(text: string): string {
  return toEmail(text).key
}

/**
 * Returns the mailbox that an address's key probably belongs to, for limits per mailbox: without +tag, and for Gmail without dots. Not an
 * identity: on another server, two such addresses can belong to two people.
 */
export function toMailboxKey(key: string): string {
  const at = key.lastIndexOf('@')
  const [local, domain] = [key.slice(0, at), key.slice(at + 1)]
  // A local part that begins with + has nothing before its tag.
  const untagged = local.replace(/(?<=.)\+.*$/u, '')
  return GOOGLE_DOMAINS.includes(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/** Shortens an e-mail address to its first letter and domain, "a…@example.org": enough to tell addresses in a list apart, too little to write to. */
export function formatShortEmail(mailbox: string): string {
  const [first = ''] = mailbox
  return `${first}…${mailbox.slice(mailbox.lastIndexOf('@'))}`
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  // A top-level name of digits only would be an address.
  if (labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? '')) return false
  // domainToASCII lets an ASCII label pass as it is. One that begins with xn-- must also be the punycode of something.
  return labels.every(
    (label) => LABEL.test(label) && (!label.startsWith('xn--') || !domainToUnicode(label).startsWith('xn--')),
  )
}
