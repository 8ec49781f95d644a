import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { BlockList, isIPv6, Socket } from 'node:net'
import { type ProblemCode, PROBLEMS } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { SECURITY_HEADERS } from '../http/origin.ts'
import { toBudgetOwner } from '../limits/budgets.ts'
import { RETRY_SECONDS } from '../problem.ts'
import type { Settings } from '../settings/settings.ts'

/** What a process holds open at most, in all: each connection costs some ten kilobytes, used or not. */
const MOST_CONNECTIONS = 8000

const LINGER_MS = 1000

/** Refuses connections of an address that has as many as it may. Proxies that are trusted hold those of their callers, and are not counted. */
export function addConnectionLimit(app: FastifyInstance, { connectionsPerAddress, trustProxy, tls }: Settings): void {
  const { server } = app
  const isTrusted = createTrust(trustProxy)
  const open = new Map<string, number>()
  server.maxConnections = MOST_CONNECTIONS
  handleConnections(server, (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isTrusted(remoteAddress)) return false
    const address = toBudgetOwner('connections', remoteAddress)
    const count = (open.get(address) ?? 0) + 1
    if (count > connectionsPerAddress) return refuse(socket, tls !== undefined)
    open.set(address, count)
    socket.once('close', () => removeConnection(open, address))
    return false
  })
}

function removeConnection(open: Map<string, number>, address: string): void {
  const left = (open.get(address) ?? 1) - 1
  if (left === 0) open.delete(address)
  else open.set(address, left)
}

/** Before a handshake there is no way to say why. */
function refuse(socket: Socket, isTls: boolean): true {
  if (isTls) socket.destroy()
  else {
    const detail = `Too many connections of this address are open. Try again in ${RETRY_SECONDS} seconds.`
    // What the caller still sends is read for a moment: a connection closed on unread bytes loses the answer, too.
    socket.on('error', () => {}).resume()
    socket.setTimeout(LINGER_MS, () => socket.destroy())
    socket.end(formatAnswer('TOO_MANY_REQUESTS', detail, { 'retry-after': String(RETRY_SECONDS) }))
  }
  return true
}

/** Hands a connection on to the server unless it was dealt with. */
function handleConnections(server: Server, deal: (socket: Socket) => boolean): void {
  const listeners = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    if (deal(socket)) return
    for (const listen of listeners) listen.call(server, socket)
  })
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

/** Answers bytes that Node could not read as a request, and ends the connection. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  socket.end(formatAnswer(...explain(error.code)))
}

/** A whole answer as text, after which the connection ends. */
function formatAnswer(code: ProblemCode, detail: string, more: Record<string, string> = {}): string {
  const { status, title, fields, body } = formatProblem(code, detail)
  const lines = Object.entries({ ...fields, ...more }).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} ${title}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Answers an Expect that Node does not know, and which it would refuse without a word. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { status, fields, body } = formatProblem('EXPECTATION_FAILED', 'The only expectation known is 100-continue.')
  response.writeHead(status, fields).end(body)
}

/** A problem below the framework, and the fields that go with it. */
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

function explain(code: string | undefined): [ProblemCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return ['REQUEST_HEADER_FIELDS_TOO_LARGE', 'The header fields are too large.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['REQUEST_TIMEOUT', 'The request did not arrive in time.']
  return ['INVALID_REQUEST', 'This is not an HTTP request.']
}

const UNREAD_LINGER_MS = 2000

/**
 * Leaves the rest of a refused body unread. Node would read it to its end after the answer, and a few hundred large ones would keep the event
 * loop busy with bytes that no handler needs. The connection stays half open for a moment: closed at once on unread bytes, it would take the answer along.
 */
export function stopReading(request: IncomingMessage): void {
  const { socket } = request
  if (!(socket instanceof Socket)) return
  // Whose reading has begun, Node does not empty; it stops by itself when its buffer is full.
  request.read(0)
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), UNREAD_LINGER_MS).unref()
  }
}
