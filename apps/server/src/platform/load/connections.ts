import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { BlockList, isIPv6, Socket } from 'node:net'
import { type ProblemCode, PROBLEMS } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { SECURITY_HEADERS } from '../http/origin.ts'
import { toBudgetOwner } from '../limits/budgets.ts'
import { RETRY_SECONDS } from '../problem.ts'
import type { Settings } from '../settings/settings.ts'

/** The maximum of open connections per process. Each costs some ten kilobytes, even if it is idle. */
const MAX_CONNECTIONS = 8000

const LINGER_MS = 1000

/**
 * Limits the open connections per network address, and closes further ones with a refusal. Trusted proxies aren't limited, because they
 * hold their callers' connections.
 */
export function addConnectionLimit(app: FastifyInstance, { connectionsPerAddress, trustProxy, tls }: Settings): void {
  const { server } = app
  const isTrusted = createTrust(trustProxy)
  const open = new Map<string, number>()
  server.maxConnections = MAX_CONNECTIONS
  const listeners = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress !== undefined && !isTrusted(remoteAddress)) {
      const address = toBudgetOwner('connections', remoteAddress)
      const count = (open.get(address) ?? 0) + 1
      if (count > connectionsPerAddress) return refuseConnection(socket, tls !== undefined)
      open.set(address, count)
      socket.once('close', () => {
        const left = (open.get(address) ?? 1) - 1
        if (left === 0) open.delete(address)
        else open.set(address, left)
      })
    }
    for (const listen of listeners) listen.call(server, socket)
  })
}

function refuseConnection(socket: Socket, isTls: boolean): void {
  // Before a handshake there is no way to say why.
  if (isTls) return void socket.destroy()
  const detail = `Too many connections of this address are open. Try again in ${RETRY_SECONDS} seconds.`
  // Reads what the caller still sends for a moment: a connection closed on unread bytes loses the response, too.
  socket.on('error', () => {}).resume()
  socket.setTimeout(LINGER_MS, () => socket.destroy())
  socket.end(formatAnswer('TOO_MANY_REQUESTS', detail, { 'retry-after': String(RETRY_SECONDS) }))
}

// As Fastify understands the same names.
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

function createTrust(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of proxies.flatMap((proxy) => NETWORKS[proxy] ?? [proxy])) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  // An IPv4 address in the form of IPv6 is found by the IPv4 networks, too.
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Handles the server's `clientError` event: sends a problem response for bytes that aren't a valid HTTP request, and closes the connection. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  if (error.code === 'HPE_HEADER_OVERFLOW')
    socket.end(formatAnswer('REQUEST_HEADER_FIELDS_TOO_LARGE', 'The header fields are too large.'))
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    socket.end(formatAnswer('REQUEST_TIMEOUT', 'The request did not arrive in time.'))
  else socket.end(formatAnswer('INVALID_REQUEST', 'This is not an HTTP request.'))
}

/** Formats a whole HTTP response as text, after which the connection is closed. */
function formatAnswer(code: ProblemCode, detail: string, more: Record<string, string> = {}): string {
  const { status, title, fields, body } = formatProblem(code, detail)
  const lines = Object.entries({ ...fields, ...more }).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} ${title}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Refuses a request with an Expect header other than 100-continue with a problem document; Node's default response has no body. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { status, fields, body } = formatProblem('EXPECTATION_FAILED', 'The only expectation known is 100-continue.')
  response.writeHead(status, fields).end(body)
}

/** Formats a problem document with status and header fields, for responses that bypass the framework. They close the connection. */
export function formatProblem(code: ProblemCode, detail: string) {
  const status = PROBLEMS[code]
  const title = STATUS_CODES[status] ?? 'Error'
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, instance: '', error: code })
  const fields = {
    ...SECURITY_HEADERS,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { status, title, fields, body }
}

const UNREAD_LINGER_MS = 2000

/**
 * Stops reading the body of a refused request, because reading large bodies to the end would keep the event loop busy. The connection is
 * closed after two seconds, since closing it at once would lose the response.
 */
export function stopReading(request: IncomingMessage): void {
  const { socket } = request
  if (!(socket instanceof Socket)) return
  // Node does not drain a request whose reading has begun; reading stops by itself when the buffer is full.
  request.read(0)
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), UNREAD_LINGER_MS).unref()
  }
}
