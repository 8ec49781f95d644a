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

/**
 * Adds CORS to the app: pages of the origins in CORS_ORIGINS may read responses, and pages of any origin those of endpoints marked
 * `isForPages`; never with credentials. Admin endpoints refuse pages of other origins with 403.
 */
export function handleOtherOrigins(app: FastifyInstance, { corsOrigins, publicUrl }: Settings): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || isOwnPage(origin, request, publicUrl)) return undefined
    if (isAdmin(request)) throw new RequestProblem('FORBIDDEN', 'Admin endpoints serve no page of another origin.')
    if (!isForPages(request) && !isAllowedOrigin(origin, request, corsOrigins)) return undefined
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED_HEADERS })
    return isPreflightRequest(request) ? sendPreflight(reply) : undefined
  })
}

/** Returns whether a request has no Origin header, or that of a page that may read the response: one of this service, or of an origin in CORS_ORIGINS. */
export function isFromKnownOrigin({ corsOrigins, publicUrl }: Settings, request: FastifyRequest): boolean {
  const { origin } = request.headers
  if (origin === undefined || isOwnPage(origin, request, publicUrl)) return true
  return isAllowedOrigin(origin, request, corsOrigins)
}

const PATHS_FOR_PAGES = new Set(ENDPOINTS.filter((one) => one.isForPages).map(({ path }) => path))

/** Returns whether pages of all origins may call an endpoint. Compares only the path, because a preflight has another method. */
function isForPages({ servedPath }: FastifyRequest): boolean {
  return servedPath !== undefined && PATHS_FOR_PAGES.has(servedPath)
}

/** Returns whether a page of this origin may read our responses. */
function isAllowedOrigin(origin: string, request: FastifyRequest, allowed: Settings['corsOrigins']): boolean {
  return allowed === 'loopback' ? isLocalCall(request) && isLoopback(origin) : allowed.includes(origin)
}

/** The address of this service, as callers write it into the messages that they sign. */
export type ServiceAddress = { scheme: string; authority: string }

type NameSettings = Pick<Settings, 'publicUrl'>
type Host = { name: string; port: string | undefined }

/**
 * Refuses requests with 421 if their Host header isn't a name of this service. This protects against DNS rebinding, where a foreign page's
 * name is made to lead to this machine. X-Forwarded-Host is ignored.
 */
export function refuseOtherHosts(app: FastifyInstance, settings: NameSettings): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const fields = request.raw.rawHeaders.filter((field, index) => index % 2 === 0 && /^host$/i.test(field))
    // RFC 9112, section 3.2. Before HTTP/1.1 there was no such field, and a browser sends it always.
    if (fields.length === 0 && request.raw.httpVersion === '1.0') return done()
    if (fields.length !== 1) return done(new RequestProblem('INVALID_REQUEST', 'A request has one Host field.'))
    done(isOurName(settings, request) ? undefined : refuseMisdirected(settings))
  })
}

/**
 * Returns scheme and authority of this service: those of PUBLIC_URL. Without that setting, uses the Host header if it names the end of the
 * connection itself: the local IP address or a loopback name, with the port. Otherwise returns undefined, because a relay of the request
 * could have chosen the header.
 */
export function findOwnAddress({ publicUrl }: NameSettings, request: FastifyRequest): ServiceAddress | undefined {
  const address = publicUrl ?? `${request.protocol}://${request.headers.host}`
  if (!URL.canParse(address) || (publicUrl === undefined && !isHostOfConnection(request))) return undefined
  // The URL class writes lower case and leaves a default port out, as RFC 9421 section 2.2.3 wants it.
  const { protocol, host } = new URL(address)
  return { scheme: protocol.slice(0, -1), authority: host }
}

/** Returns whether the Host header names the local end of the caller's connection. */
function isHostOfConnection(request: FastifyRequest): boolean {
  const host = readHost(request.headers.host)
  if (!host || isForwarded(request)) return false
  const { remoteAddress, localPort } = request.socket
  const isLoopbackCall = isLoopbackName(host.name) && isLoopbackAddress(remoteAddress)
  const port = Number(host.port ?? (request.protocol === 'https' ? 443 : 80))
  // Requests that are injected by tests come over no connection.
  return (isLoopbackCall || host.name === findLocalAddress(request)) && port === (localPort ?? port)
}

