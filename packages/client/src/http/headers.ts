import type { EndpointRow, Trait } from './endpoint-table.ts'
import type { CallOptions, ClientOptions } from './options.ts'

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
