import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { budgetOwner } from '../limits/address.ts'
import { RETRY_SECONDS } from '../problem.ts'
import type { Settings } from '../settings/settings.ts'
import { writeAnswer } from './client-error.ts'

/** What a process holds open at most, in all: each connection costs some ten kilobytes, used or not. */
const MOST_CONNECTIONS = 8000

const LINGER_MS = 1000

/** Refuses connections of an address that has as many as it may. Proxies that are trusted hold those of their callers, and are not counted. */
export function limitConnections(app: FastifyInstance, { connectionsPerAddress, trustProxy, tls }: Settings): void {
  const { server } = app
  const isTrusted = trustNetworks(trustProxy)
  const open = new Map<string, number>()
  server.maxConnections = MOST_CONNECTIONS
  interceptConnections(server, (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isTrusted(remoteAddress)) return false
    const address = budgetOwner('connections', remoteAddress)
    const count = (open.get(address) ?? 0) + 1
    if (count > connectionsPerAddress) return refuse(socket, tls !== undefined)
    open.set(address, count)
    socket.once('close', () => letGo(open, address))
    return false
  })
}

function letGo(open: Map<string, number>, address: string): void {
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
    socket.end(writeAnswer('TOO_MANY_REQUESTS', detail, { 'retry-after': String(RETRY_SECONDS) }))
  }
  return true
}

/** Hands a connection on to the server unless it was dealt with. */
function interceptConnections(server: Server, deal: (socket: Socket) => boolean): void {
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

function trustNetworks(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of proxies.flatMap((proxy) => NETWORKS[proxy] ?? [proxy])) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  // An IPv4 address in the form of IPv6 is found by the IPv4 networks, too.
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
