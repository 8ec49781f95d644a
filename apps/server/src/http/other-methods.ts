import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { RequestProblem } from '../problem.ts'

/** A path of the service, as its route names it, with the methods that it has. */
type Served = { url: string; allowed: readonly string[] }

// A route for each of the other thirty methods of HTTP, too, takes longer than everything else at the start of a service.
const COMMON_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Makes a known path answer 405 with Allow to every method it does not have. Call it before the first route. */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  // Fastify would answer 404 to a method it was not told of.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  const methodsByUrl = new Map<string, Set<string>>()
  const served: Served[] = []
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    methodsByUrl.set(url, methods)
  })
  app.addHook('onRequest', async (request) => {
    const path = request.is404 ? served.find(({ url }) => isAt(url, request)) : undefined
    if (path && !COMMON_METHODS.includes(request.method)) refuse(request, path.allowed)
  })
  return () => {
    for (const [url, methods] of methodsByUrl) served.push({ url, allowed: [...methods].toSorted() })
    for (const path of served) app.route(refusal(path))
  }
}

// Preflights of origins that may call the service were answered before.
const FOREIGN_ORIGIN =
  'Pages of this origin may not call the service. Its operator can allow the origin in CORS_ORIGINS.'

function refusal({ url, allowed }: Served): RouteOptions {
  return {
    url,
    method: COMMON_METHODS.filter((method) => !allowed.includes(method)),
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

/** Whether the request's path is that of the route. Fastify has refused what cannot be decoded. */
function isAt(url: string, { raw }: FastifyRequest): boolean {
  const given = decodeURI(raw.url?.split('?')[0] ?? '').split('/')
  const wanted = url.split('/')
  return wanted.length === given.length && wanted.every((part, i) => part.startsWith(':') || part === given[i])
}
