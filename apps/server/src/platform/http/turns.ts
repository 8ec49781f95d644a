import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/pool.ts'
import { unavailable } from '../problem.ts'
import { type Admission, createAdmission, type WaitingBounds } from './admission.ts'

// More than these would only wait for a connection to the database; here they can still be refused before anything is spent on them.
const MOST_WAITING_FOR_DATABASE = 5
// In case that nothing else tells that there is room again.
const LOOK_AGAIN_MS = 5

/** Lets requests begin, once their bodies are there, at the rate at which they are served; the others wait for a moment, or are refused with 503. */
export function serveInTurns(
  app: FastifyInstance,
  db: Database,
  { bounds, isExempt }: { bounds: WaitingBounds; isExempt: (path: string | undefined) => boolean },
): Admission {
  const admission = createAdmission(() => db.connections().waiting < MOST_WAITING_FOR_DATABASE, { bounds })
  let timer: NodeJS.Timeout | undefined
  const lookAgain = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      admission.goOn()
      if (admission.waiting() > 0) lookAgain()
    }, LOOK_AGAIN_MS).unref()
  }
  app.addHook('preValidation', (request, _reply, done) => {
    if (isExempt(request.routeOptions.url)) return done()
    admission.enter((isServed) => done(isServed ? undefined : unavailable('The service is overloaded.')))
    if (admission.waiting() > 0) lookAgain()
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    admission.goOn()
    done()
  })
  return admission
}
