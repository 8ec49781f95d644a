import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify'
import { refuseOtherMethods } from './other-methods.ts'
import { answerProblem, RequestProblem } from './problem.ts'
import { systemRoutes } from './system/routes.ts'

/** What the service takes from the world around it. */
export type World = { now: () => Date; logger?: FastifyServerOptions['logger'] }

/** The service with all its routes, not yet listening. */
export function createApp({ now, logger = false }: World): FastifyInstance {
  const app = fastify({ logger, frameworkErrors: (...problem) => void answerProblem(...problem) })
  app.setErrorHandler(answerProblem)
  app.addHook('onRequest', refuseUnknownPath)
  const closeList = refuseOtherMethods(app)

  systemRoutes(app, { now })

  closeList()
  return app
}

// Before the body is read: an unknown path is 404 whatever was sent to it.
async function refuseUnknownPath(request: { is404: boolean }): Promise<void> {
  if (request.is404) throw new RequestProblem(404, 'Nothing is served at this path.')
}
