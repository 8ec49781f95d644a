import { ENDPOINTS, type Endpoint } from '@stillhere/contract'
import type { JsonSchema } from '../../packages/contract/src/sample.ts'
import { HOSTILE_TEXTS, pick, type Random, writeJson } from './hostile.ts'
import { breakValue, type Drawing, drawValue } from './values.ts'

/** A request, byte by byte. */
export type FuzzRequest = {
  endpoint: Endpoint
  /** Path and query as they are sent. */
  target: string
  headers: [name: string, value: string][]
  body: Buffer | undefined
  /** The path may be that of another endpoint, or of none. */
  isAstray: boolean
}

/** Secrets that are good, by the credential that they are. */
export type Secrets = { nodeToken: string; siteSecret: string; adminSecret: string }

/** Draws a request for some endpoint of the contract: about half of them good, the others broken in one place or two. */
export function drawRequest(drawing: Drawing, secrets: Secrets): FuzzRequest {
  const { random } = drawing
  const endpoint = pick(random, ENDPOINTS)
  const { path, isAstray } = drawPath(endpoint, drawing)
  const body = drawBody(endpoint, drawing)
  const headers = [...drawCredentials(endpoint, random, secrets), ...drawHeaders(random)]
  if (body) headers.push(['content-type', drawType(endpoint, random)], ['content-length', String(body.length)])
  else if (endpoint.method !== 'GET') headers.push(['content-length', '0'])
  return { endpoint, target: `${path}${drawQuery(endpoint, drawing)}`, headers, body, isAstray }
}

function drawPath(endpoint: Endpoint, drawing: Drawing): { path: string; isAstray: boolean } {
  const properties = (endpoint.params?.properties ?? {}) as Record<string, JsonSchema>
  let isAstray = false
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const isHostile = drawing.random() < 0.2
    const text = isHostile
      ? pick(drawing.random, HOSTILE_TEXTS)
      : String(drawValue(properties[name] ?? {}, drawing, name))
    // What is empty, has dots or breaks the line leads elsewhere; what is too long for a name, too.
    if (text === '' || /[.\r\n\u2028\u2029]/.test(text) || text.length > 200) isAstray = true
    if (drawing.random() > 0.03) return encode(text)
    isAstray = true
    return pick(drawing.random, ['%zz', '%', '%ff', '%00', '%c0%80', '%ed%a0%80', ';', '*', '[', '%2e%2e', '%2F'])
  })
  return { path, isAstray }
}

/** Percent-encodes the bytes of a text; a lone surrogate becomes bytes that are no UTF-8. */
function encode(text: string): string {
  const parts = Array.from(text, (sign) => {
    if (/^[\w.~-]$/.test(sign)) return sign
    const code = sign.codePointAt(0) ?? 0
    if (code >= 0xd800 && code <= 0xdfff) return '%ED%A0%80'
    return encodeURIComponent(sign)
  })
  return parts.join('')
}

