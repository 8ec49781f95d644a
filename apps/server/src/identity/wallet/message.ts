import { isIPv6 } from 'node:net'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** A parsed message of EIP-4361, with times in milliseconds since 1970. */
export type SiweMessage = {
  scheme: string | undefined
  domain: Authority
  address: string
  statement: string | undefined
  uri: Uri
  version: string
  chainId: bigint
  nonce: string
  issuedAt: number
  expirationTime: number | undefined
  notBefore: number | undefined
  requestId: string | undefined
  resources: string[] | undefined
}

type ParseResult = { ok: true; message: SiweMessage } | { ok: false; problem: string }

/** Parses a sign-in message of EIP-4361. For any other text, returns the first line that is wrong; never throws. */
export function parseMessage(text: string): ParseResult {
  const lines = new Lines(text.split('\n'))
  try {
    const opening = readOpening(lines)
    return { ok: true, message: { ...opening, ...readFields(lines), ...readRest(lines) } }
  } catch (error) {
    if (error instanceof NotTheGrammar) return { ok: false, problem: error.message }
    throw error
  }
}

class NotTheGrammar extends Error {}

/** Reads the lines of a message one after the other. */
class Lines {
  readonly #lines: readonly string[]
  #taken = 0

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  /** Returns the next line, or a later line, without consuming it. */
  peek(ahead = 0): string | undefined {
    return this.#lines[this.#taken + ahead]
  }

  /** Consumes the next line and parses the text after its label. */
  take<Value>(label: string, read: (text: string) => Value | undefined, expected: string): Value {
    const line = this.peek()
    this.#taken++
    const value = line?.startsWith(label) ? read(line.slice(label.length)) : undefined
    if (value === undefined) throw new NotTheGrammar(`Line ${this.#taken} must be ${expected}.`)
    return value
  }

  /** Consumes the next line as `take` does if it starts with the label; otherwise returns undefined. */
  takeIfThere<Value>(label: string, read: (text: string) => Value | undefined, expected: string): Value | undefined {
    return this.peek()?.startsWith(label) ? this.take(label, read, expected) : undefined
  }
}

const ASKS = ' wants you to sign in with your Ethereum account:'
// unreserved, reserved and space
const STATEMENT = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]*$/

function readOpening(lines: Lines) {
  const origin = lines.take('', readOrigin, `a domain and "${ASKS.trim()}"`)
  const address = lines.take('', createMatcher(/^0x[0-9A-Fa-f]{40}$/), 'an address of 0x and 40 hexadecimal digits')
  lines.take('', createMatcher(/^$/), 'empty')
  return { ...origin, address, statement: readStatement(lines) }
}

// A message without a statement has one empty line less than a message whose statement is empty.
function readStatement(lines: Lines): string | undefined {
  const isThere = lines.peek() !== '' || lines.peek(1) === ''
  const statement = isThere
    ? lines.take('', createMatcher(STATEMENT), 'a statement in the characters of URIs and spaces')
    : undefined
  lines.take('', createMatcher(/^$/), 'empty')
  return statement
}

function readOrigin(line: string): Pick<SiweMessage, 'scheme' | 'domain'> | undefined {
  if (!line.endsWith(ASKS)) return undefined
  const origin = line.slice(0, -ASKS.length)
  const at = origin.indexOf('://')
  const scheme = at < 0 ? undefined : origin.slice(0, at)
  const domain = readAuthority(at < 0 ? origin : origin.slice(at + 3))
  return domain && (scheme === undefined || isScheme(scheme)) ? { scheme, domain } : undefined
}

const WHEN = 'and an RFC 3339 time'

function readFields(lines: Lines) {
  return {
    uri: lines.take('URI: ', readUri, '"URI: " and an RFC 3986 URI'),
    // The grammar knows version 1 only; that another one is refused is a rule, so that the caller learns why.
    version: lines.take('Version: ', createMatcher(/^\d+$/), '"Version: " and a number'),
    chainId: lines.take('Chain ID: ', readNumber, '"Chain ID: " and a number'),
    nonce: lines.take('Nonce: ', createMatcher(/^[A-Za-z0-9]{8,}$/), '"Nonce: " and at least 8 letters or digits'),
    issuedAt: lines.take('Issued At: ', readDateTime, `"Issued At: " ${WHEN}`),
  }
}

function readRest(lines: Lines) {
  const rest = {
    expirationTime: lines.takeIfThere('Expiration Time: ', readDateTime, `"Expiration Time: " ${WHEN}`),
    notBefore: lines.takeIfThere('Not Before: ', readDateTime, `"Not Before: " ${WHEN}`),
    requestId: lines.takeIfThere('Request ID: ', parsePathText, '"Request ID: " and the characters of a URI path'),
    resources: readResources(lines),
  }
  if (lines.peek() !== undefined)
    lines.take('', () => undefined, 'another field in the order of EIP-4361, or not there')
  return rest
}

function readResources(lines: Lines): string[] | undefined {
  if (lines.takeIfThere('Resources:', createMatcher(/^$/), '"Resources:" alone') === undefined) return undefined
  const resources: string[] = []
  while (lines.peek() !== undefined) resources.push(lines.take('- ', parseUriText, '"- " and an RFC 3986 URI'))
  return resources
}

