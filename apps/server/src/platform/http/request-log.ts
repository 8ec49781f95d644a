import type { FastifyInstance } from 'fastify'

/** One line for every answer: the route and never the URL, which may hold an e-mail address. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method: request.method, route: routeOf(request), status: reply.statusCode, ms }, 'answered')
    done()
  })
}

/** The route's pattern; requests without one share a name, so that strangers cannot make up new ones. */
export function routeOf({ servedPath }: { servedPath: string | undefined }): string {
  return servedPath ?? 'unknown'
}
