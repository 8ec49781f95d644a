import type { EndpointRow, Trait } from './endpoint-table.ts'
import type { CallOptions, ClientOptions } from './options.ts'

/** Members of path, query and body together, as the caller passes them. */
export type Input = Readonly<Record<string, unknown>>

/** Checks the address of the service and returns it without a trailing slash. Throws a TypeError if it isn't an absolute http(s) address, or has a user, a query or a fragment. */
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

/**
 * Creates the path and the JSON body of a call from its input: members named in the path pattern go into the path, all other members into the query
 * (GET, DELETE) or the body. Throws a TypeError for a path member that is missing or empty.
 */
export function createTarget([method, pattern]: EndpointRow, input: Input): { path: string; body: string | undefined } {
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = left.get(name)
    left.delete(name)
    return encodeSegment(name, value)
  })
  if (method === 'GET' || method === 'DELETE') return { path: path + encodeQuery(left), body: undefined }
  return { path, body: left.size === 0 ? undefined : JSON.stringify(Object.fromEntries(left)) }
}

// A dot segment changes the path, however it is encoded, and would call another endpoint.
function encodeSegment(name: string, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || ['', '.', '..'].includes(text)) throw new TypeError(`${name} must name something`)
  return encodeText(name, text)
}

function encodeQuery(members: ReadonlyMap<string, unknown>): string {
  const pairs = [...members].filter(([, value]) => value !== null)
  if (pairs.length === 0) return ''
  return `?${pairs.map(([name, value]) => `${encodeText('a name', name)}=${encodeText(name, String(value))}`).join('&')}`
}

function encodeText(name: string, text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    throw new TypeError(`${name} must be well-formed text`)
  }
}

type Credentials = Pick<ClientOptions, 'token' | 'siteSecret' | 'adminSecret'>
type HeaderInput = {
  row: EndpointRow
  options: CallOptions
  body: string | undefined
  idempotencyKey: string | undefined
}

/**
 * Creates the header fields of a call, with that credential of the client (`given`) that the endpoint accepts. Call it once for all attempts: with
 * another token, a repeated POST would be a different request.
 */
export async function createHeaders(
  given: Credentials,
  { row, options, body, idempotencyKey }: HeaderInput,
): Promise<Headers> {
  const headers = new Headers(options.headers)
  headers.set('accept', 'application/json, application/problem+json')
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (options.respondAsync === true) headers.set('prefer', 'respond-async')
  setField(headers, 'idempotency-key', idempotencyKey)
  setField(headers, 'x-admin-secret', canTake(row, 'adminSecret') ? given.adminSecret : undefined)
  const token = options.token ?? (await readBearer(given, row))
  setField(headers, 'authorization', token, 'Bearer ')
  return headers
}

function canTake([, , access, ...traits]: EndpointRow, credential: Exclude<Trait, 'repeatable'>): boolean {
  return traits.includes(credential) || BY_ACCESS[credential].includes(access)
}

const BY_ACCESS = { token: ['node', 'token'], siteSecret: ['site'], adminSecret: ['admin'] }

async function readBearer(given: Credentials, row: EndpointRow): Promise<string | undefined> {
  if (canTake(row, 'siteSecret') && given.siteSecret !== undefined) return given.siteSecret
  return canTake(row, 'token') ? readToken(given.token) : undefined
}

async function readToken(source: ClientOptions['token']): Promise<string | undefined> {
  return typeof source === 'function' ? source() : source
}

// Headers would also reject it, but with the secret in the message.
function setField(headers: Headers, name: string, text: string | undefined, before = ''): void {
  if (text === undefined || text === '') return
  if (!/^[\x21-\x7e]+$/.test(text)) throw new TypeError(`${name} must be ASCII without spaces`)
  headers.set(name, before + text)
}
