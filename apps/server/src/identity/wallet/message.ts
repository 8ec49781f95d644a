import { type Authority, isPathText, isScheme, readAuthority, readDateTime, readUri, type Uri } from './grammar.ts'

/** A message of EIP-4361, read; times in milliseconds. */
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

export type Parsed = { ok: true; message: SiweMessage } | { ok: false; problem: string }

/** Reads a message by the grammar of EIP-4361; whatever else it is given, it answers which line is wrong, and never throws. */
export function parseMessage(text: string): Parsed {
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

/** The lines of a message, taken one after the other. */
class Lines {
  readonly #lines: readonly string[]
  #taken = 0

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  /** The next line that would be taken, or one after it. */
  peek(ahead = 0): string | undefined {
    return this.#lines[this.#taken + ahead]
  }

  /** Takes the next line and reads what follows its label. */
  take<Value>(label: string, read: (text: string) => Value | undefined, expected: string): Value {
    const line = this.peek()
    this.#taken++
    const value = line?.startsWith(label) ? read(line.slice(label.length)) : undefined
    if (value === undefined) throw new NotTheGrammar(`Line ${this.#taken} must be ${expected}.`)
    return value
  }

  /** As take, when the next line has the label. */
  takeIfThere<Value>(label: string, read: (text: string) => Value | undefined, expected: string): Value | undefined {
    return this.peek()?.startsWith(label) ? this.take(label, read, expected) : undefined
  }
}

const ASKS = ' wants you to sign in with your Ethereum account:'
// unreserved, reserved and space
const STATEMENT = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]*$/

function readOpening(lines: Lines) {
  const origin = lines.take('', readOrigin, `a domain and "${ASKS.trim()}"`)
  const address = lines.take('', matching(/^0x[0-9A-Fa-f]{40}$/), 'an address of 0x and 40 hexadecimal digits')
  lines.take('', matching(/^$/), 'empty')
  return { ...origin, address, statement: readStatement(lines) }
}

// A message without a statement has one empty line less than a message whose statement is empty.
function readStatement(lines: Lines): string | undefined {
  const isThere = lines.peek() !== '' || lines.peek(1) === ''
  const statement = isThere
    ? lines.take('', matching(STATEMENT), 'a statement in the characters of URIs and spaces')
    : undefined
  lines.take('', matching(/^$/), 'empty')
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
    version: lines.take('Version: ', matching(/^\d+$/), '"Version: " and a number'),
    chainId: lines.take('Chain ID: ', readNumber, '"Chain ID: " and a number'),
    nonce: lines.take('Nonce: ', matching(/^[A-Za-z0-9]{8,}$/), '"Nonce: " and at least 8 letters or digits'),
    issuedAt: lines.take('Issued At: ', readDateTime, `"Issued At: " ${WHEN}`),
  }
}

function readRest(lines: Lines) {
  const rest = {
    expirationTime: lines.takeIfThere('Expiration Time: ', readDateTime, `"Expiration Time: " ${WHEN}`),
    notBefore: lines.takeIfThere('Not Before: ', readDateTime, `"Not Before: " ${WHEN}`),
    requestId: lines.takeIfThere('Request ID: ', pathText, '"Request ID: " and the characters of a URI path'),
    resources: readResources(lines),
  }
  if (lines.peek() !== undefined)
    lines.take('', () => undefined, 'another field in the order of EIP-4361, or not there')
  return rest
}

function readResources(lines: Lines): string[] | undefined {
  if (lines.takeIfThere('Resources:', matching(/^$/), '"Resources:" alone') === undefined) return undefined
  const resources: string[] = []
  while (lines.peek() !== undefined) resources.push(lines.take('- ', uriText, '"- " and an RFC 3986 URI'))
  return resources
}

function matching(pattern: RegExp): (text: string) => string | undefined {
  return (text) => (pattern.test(text) ? text : undefined)
}

function readNumber(text: string): bigint | undefined {
  // No chain id has more digits, and BigInt takes its time for long texts.
  return /^\d{1,78}$/.test(text) ? BigInt(text) : undefined
}

function pathText(text: string): string | undefined {
  return isPathText(text) ? text : undefined
}

function uriText(text: string): string | undefined {
  return readUri(text) ? text : undefined
}
