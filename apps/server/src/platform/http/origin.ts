import { METHODS } from 'node:http'
import { ENDPOINTS } from '@stillhere/contract'
import { findLanguage, type Language } from '@stillhere/messages'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { isLoopbackAddress, isLoopbackName } from '../loopback.ts'
import { RequestProblem } from '../problem.ts'
import type { Settings } from '../settings/settings.ts'

const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
// Without x-admin-secret: no page of another origin can send it. The second line is for agents that sign in a browser (RFC 9421), the third for their calls of /mcp.
const ALLOWED_HEADERS = [
  'authorization, content-type, idempotency-key, prefer',
  'content-digest, signature, signature-agent, signature-input',
  'mcp-method, mcp-name, mcp-protocol-version',
].join(', ')
const EXPOSED_HEADERS = 'retry-after, x-ratelimit-remaining, ratelimit, idempotency-replayed, x-request-id'
const PREFLIGHT_SECONDS = 7200
const ADMIN_PATH = '/api/admin/'

/** Lets pages of the chosen origins read answers, never with credentials; admin endpoints serve our own pages only. */
export function answerOtherOrigins(app: FastifyInstance, { corsOrigins, publicUrl }: Settings): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || isOwnPage(origin, request, publicUrl)) return undefined
    if (isAdmin(request)) throw new RequestProblem('FORBIDDEN', 'Admin endpoints serve no page of another origin.')
    if (!isForPages(request) && !isAllowedOrigin(origin, request, corsOrigins)) return undefined
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED_HEADERS })
    return isPreflightRequest(request) ? answerPreflight(reply) : undefined
  })
}

/** Whether a call comes from no page at all, or from one that may read the answer: our own, or of an origin in CORS_ORIGINS. */
export function isFromKnownOrigin({ corsOrigins, publicUrl }: Settings, request: FastifyRequest): boolean {
  const { origin } = request.headers
  if (origin === undefined || isOwnPage(origin, request, publicUrl)) return true
  return isAllowedOrigin(origin, request, corsOrigins)
}

const PATHS_FOR_PAGES = new Set(ENDPOINTS.filter((one) => one.isForPages).map(({ path }) => path))

/** Whether pages of all origins may call it; by its path, since a preflight has another method. */
function isForPages({ servedPath }: FastifyRequest): boolean {
  return servedPath !== undefined && PATHS_FOR_PAGES.has(servedPath)
}

/** Whether a page of this origin may read our answers. */
function isAllowedOrigin(origin: string, request: FastifyRequest, allowed: Settings['corsOrigins']): boolean {
  return allowed === 'loopback' ? isLocalCall(request) && isLoopback(origin) : allowed.includes(origin)
}

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

declare module 'fastify' {
  interface FastifyRequest {
    /** The path that a request is at, as its route names it: its own route, or with OPTIONS, which has none, that of any method. */
    readonly servedPath: string | undefined
  }
}

function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname, protocol, origin: normal } = new URL(origin)
  return normal === origin && ['http:', 'https:'].includes(protocol) && isLoopbackName(hostname)
}

type Reached = Pick<FastifyRequest, 'protocol' | 'headers'>

/** Whether an origin is that of our own pages. Host is one of our names: others were refused before. */
export function isOwnPage(origin: string, { protocol, headers }: Reached, publicUrl: string | undefined): boolean {
  return origin === `${protocol}://${headers.host}` || (publicUrl !== undefined && origin === new URL(publicUrl).origin)
}

function isAdmin({ servedPath }: FastifyRequest): boolean {
  return servedPath?.startsWith(ADMIN_PATH) ?? false
}

function isPreflightRequest({ method, headers, servedPath }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined && servedPath !== undefined
}

function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    })
    .send()
}

/** A path of the service, as its route names it, its parts between slashes, and the methods that it has. */
type Served = { url: string; parts: readonly string[]; allowed: readonly string[] }

/** Makes a known path answer 405 with Allow to every method it does not have. Call it before the first route. */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  // Fastify would answer 404 to a method it was not told of.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  const methodsByUrl = new Map<string, Set<string>>()
  const served: Served[] = []
  app.decorateRequest('servedPath', { getter: nameServedPath(served) })
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    methodsByUrl.set(url, methods)
  })
  app.addHook('onRequest', async (request) => {
    const path = request.is404 ? findPath(served, request) : undefined
    if (path && !path.allowed.includes(request.method)) refuse(request, path.allowed)
  })
  return () => {
    for (const [url, methods] of methodsByUrl)
      served.push({ url, parts: url.split('/'), allowed: [...methods].toSorted() })
    // A path without names is meant before one that has names in the same places.
    served.sort((a, b) => Number(a.url.includes(':')) - Number(b.url.includes(':')))
    // Every path is held against every other one; with those of other lengths it would be half of what an app takes to make.
    for (const ofLength of Map.groupBy(served, ({ parts }) => parts.length).values())
      for (const path of ofLength) refuseItself(app, path, listOwnRefusals(path, ofLength))
  }
}

