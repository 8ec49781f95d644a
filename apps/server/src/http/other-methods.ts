import { METHODS } from 'node:http'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { RequestProblem } from '../problem.ts'

/** Makes a known path answer 405 with Allow to every method it does not have. Call it before the first route. */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  // Fastify would answer 404 to a method it was not told of.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  const methodsByUrl = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    methodsByUrl.set(url, methods)
  })
  return () => {
    for (const [url, methods] of methodsByUrl) app.route(refusal(app, url, [...methods]))
  }
}

// Preflights of origins that may call the service were answered before.
const FOREIGN_ORIGIN =
  'Pages of this origin may not call the service. Its operator can allow the origin in CORS_ORIGINS.'

function refusal(app: FastifyInstance, url: string, allowed: readonly string[]): RouteOptions {
  return {
    url,
    method: app.supportedMethods.filter((method) => !allowed.includes(method)),
    // Before the body is read: a wrong body on a wrong method is still a wrong method.
    onRequest: async ({ method, headers }) => {
      const allow = allowed.toSorted().join(', ')
      const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
      const detail = isPreflight ? FOREIGN_ORIGIN : `This path answers ${allow}.`
      throw new RequestProblem('METHOD_NOT_ALLOWED', detail, { headers: { allow } })
    },
    handler: async () => undefined,
  }
}