/** Returns the URL that tokens of this service name as their issuer: PUBLIC_URL, otherwise the result of findOwnAddress. Undefined if neither is known. */
export function findIssuerName(settings: NameSettings, request: FastifyRequest): string | undefined {
  const own = findOwnAddress(settings, request)
  return settings.publicUrl ?? (own && `${own.scheme}://${own.authority}`)
}

/** Returns whether a request comes directly from a process on this machine: from a loopback address, with a loopback Host, and not forwarded by a proxy. */
export function isLocalCall(request: FastifyRequest): boolean {
  const { host } = request.headers
  const isLocalName = host === undefined || isLoopbackName(readHost(host)?.name ?? '')
  return isLocalName && isLoopbackAddress(request.socket.remoteAddress) && !isForwarded(request)
}

function isOurName({ publicUrl }: NameSettings, request: FastifyRequest): boolean {
  const name = readHost(request.headers.host)?.name
  if (name === undefined) return false
  const isPublic = publicUrl !== undefined && name === new URL(publicUrl).hostname
  return isPublic || isLoopbackName(name) || name === findLocalAddress(request)
}

function refuseMisdirected({ publicUrl }: NameSettings): RequestProblem {
  const known = publicUrl === undefined ? 'localhost; PUBLIC_URL gives it another name' : new URL(publicUrl).host
  return new RequestProblem(
    'MISDIRECTED_REQUEST',
    `This service does not go by the name in Host. Its name is ${known}.`,
  )
}

// Not by the URL class, which would read "us@them" as the host "them".
function readHost(text = ''): Host | undefined {
  const [, name, port] = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  return name === undefined ? undefined : { name: name.toLowerCase(), port }
}

/** Returns the IP address that the caller connected to, as a Host header would contain it. */
function findLocalAddress({ socket }: FastifyRequest): string | undefined {
  const address = socket.localAddress?.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  return address?.includes(':') ? `[${address}]` : address
}

function isForwarded({ headers }: FastifyRequest): boolean {
  return Object.keys(headers).some((name) => /^(?:x-forwarded-.*|forwarded|x-real-ip|via)$/.test(name))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The path pattern of the route that serves a request. A preflight (OPTIONS) has no route; its pattern is that of the path's other methods. */
    readonly servedPath: string | undefined
  }
}

function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname, protocol, origin: normal } = new URL(origin)
  return normal === origin && ['http:', 'https:'].includes(protocol) && isLoopbackName(hostname)
}

type OriginRequest = Pick<FastifyRequest, 'protocol' | 'headers'>

/** Returns whether an origin is that of this service's own pages. Expects that refuseOtherHosts has checked the Host header. */
export function isOwnPage(
  origin: string,
  { protocol, headers }: OriginRequest,
  publicUrl: string | undefined,
): boolean {
  return origin === `${protocol}://${headers.host}` || (publicUrl !== undefined && origin === new URL(publicUrl).origin)
}

function isAdmin({ servedPath }: FastifyRequest): boolean {
  return servedPath?.startsWith(ADMIN_PATH) ?? false
}

function isPreflightRequest({ method, headers, servedPath }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined && servedPath !== undefined
}

function sendPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    })
    .send()
}

/** The path pattern of a route, split at the slashes, and the methods that it allows. */
type ServedPath = { url: string; parts: readonly string[]; allowed: readonly string[] }

