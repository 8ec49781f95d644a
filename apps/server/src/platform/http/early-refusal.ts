import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { RETRY_SECONDS } from '../problem.ts'
import { writeProblem } from './client-error.ts'

const REFUSAL = writeProblem('SERVICE_UNAVAILABLE', `The service is overloaded. Try again in ${RETRY_SECONDS} seconds.`)
const HEADERS = { ...REFUSAL.fields, connection: 'keep-alive', 'retry-after': String(RETRY_SECONDS) }

/**
 * Refuses with 503 before the framework sees a request, while there is no room for it anyway. Inside the framework a refusal costs three to
 * five times as much, and ten times too many of them would leave no time for the rest.
 */
export function refuseEarly(app: FastifyInstance, mustRefuse: (path: string) => boolean): void {
  interceptRequests(app.server, (path, response) => {
    if (!mustRefuse(path)) return false
    response.writeHead(REFUSAL.status, HEADERS).end(REFUSAL.body)
    return true
  })
}

/** Hands a request on to the framework unless it was dealt with. */
function interceptRequests(server: Server, deal: (path: string, response: ServerResponse) => boolean): void {
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (deal(request.url ?? '', response)) return
    for (const listen of listeners) listen.call(server, request, response)
  })
}
