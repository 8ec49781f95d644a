import { personAt } from './people.ts'

/** What a request is made of; a body is JSON text, of which many requests may share the end. */
export type RequestParts = {
  method: 'GET' | 'POST'
  path: string
  body?: string
  /** Where the caller is, as a proxy on this machine says it. */
  address?: string
  authorization?: string
}

/** The bytes of a request up to the shared end. */
export function writeRequest({ method, path, body, address, authorization }: RequestParts, endBytes = 0): Buffer {
  const length = body === undefined ? '' : `Content-Length: ${Buffer.byteLength(body) + endBytes}\r\n`
  const type = body === undefined ? '' : 'Content-Type: application/json\r\n'
  const from = address === undefined ? '' : `X-Forwarded-For: ${address}\r\n`
  const secret = authorization === undefined ? '' : `Authorization: ${authorization}\r\n`
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${from}${secret}${type}${length}\r\n${body ?? ''}`,
  )
}

/** The address of the nth caller, of a network that is reserved for measurements (RFC 2544). */
export function addressOf(n: number): string {
  return `198.${18 + ((n >> 16) & 1)}.${(n >> 8) & 255}.${n & 255}`
}

/** What a mix of requests asks for, in ten kinds that come in turn. */
export const MIXED_KINDS = 'sign-ins by code, mailed codes, challenges, agents, look-ups, public figures'
export const KINDS = 10

/** How many people sign in, each once, in so many requests of the mix. */
export function countPeople(requests: number): number {
  return Math.ceil(requests / KINDS)
}

/** The nth request of a mix of reads and writes. */
export function mixedRequest(n: number): RequestParts {
  const address = addressOf(n)
  const post = (path: string, body: object): RequestParts => ({
    method: 'POST',
    path,
    body: JSON.stringify(body),
    address,
  })
  const get = (path: string): RequestParts => ({ method: 'GET', path, address })
  const { email, code } = personAt(Math.floor(n / KINDS))
  const kinds: (() => RequestParts)[] = [
    () => post('/api/verify-otp', { email, otp: code }),
    () => post('/api/send-otp', { email: `new-${n}@example.org` }),
    () => post('/api/challenge', { purpose: 'verify' }),
    () => post('/api/challenge', { purpose: 'verify', pace: 'live' }),
    () =>
      post('/api/agent/declare', {
        agent_handle: `mix-${n}`,
        agent_type: 'bot',
        origin: 'example.org',
        public_key: `k${n}`,
      }),
    () => get('/api/auth/siwe/nonce'),
    () => get(`/api/nodes/status?email=person-${n}%40example.org`),
    () => get('/api/presence/network'),
    () => get('/api/nodes/count'),
    () => get('/api/health'),
  ]
  return (kinds[n % KINDS] as () => RequestParts)()
}