function createMatcher(pattern: RegExp): (text: string) => string | undefined {
  return (text) => (pattern.test(text) ? text : undefined)
}

function readNumber(text: string): bigint | undefined {
  // No chain id has more digits, and BigInt takes its time for long texts.
  return /^\d{1,78}$/.test(text) ? BigInt(text) : undefined
}

function parsePathText(text: string): string | undefined {
  return isPathText(text) ? text : undefined
}

function parseUriText(text: string): string | undefined {
  return readUri(text) ? text : undefined
}

/** An RFC 3986 authority in its parts; `host` in lower case. */
export type Authority = { userinfo: string | undefined; host: string; port: string | undefined }

const UNRESERVED = 'A-Za-z0-9\\-._~'
const SUB_DELIMS = "!$&'()*+,;="
const ENCODED = '%[0-9A-Fa-f]{2}'

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/
const USERINFO = new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}:]|${ENCODED})*$`)
const REG_NAME = new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}]|${ENCODED})+$`)
const IP_FUTURE = new RegExp(`^v[0-9A-Fa-f]+\\.[${UNRESERVED}${SUB_DELIMS}:]+$`, 'i')
const PCHARS = new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}:@]|${ENCODED})*$`)
const PATH = new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}:@/]|${ENCODED})*$`)
const QUERY = new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}:@/?]|${ENCODED})*$`)

function isScheme(text: string): boolean {
  return SCHEME.test(text)
}

/** Returns whether a text matches `*pchar` of RFC 3986. */
function isPathText(text: string): boolean {
  return PCHARS.test(text)
}

/** Parses an authority with a host (RFC 3986, section 3.2); returns undefined for other text. */
export function readAuthority(text: string): Authority | undefined {
  const [, userinfo, host = '', port] = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:@[\]]*)(?::(\d*))?$/.exec(text) ?? []
  if (!isHost(host) || (userinfo !== undefined && !USERINFO.test(userinfo))) return undefined
  return { userinfo, host: host.toLowerCase(), port: port === '' ? undefined : port }
}

function isHost(host: string): boolean {
  if (!host.startsWith('[')) return REG_NAME.test(host)
  const literal = host.slice(1, -1)
  // Node takes an address with a zone, which RFC 3986 does not know.
  return IP_FUTURE.test(literal) || (isIPv6(literal) && !literal.includes('%'))
}

type Uri = { authority: Authority | undefined }

/** Parses a URI (RFC 3986, section 3) and returns its authority, if it has one; returns undefined for other text. */
export function readUri(text: string): Uri | undefined {
  const [, scheme = '', hierarchy = '', query = '', fragment = ''] =
    /^([^:/?#]*):([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(text) ?? []
  if (!isScheme(scheme) || !QUERY.test(query) || !QUERY.test(fragment)) return undefined
  if (!hierarchy.startsWith('//')) return PATH.test(hierarchy) ? { authority: undefined } : undefined
  const end = hierarchy.indexOf('/', 2)
  const [place, path] = end < 0 ? [hierarchy.slice(2), ''] : [hierarchy.slice(2, end), hierarchy.slice(end)]
  if (!PATH.test(path)) return undefined
  // file:///x has an authority without a host.
  if (place === '') return { authority: undefined }
  const authority = readAuthority(place)
  return authority && { authority }
}

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/i

/** Parses a date-time of RFC 3339, section 5.6, into milliseconds since 1970; returns undefined for other text. */
export function readDateTime(text: string): number | undefined {
  const [, year, month, day, hour, minute, second, fraction = '0', sign, offsetHour = '00', offsetMinute = '00'] =
    DATE_TIME.exec(text) ?? []
  const midnight = findMidnight([Number(year), Number(month), Number(day)])
  const isTime = Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 60
  if (midnight === undefined || !isTime || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  const ahead = (Number(offsetHour) * 3600 + Number(offsetMinute) * 60) * (sign === '-' ? -1 : 1)
  return midnight + (seconds - ahead) * 1000 + Math.floor(Number(`0.${fraction}`) * 1000)
}

function findMidnight([year, month, day]: [number, number, number]): number | undefined {
  const date = new Date(0)
  // Not Date.UTC, which takes the year 21 for 1921.
  date.setUTCFullYear(year, month - 1, day)
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.getTime() : undefined
}

const ADDRESS = /^0x[0-9a-f]{40}$/i

/** Parses an Ethereum address (0x and 40 hex digits, any letter case) into bytes; returns undefined for other text. */
export function parseAddress(text: string): Buffer | undefined {
  return ADDRESS.test(text) ? Buffer.from(text.slice(2), 'hex') : undefined
}

/** Formats an Ethereum address in hexadecimal, with the checksum of EIP-55 in its letter case. */
export function formatAddress(address: Uint8Array): string {
  const digits = Buffer.from(address).toString('hex')
  const hash = Buffer.from(keccak_256(Buffer.from(digits, 'ascii'))).toString('hex')
  return `0x${digits
    .split('')
    .map((digit, index) => ((hash[index] ?? '0') >= '8' ? digit.toUpperCase() : digit))
    .join('')}`
}
