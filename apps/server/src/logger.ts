import type { FastifyServerOptions } from 'fastify'

/** Failures only, and of a request the route, never the URL: a URL may hold an e-mail address. */
export const logger: FastifyServerOptions['logger'] = {
  level: 'error',
  serializers: {
    req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? 'unknown' }),
  },
}
