import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopbackAddress, isLoopbackName } from '../loopback.ts'
import { RequestProblem } from '../problem.ts'
import type { Settings } from '../settings/settings.ts'

/** Where callers reach this service, as they write it into what they sign. */
export type ServiceAddress = { scheme: string; authority: string }

type Named = Pick<Settings, 'publicUrl'>
type Host = { name: string; port: string | undefined }

/**
 * Answers 421 under a name that is not ours: a page whose name was made to lead to this machine (DNS rebinding) must not be
 * taken for one of ours. X-Forwarded-Host is never read.
 */
export function refuseOtherHosts(app: FastifyInstance, settings: Named): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const fields = request.raw.rawHeaders.filter((field, index) => index % 2 === 0 && /^host$/i.test(field))
    // RFC 9112, section 3.2. Before HTTP/1.1 there was no such field, and a browser sends it always.
    if (fields.length === 0 && request.raw.httpVersion === '1.0') return done()
    if (fields.length !== 1) return done(new RequestProblem('INVALID_REQUEST', 'A request has one Host field.'))
    done(isOurName(settings, request) ? undefined : makeMisdirected(settings))
  })
}

/**
 * The address of PUBLIC_URL. Without the setting it is what Host says, if that is this end of the caller's own connection: an address
 * that was connected to or, on this machine, a loopback name, with the port listened on. Otherwise nobody knows, and whoever relays a
 * request could choose.
 */
export function findOwnAddress({ publicUrl }: Named, request: FastifyRequest): ServiceAddress | undefined {
  if (publicUrl !== undefined) return addressIn(publicUrl)
  const host = readHost(request.headers.host)
  const address = `${request.protocol}://${request.headers.host}`
  if (!host || wasForwarded(request) || !isThisEnd(host, request) || !URL.canParse(address)) return undefined
  return addressIn(address)
}

/** Under which name this service signs tokens: PUBLIC_URL with its path, or else its own address where that is known. */
export function findIssuerName(settings: Named, request: FastifyRequest): string | undefined {
  const own = findOwnAddress(settings, request)
  return settings.publicUrl ?? (own && `${own.scheme}://${own.authority}`)
}

/** Whether the caller is a process on this machine that speaks for itself and calls us by a name of this machine. */
export function isLocalCall(request: FastifyRequest): boolean {
  const { host } = request.headers
  const isLocalName = host === undefined || isLoopbackName(readHost(host)?.name ?? '')
  return isLocalName && isLoopbackAddress(request.socket.remoteAddress) && !wasForwarded(request)
}

function isOurName({ publicUrl }: Named, request: FastifyRequest): boolean {
  const name = readHost(request.headers.host)?.name
  if (name === undefined) return false
  const isPublic = publicUrl !== undefined && name === new URL(publicUrl).hostname
  return isPublic || isLoopbackName(name) || name === addressOfThisEnd(request)
}

function makeMisdirected({ publicUrl }: Named): RequestProblem {
  const known = publicUrl === undefined ? 'localhost; PUBLIC_URL gives it another name' : new URL(publicUrl).host
  return new RequestProblem(
    'MISDIRECTED_REQUEST',
    `This service does not go by the name in Host. Its name is ${known}.`,
  )
}

// Not by the URL class, which would take "us@them" for them.
function readHost(text = ''): Host | undefined {
  const [, name, port] = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  return name === undefined ? undefined : { name: name.toLowerCase(), port }
}

function isThisEnd({ name, port }: Host, request: FastifyRequest): boolean {
  const { remoteAddress, localPort } = request.socket
  const isOurs = (isLoopbackName(name) && isLoopbackAddress(remoteAddress)) || name === addressOfThisEnd(request)
  const asked = Number(port ?? (request.protocol === 'https' ? 443 : 80))
  // Requests that are injected by tests come over no connection.
  return isOurs && asked === (localPort ?? asked)
}

/** The address that the caller connected to, as it stands in Host. */
function addressOfThisEnd({ socket }: FastifyRequest): string | undefined {
  const address = socket.localAddress?.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  return address?.includes(':') ? `[${address}]` : address
}

function wasForwarded({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some((name) => /^(?:x-forwarded-.*|forwarded|x-real-ip|via)$/.test(name))
}

// The URL class writes lower case and leaves a default port out, as RFC 9421 section 2.2.3 wants it.
function addressIn(address: string): ServiceAddress {
  const { protocol, host } = new URL(address)
  return { scheme: protocol.slice(0, -1), authority: host }
}
