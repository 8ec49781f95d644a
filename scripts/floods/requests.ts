/** What a request is made of; a body is JSON text, of which many requests may share the end. */
export type RequestParts = { method: 'GET' | 'POST'; path: string; body?: string; address?: string }

/** The bytes of a request up to the shared end, as a proxy on this machine would pass it on for a caller at `address`. */
export function writeRequest({ method, path, body, address }: RequestParts, endBytes = 0): Buffer {
  const length = body === undefined ? '' : `Content-Length: ${Buffer.byteLength(body) + endBytes}\r\n`
  const type = body === undefined ? '' : 'Content-Type: application/json\r\n'
  const from = address === undefined ? '' : `X-Forwarded-For: ${address}\r\n`
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${from}${type}${length}\r\n${body ?? ''}`)
}

/** The address of the nth caller, of a network that is reserved for measurements (RFC 2544). */
export function addressOf(n: number): string {
  return `198.${18 + ((n >> 16) & 1)}.${(n >> 8) & 255}.${n & 255}`
}

/** The nth request of a mix of reads and writes: three answers from a snapshot, three look-ups in the database, two declared agents, two challenges. */
export function mixedRequest(n: number, name: string): Buffer {
  const address = addressOf(n)
  const kind = n % 10
  if (kind < 3) return writeRequest({ method: 'GET', path: '/api/presence/network', address })
  if (kind < 6) return writeRequest({ method: 'GET', path: `/api/nodes/status?email=p${n}%40example.org`, address })
  if (kind < 8) return writeRequest({ method: 'POST', path: '/api/challenge', body: CHALLENGE, address })
  return writeRequest({ method: 'POST', path: '/api/agent/declare', body: writeAgent(`${name}-${n}`), address })
}

const CHALLENGE = JSON.stringify({ purpose: 'verify' })

function writeAgent(handle: string): string {
  return JSON.stringify({ agent_handle: handle, agent_type: 'bot', origin: 'example.org', public_key: handle })
}