// Preflights have no routes: they would be as many as all others.
function nameServedPath(served: readonly Served[]): (this: FastifyRequest) => string | undefined {
  return function (this: FastifyRequest) {
    if (!this.is404) return this.routeOptions.url
    return this.method === 'OPTIONS' ? findPath(served, this)?.url : undefined
  }
}

function refuseItself(app: FastifyInstance, path: Served, methods: string[]): void {
  if (methods.length > 0) app.route(refusal(path, methods))
}

/**
 * The methods that a path needs a route of its own to refuse, as another path would take them for a name of its own. Routes for all
 * methods would take longer than everything else at the start of a service.
 */
function listOwnRefusals({ url, parts, allowed }: Served, ofLength: readonly Served[]): string[] {
  const others = ofLength.filter((other) => other.url !== url && isAt(other.parts, parts))
  const taken = new Set(others.flatMap((other) => other.allowed))
  return [...taken].filter((method) => !allowed.includes(method))
}

// Preflights of origins that may call the service were answered before.
const FOREIGN_ORIGIN =
  'Pages of this origin may not call the service. Its operator can allow the origin in CORS_ORIGINS.'

function refusal({ url, allowed }: Served, method: string[]): RouteOptions {
  return {
    url,
    method,
    // Before the body is read: a wrong body on a wrong method is still a wrong method.
    onRequest: async (request) => refuse(request, allowed),
    handler: async () => undefined,
  }
}

function refuse({ method, headers }: FastifyRequest, allowed: readonly string[]): never {
  const allow = allowed.join(', ')
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  const detail = isPreflight ? FOREIGN_ORIGIN : `This path answers ${allow}.`
  throw new RequestProblem('METHOD_NOT_ALLOWED', detail, { headers: { allow } })
}

/** The path that a request is at. Fastify has refused what cannot be decoded. */
function findPath(served: readonly Served[], { raw }: FastifyRequest): Served | undefined {
  const given = decodeURI(raw.url?.split('?')[0] ?? '').split('/')
  return served.find(({ parts }) => isAt(parts, given))
}

/** Whether a path is that of the route, by the parts of both. */
function isAt(wanted: readonly string[], given: readonly string[]): boolean {
  return wanted.length === given.length && wanted.every((part, i) => part === given[i] || part.startsWith(':'))
}

/** Nothing may be loaded, run, framed or sent from an answer of the API. */
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Motion and camera are what our own pages measure presence with; nothing here needs the rest.
const PERMISSIONS = [
  'accelerometer=(self)',
  'gyroscope=(self)',
  'magnetometer=(self)',
  'camera=(self)',
  'screen-wake-lock=(self)',
  ...['microphone', 'geolocation', 'payment', 'usb', 'serial', 'midi', 'display-capture'].map((name) => `${name}=()`),
].join(', ')

/** For answers below the framework, too. */
export const SECURITY_HEADERS = {
  'content-security-policy': API_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': PERMISSIONS,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

const ONE_YEAR_SECONDS = 31_536_000

/** Gives every answer the strictest headers; a page then allows what it needs. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply)
    done()
  })
}

/** For answers that no hook sees. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
  // Browsers ignore it over plain HTTP, and an address on the local network may never have a certificate.
  if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}`)
}

/** A browser names a handful; whoever names more is not read to the end. */
const MOST_TAGS = 20

/** The language for whoever asks: the first of those that they accept which is spoken here, or English. */
export function readLanguage(request: Pick<FastifyRequest, 'headers'>): Language {
  return findAccepted(request) ?? 'en'
}

/** As readLanguage; undefined for who names no language that is spoken here, as programs do. */
export function findAccepted({ headers }: Pick<FastifyRequest, 'headers'>): Language | undefined {
  const wanted = (headers['accept-language'] ?? '').split(',', MOST_TAGS).map(readTag)
  const accepted = wanted.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight)
  return findLanguage(accepted.map(({ tag }) => tag))
}

// RFC 9110, section 12.5.4: "de-AT;q=0.8"; without a weight it is 1.
function readTag(text: string): { tag: string; weight: number } {
  const [tag = '', weight] = text.trim().split(/\s*;\s*q=/i)
  return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
}
