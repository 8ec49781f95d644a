import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * An e-mail address: `key` as addresses are compared, `mailbox` as it is shown and mail is sent to it. Both have the domain
 * in ASCII: a stranger who registers an address in look-alike letters must not decide how its owner sees it.
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
 * Reads an e-mail address: trimmed, NFC, compared without regard to letter case, domain in ASCII and with a dot. No quoted
 * local parts, address literals or control characters; +tags and dots are not folded. Null for anything else.
 */
export function parseEmail(text: string): EmailAddress | null {
  const written = text.trim().normalize('NFC')
  const at = written.lastIndexOf('@')
  const local = written.slice(0, Math.max(0, at))
  const domain = asciiDomain(written.slice(at + 1))
  if (UNPRINTABLE.test(written) || !isLocalPart(local) || !isDomain(domain)) return null
  const key = `${local.toLowerCase()}@${domain}`.normalize('NFC')
  if (byteLength(key) > MAX_BYTES || byteLength(written) > MAX_BYTES) return null
  return { key, mailbox: `${local}@${domain}` }
}

/** An address that the contract's validation has accepted. */
export function toEmail(text: string): EmailAddress {
  const address = parseEmail(text)
  if (address === null) throw new Error('an e-mail address reached a handler without being checked')
  return address
}

/** The key of an address that the contract's validation has accepted. */
export function toEmailKey(text: string): string {
  return toEmail(text).key
}

/**
 * The mailbox behind a key, for what one mailbox may have only once: without a +tag, and without dots where the provider
 * ignores them. Never for an identity: on another server, each of these may be somebody else.
 */
export function foldMailbox(key: string): string {
  const at = key.lastIndexOf('@')
  const [local, domain] = [key.slice(0, at), key.slice(at + 1)]
  // A local part that begins with + has nothing before its tag.
  const untagged = local.replace(/(?<=.)\+.*$/u, '')
  return GOOGLE_DOMAINS.includes(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/** Enough of an address to tell people apart in a list, and too little to write to them: "a…@example.org". */
export function shortenEmail(mailbox: string): string {
  const [first = ''] = mailbox
  return `${first}…${mailbox.slice(mailbox.lastIndexOf('@'))}`
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
  return labels.length >= 2 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')
}

// domainToASCII lets an ASCII label pass as it is. One that begins with xn-- must also be the punycode of something.
function isLabel(label: string): boolean {
  return LABEL.test(label) && (!label.startsWith('xn--') || !domainToUnicode(label).startsWith('xn--'))
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}