function drawQuery({ query }: Endpoint, drawing: Drawing): string {
  const { random } = drawing
  const asked = query ? (drawValue(query, drawing) as Record<string, unknown>) : {}
  const pairs = Object.entries(asked).map(([name, value]) => {
    const text = random() < 0.2 ? pick(random, HOSTILE_TEXTS) : String(value)
    return `${encode(name)}=${encode(text)}`
  })
  if (random() < 0.03)
    pairs.push(
      pick(random, ['__proto__=1', 'a[b]=c', '%ff=%fe', '&&&', '=', 'email=a&email=b', '%00', 'x'.repeat(3000)]),
    )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function drawBody({ body: schema, example, method }: Endpoint, drawing: Drawing): Buffer | undefined {
  const { random } = drawing
  if (method === 'GET') return undefined
  if (!schema) return random() < 0.1 ? Buffer.from('{}') : undefined
  if (random() < 0.02) return undefined
  const good = example !== undefined && random() < 0.3 ? example : drawValue(schema, drawing)
  const luck = random()
  const value = luck < 0.5 ? good : breakValue(luck < 0.65 ? breakValue(good, random) : good, random)
  const text = Buffer.from(writeJson(value))
  return random() < 0.04 ? breakBytes(text, random) : text
}

/** What is no JSON any more, or no UTF-8. */
function breakBytes(text: Buffer, random: Random): Buffer {
  const at = Math.floor(random() * (text.length + 1))
  const bytes = pick(random, ['ff', 'c080', 'eda080', 'f5808080', '00', 'efbbbf', '0a', '22', '7d', '2c', ''])
  const rest = random() < 0.3 ? Buffer.alloc(0) : text.subarray(at)
  return Buffer.concat([text.subarray(0, at), Buffer.from(bytes, 'hex'), rest])
}

function drawType({ takesForm }: Endpoint, random: Random): string {
  if (random() < 0.94) return 'application/json'
  return pick(random, [
    'application/json; charset=utf-8',
    'application/json; charset=utf-16',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    ';;;',
    '',
    takesForm ? 'application/x-www-form-urlencoded' : 'application/xml',
  ])
}

const BEARERS = {
  node: 'nodeToken',
  token: 'nodeToken',
  site: 'siteSecret',
  public: 'nodeToken',
  admin: 'nodeToken',
} as const

function drawCredentials({ access, accepts }: Endpoint, random: Random, secrets: Secrets): [string, string][] {
  if (random() < 0.06) return [['authorization', pick(random, ODD_CREDENTIALS)]]
  if (access === 'admin') return random() < 0.95 ? [['x-admin-secret', secrets.adminSecret]] : []
  if (random() < (access === 'public' ? 0.6 : 0.05)) return []
  const kind = accepts?.includes('siteSecret') ? 'siteSecret' : BEARERS[access]
  return [['authorization', `Bearer ${secrets[kind]}`]]
}

const ODD_CREDENTIALS = [
  'Bearer',
  'Bearer ',
  `Bearer ${'a'.repeat(8000)}`,
  'Bearer sh_\u00ff',
  'Basic YTpi',
  'Bearer null',
  ', ,',
]

const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ['accept', 'text/html'],
  ['accept', 'application/json;q=x, */*;q=-1'],
  ['accept', ','.repeat(200)],
  ['accept-language', 'de-DE-x-\u00e4, *;q=0'],
  ['cookie', 'stillhere-session=ss_; stillhere-known=...; =; ;;'],
  ['cookie', `stillhere-session=ss_${'a'.repeat(43)}`],
  ['cookie', 'stillhere-admin=x'],
  ['origin', 'null'],
  ['origin', 'https://evil.example'],
  ['origin', 'http://[::1'],
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-site', 'same-origin'],
  ['idempotency-key', 'a key with blanks'],
  ['idempotency-key', '1'],
  ['idempotency-key', 'x'.repeat(256)],
  ['x-forwarded-for', 'not an address, , 1.2.3.4.5, ::ffff:1.2.3.4%eth0'],
  ['x-forwarded-for', ','.repeat(100)],
  ['x-forwarded-proto', 'javascript'],
  ['x-forwarded-host', 'evil.example'],
  ['if-none-match', '"'],
  ['if-modified-since', 'yesterday'],
  ['range', 'bytes=-1-,x'],
  ['signature', 'sig1=:AAAA:'],
  ['signature-input', 'sig1=("@method" "@authority";x=("));created=-1;keyid="\\"'],
  ['signature-input', 'sig1=();tag="web-bot-auth";created=99999999999999999999'],
  ['signature-agent', '"https://evil.example'],
  ['content-digest', 'sha-256=:x:'],
  ['content-encoding', 'gzip'],
  ['user-agent', '\u00ff'.repeat(100)],
  ['last-event-id', '-1'],
  ['traceparent', '00-zz'],
  ['x-admin-secret', '\u00e9'],
]

function drawHeaders(random: Random): [string, string][] {
  if (random() < 0.7) return []
  return Array.from({ length: 1 + Math.floor(random() * 2) }, () => [...pick(random, ODD_HEADERS)] as [string, string])
}

/** The request as it goes over the wire; header values are Latin-1. */
export function writeRequest({ endpoint, target, headers, body }: FuzzRequest, host: string): Buffer {
  const lines = [`${endpoint.method} ${target} HTTP/1.1`, `host: ${host}`, ...headers.map((pair) => pair.join(': '))]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)])
}

/** The request as a line for a shell (bash). */
export function writeCurl({ endpoint, target, headers, body }: FuzzRequest, host: string): string {
  const fields = headers
    .filter(([name]) => name !== 'content-length')
    .map((pair) => `-H ${quote(pair.join(': '), 'latin1')}`)
  const data = body ? [`--data-binary ${quote(body.toString('latin1'), 'latin1')}`] : []
  const address = quote(`http://${host}${target}`, 'latin1')
  return ['curl -sS -i --globoff --path-as-is -X', endpoint.method, ...fields, ...data, address].join(' ')
}

function quote(text: string, encoding: BufferEncoding): string {
  const signs = [...Buffer.from(text, encoding)].map((byte) => {
    if (byte === 0x27 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`
    return byte < 0x20 || byte > 0x7e ? `\\x${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte)
  })
  return `$'${signs.join('')}'`
}
