import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { RETRY_SECONDS } from '../problem.ts'
import { writeProblem } from './client-error.ts'
import { repeatWhile } from './repeat-while.ts'

const LOOK_MS = 50
/** Who is held costs memory, about 15 kB each; beyond these a refusal is answered at once. */
const MOST_HELD = 2000
type Held = { response: ServerResponse; since: number }

/**
 * Refuses with 503 before the framework sees a request, while there is no room for it anyway: in there, a refusal costs as much as many an
 * answer, and ten times too many of them would leave no time for the rest. It holds a refusal for a while: whoever is refused at once asks
 * again at once.
 */
export function refuseEarly(app: FastifyInstance, mustRefuse: (path: string) => boolean, holdMs: number): void {
  const held: Held[] = []
  let isClosing = false
  const release = (before: number) => {
    while (held[0] !== undefined && held[0].since <= before) answer(held.shift()?.response)
  }
  const lookAgain = repeatWhile(() => {
    release(performance.now() - holdMs)
    return held.length > 0
  }, LOOK_MS)
  app.addHook('preClose', (done) => {
    isClosing = true
    release(Number.POSITIVE_INFINITY)
    done()
  })
  interceptRequests(app.server, (path, response) => {
    if (!mustRefuse(path)) return false
    // To read and refuse a request costs a tenth of serving one, and a caller who waits sends no other.
    if (held.length >= MOST_HELD || isClosing) answer(response)
    else held.push({ response, since: performance.now() })
    lookAgain()
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

const REFUSAL = writeProblem('SERVICE_UNAVAILABLE', `The service is overloaded. Try again in ${RETRY_SECONDS} seconds.`)
const HEADERS = { ...REFUSAL.fields, connection: 'keep-alive', 'retry-after': String(RETRY_SECONDS) }

function answer(response: ServerResponse | undefined): void {
  if (response?.destroyed === false) response.writeHead(REFUSAL.status, HEADERS).end(REFUSAL.body)
}
