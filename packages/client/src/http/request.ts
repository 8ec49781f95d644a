import type { EndpointRow, Trait } from './endpoint-table.ts'
import type { CallOptions, ClientOptions } from './options.ts'

/** Members of path, query and body together, as a caller gives them. */
export type Input = Readonly<Record<string, unknown>>

/** The address of the service without a slash at its end. */
export function readBase(baseUrl: string | URL): string {
  let url: URL
  try {
    url = new URL(baseUrl)
  } catch {
    throw new TypeError('baseUrl must be a whole address like https://id.example.org')
  }
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!/^https?:$/.test(url.protocol) || !isPlain) {
    throw new TypeError('baseUrl must be http:// or https://, without a user, a query or a fragment')
  }
  return url.href.replace(/\/+$/, '')
}

/** Path and query of a call, and its body if it has one: the path takes the members it names, the rest follows the method. */
export function writeTarget([method, pattern]: EndpointRow, input: Input): { path: string; body: string | undefined } {
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = left.get(name)
    left.delete(name)
    return writeSegment(name, value)
  })
  if (method === 'GET' || method === 'DELETE') return { path: path + writeQuery(left), body: undefined }
  return { path, body: left.size === 0 ? undefined : JSON.stringify(Object.fromEntries(left)) }
}

// A dot segment would change the path, however it is encoded, and so call another endpoint.
function writeSegment(name: string, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || ['', '.', '..'].includes(text)) throw new TypeError(`${name} must name something`)
  return encode(name, text)
}

function writeQuery(members: ReadonlyMap<string, unknown>): string {
  const pairs = [...members].filter(([, value]) => value !== null)
  if (pairs.length === 0) return ''
  return `?${pairs.map(([name, value]) => `${encode('a name', name)}=${encode(name, String(value))}`).join('&')}`
}

function encode(name: string, text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    throw new TypeError(`${name} must be well-formed text`)
  }
}

type Given = Pick<ClientOptions, 'token' | 'siteSecret' | 'adminSecret'>
type Asked = { row: EndpointRow; options: CallOptions; body: string | undefined; idempotencyKey: string | undefined }

/** The header fields of a call, the same for all its tries: another token would make a repeated POST another request. */
export async function writeHeaders(given: Given, { row, options, body, idempotencyKey }: Asked): Promise<Headers> {
  const headers = new Headers(options.headers)
  headers.set('accept', 'application/json, application/problem+json')
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (options.respondAsync === true) headers.set('prefer', 'respond-async')
  setText(headers, 'idempotency-key', idempotencyKey)
  setText(headers, 'x-admin-secret', takes(row, 'adminSecret') ? given.adminSecret : undefined)
  const token = options.token ?? (await chooseBearer(given, row))
  setText(headers, 'authorization', token, 'Bearer ')
  return headers
}

function takes([, , access, ...traits]: EndpointRow, credential: Exclude<Trait, 'repeatable'>): boolean {
  return traits.includes(credential) || BY_ACCESS[credential].includes(access)
}

const BY_ACCESS = { token: ['node', 'token'], siteSecret: ['site'], adminSecret: ['admin'] }

async function chooseBearer(given: Given, row: EndpointRow): Promise<string | undefined> {
  if (takes(row, 'siteSecret') && given.siteSecret !== undefined) return given.siteSecret
  return takes(row, 'token') ? readToken(given.token) : undefined
}

async function readToken(source: ClientOptions['token']): Promise<string | undefined> {
  return typeof source === 'function' ? source() : source
}

// Headers would refuse it too, but with the secret in its message.
function setText(headers: Headers, name: string, text: string | undefined, before = ''): void {
  if (text === undefined || text === '') return
  if (!/^[\x21-\x7e]+$/.test(text)) throw new TypeError(`${name} must be ASCII without spaces`)
  headers.set(name, before + text)
}
