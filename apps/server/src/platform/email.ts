import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * An e-mail address: addresses are compared by `key`, and shown and written to by `mailbox`. Both have the domain in ASCII: a stranger
 * who registers an address in look-alike letters must not decide how its owner sees it.
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
 * Parses an e-mail address: trimmed, NFC, compared without regard to letter case, domain in ASCII and with a dot. Takes no quoted local
 * parts, address literals or control characters; doesn't fold +tags and dots. Returns null for anything else.
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

/** Converts an address that the contract's validation has accepted. */
export function toEmail(text: string): EmailAddress {
  const address = parseEmail(text)
  if (address === null) throw new Error('an e-mail address reached a handler without being checked')
  return address
}

/** Returns the key of an address that the contract's validation has accepted. */
export function toEmailKey(text: string): string {
  return toEmail(text).key
}

/**
 * Returns the mailbox behind a key, for limits of one per mailbox: without a +tag, and without dots if the provider ignores them. Don't
 * use it as an identity: on another server, each of these may be another person.
 */
export function toMailboxKey(key: string): string {
  const at = key.lastIndexOf('@')
  const [local, domain] = [key.slice(0, at), key.slice(at + 1)]
  // A local part that begins with + has nothing before its tag.
  const untagged = local.replace(/(?<=.)\+.*$/u, '')
  return GOOGLE_DOMAINS.includes(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/** Formats enough of an address to tell people apart in a list, and too little to write to them: "a…@example.org". */
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
