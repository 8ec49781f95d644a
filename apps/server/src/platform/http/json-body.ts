import { type Json, NotJsonError, parseJson } from '@stillhere/receipt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestProblem } from '../problem.ts'

/** Reads bodies strictly: UTF-8, JSON (or, where an endpoint takes it, a form) without duplicate names or `__proto__`, and no NUL, which PostgreSQL cannot store. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', async (request) => refuseEncodings(request))
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const { endpoint, keepsJson } = request.routeOptions.config
    if (keepsJson) return body
    // Some clients name the type with every call, also where there is nothing to send.
    const mayBeEmpty = endpoint?.body === undefined || endpoint.bodyIsOptional === true
    if (body.length === 0 && mayBeEmpty) return {}
    // A large one is read in a thread; see large-body.ts.
    return endpoint?.maxBodyBytes === undefined ? parseBody(body) : body
  })
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const { endpoint, keepsForm } = request.routeOptions.config
    if (keepsForm) return body
    if (endpoint?.takesForm) return parseForm(body)
    throw new RequestProblem('UNSUPPORTED_MEDIA_TYPE', 'A body is JSON in UTF-8, without compression.')
  })
}

const FORM = 'application/x-www-form-urlencoded'

// A compressed body could be far larger than it looks.
function refuseEncodings({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  if (encoding.toLowerCase() === 'identity' && charset.toLowerCase() === 'utf-8') return
  throw new RequestProblem('UNSUPPORTED_MEDIA_TYPE', 'A body is JSON in UTF-8, without compression.')
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The JSON value that a body holds, or a 400. */
export function parseBody(body: Uint8Array): Json {
  const text = decode(body)
  const value = parse(text)
  // JSON allows no control character inside a string, so a NUL comes escaped or not at all.
  if (text.includes('\\u0000') && holdsNul(value)) throw refusal('The body holds a NUL character.')
  return value
}

function parseForm(body: Uint8Array): Record<string, string> {
  const fields = [...new URLSearchParams(decode(body))]
  if (new Set(fields.map(([name]) => name)).size < fields.length) throw refusal('The form names a field twice.')
  if (fields.some((pair) => holdsNul(pair))) throw refusal('The body holds a NUL character.')
  return Object.fromEntries(fields)
}

/** As parseBody, at a fifth of the cost: duplicate names and the like pass. Nothing of it may be stored. */
export function parseBodyLeniently(body: Uint8Array): Json {
  const text = decode(body)
  try {
    return JSON.parse(text) as Json
  } catch {
    return parse(text)
  }
}

function parse(text: string): Json {
  try {
    return parseJson(text)
  } catch (error) {
    throw refusal(error instanceof NotJsonError ? `In the body, ${error.message}.` : 'The body cannot be read.')
  }
}

function holdsNul(value: Json): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([name, part]) => name.includes('\0') || holdsNul(part))
}

function decode(body: Uint8Array): string {
  try {
    return decoder.decode(body)
  } catch {
    throw refusal('The body is not UTF-8 text.')
  }
}

function refusal(detail: string): RequestProblem {
  return new RequestProblem('INVALID_REQUEST', detail, { errors: [{ pointer: '', message: detail }] })
}
