import type { InjectOptions } from 'fastify'

type BadRequest = [what: string, status: 400 | 413 | 415, request: Partial<InjectOptions>]

const JSON_TYPE = { 'content-type': 'application/json' }
const raw = (payload: string | Buffer, contentType = JSON_TYPE): Partial<InjectOptions> => ({
  headers: contentType,
  payload,
})

/** Requests that no endpoint with a body takes, whatever it is for. */
export const BAD_REQUESTS: BadRequest[] = [
  ['no body', 400, {}],
  ['an empty body', 400, raw('')],
  ['half a body', 400, raw('{"email":')],
  ['an array', 400, { payload: [] }],
  ['null', 400, raw('null')],
  ['text', 400, raw('"ada@example.org"')],
  ['an empty object', 400, { payload: {} }],
  ['one name twice', 400, raw('{"email":"ada@example.org","email":"bob@example.org"}')],
  ['a prototype', 400, raw('{"__proto__":{"email":"ada@example.org"}}')],
  ['NUL', 400, raw('{"email":"ada@example.org","note":"\\u0000"}')],
  ['bytes that are not UTF-8', 400, raw(Buffer.from([0x22, 0xff, 0x22]))],
  ['a form', 415, raw('email=ada@example.org', { 'content-type': 'application/x-www-form-urlencoded' })],
  ['plain text', 415, raw('{"email":"ada@example.org"}', { 'content-type': 'text/plain' })],
  ['too much', 413, raw(`{"email":"${'a'.repeat(70_000)}@example.org"}`)],
]

/** Values that are no e-mail address, each under a short name. */
export const BAD_EMAILS = [
  42,
  null,
  true,
  ['ada@example.org'],
  { $ne: '' },
  '',
  ' ',
  'ada',
  'ada@example',
  '@example.org',
  'ada@@example.org',
  'ada@example.org\r\nBcc: eve@example.org',
  'ada@[127.0.0.1]',
  '"ada"@example.org',
  "' OR 1=1 --",
  `${'a'.repeat(400)}@example.org`,
].map((email): [string, unknown] => [JSON.stringify(email).slice(0, 40), email])
