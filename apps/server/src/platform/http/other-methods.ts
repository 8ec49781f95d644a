import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { RequestProblem } from '../problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The path that a request is at, as its route names it: its own route, or with OPTIONS, which has none, that of any method. */
    readonly servedPath: string | undefined
  }
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