/**
 * Makes known paths refuse methods that they don't have with 405 and an Allow header. Call it before the first route is registered, and
 * call the returned function after the last.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  // Fastify would send 404 for a method that it doesn't know.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  const methodsByUrl = new Map<string, Set<string>>()
  const served: ServedPath[] = []
  app.decorateRequest('servedPath', { getter: createPathGetter(served) })
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
    // A path without parameters is preferred to one that has parameters in the same places.
    served.sort((a, b) => Number(a.url.includes(':')) - Number(b.url.includes(':')))
    // Each path is compared with each other one; comparing other lengths, too, would take half of the time to create an app.
    for (const ofLength of Map.groupBy(served, ({ parts }) => parts.length).values())
      for (const path of ofLength) refuseItself(app, path, listOwnRefusals(path, ofLength))
  }
}

// Preflights have no routes: they would be as many as all others.
function createPathGetter(served: readonly ServedPath[]): (this: FastifyRequest) => string | undefined {
  return function (this: FastifyRequest) {
    if (!this.is404) return this.routeOptions.url
    return this.method === 'OPTIONS' ? findPath(served, this)?.url : undefined
  }
}

function refuseItself(app: FastifyInstance, path: ServedPath, methods: string[]): void {
  if (methods.length > 0) app.route(createRefusalRoute(path, methods))
}

/**
 * Lists the methods for which a path needs a route that refuses them, because another path with a parameter would match them. Such routes
 * for all methods would dominate the time of the start.
 */
function listOwnRefusals({ url, parts, allowed }: ServedPath, ofLength: readonly ServedPath[]): string[] {
  const others = ofLength.filter((other) => other.url !== url && isAt(other.parts, parts))
  const taken = new Set(others.flatMap((other) => other.allowed))
  return [...taken].filter((method) => !allowed.includes(method))
}

// Preflights of origins that may call the service got their response before.
const FOREIGN_ORIGIN =
  'Pages of this origin may not call the service. Its operator can allow the origin in CORS_ORIGINS.'

function createRefusalRoute({ url, allowed }: ServedPath, method: string[]): RouteOptions {
  return {
    url,
    method,
    // Before the body is read: a wrong body with a wrong method is still a wrong method.
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

/** Finds the path pattern that matches a request. Fastify has refused paths that can't be decoded. */
function findPath(served: readonly ServedPath[], { raw }: FastifyRequest): ServedPath | undefined {
  const given = decodeURI(raw.url?.split('?')[0] ?? '').split('/')
  return served.find(({ parts }) => isAt(parts, given))
}

/** Returns whether the parts of a path match those of a route's pattern. */
function isAt(wanted: readonly string[], given: readonly string[]): boolean {
  return wanted.length === given.length && wanted.every((part, i) => part === given[i] || part.startsWith(':'))
}

/** The content security policy of API responses: they may load, run, frame and send nothing. */
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Our own pages measure presence with motion and camera; nothing here needs the rest.
const PERMISSIONS = [
  'accelerometer=(self)',
  'gyroscope=(self)',
  'magnetometer=(self)',
  'camera=(self)',
  'screen-wake-lock=(self)',
  ...['microphone', 'geolocation', 'payment', 'usb', 'serial', 'midi', 'display-capture'].map((name) => `${name}=()`),
].join(', ')

/** The strictest security headers, exported for responses that bypass the framework. */
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

/** Adds a hook that sets the strictest security headers on each response. Handlers of pages then replace those that the page needs less strict. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply)
    done()
  })
}

/** Sets the security headers and the request id on a response; called directly for a response that bypasses the hook of addSecurityHeaders. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
  // Browsers ignore it over plain HTTP, and an address on the local network may never have a certificate.
  if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}`)
}

/** The number of languages read from Accept-Language. Browsers send a handful; further ones are ignored. */
const MAX_TAGS = 20

/** Returns the supported language that the request's Accept-Language header prefers, by default English. */
export function readLanguage(request: Pick<FastifyRequest, 'headers'>): Language {
  return findAcceptedLanguage(request) ?? 'en'
}

/**
 * Returns the supported language that the request's Accept-Language header prefers, or undefined if it accepts no supported language, which
 * is typical of programs.
 */
export function findAcceptedLanguage({ headers }: Pick<FastifyRequest, 'headers'>): Language | undefined {
  const ranges = (headers['accept-language'] ?? '').split(',', MAX_TAGS).map((range) => {
    // RFC 9110, section 12.5.4: "de-AT;q=0.8"; without a weight it is 1.
    const [tag = '', weight] = range.trim().split(/\s*;\s*q=/i)
    return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
  })
  const accepted = ranges.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight)
  return findLanguage(accepted.map(({ tag }) => tag))
}
