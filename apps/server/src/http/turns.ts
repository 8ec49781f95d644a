import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/pool.ts'
import { unavailable } from '../problem.ts'
import { type Admission, createAdmission, type WaitingBounds } from './admission.ts'
import { repeatWhile } from './repeat-while.ts'

// More than these would only wait for a connection to the database; here they can still be refused before anything is spent on them.
const MOST_WAITING_FOR_DATABASE = 5
// What one turn of the event loop begins is known to the database's queue only after it.
const MOST_PER_TURN = 16
// In case that nothing else tells that there is room again.
const LOOK_AGAIN_MS = 5

/** Lets requests begin, once their bodies are there, at the rate at which they are served; the others wait for a moment, or are refused with 503. */
export function serveInTurns(
  app: FastifyInstance,
  db: Database,
  { bounds, isExempt }: { bounds: WaitingBounds; isExempt: (path: string | undefined) => boolean },
): Admission {
  const turn = countInTurn(() => admission.goOn())
  const hasRoom = () => db.connections().waiting < MOST_WAITING_FOR_DATABASE && turn.begun() < MOST_PER_TURN
  const admission = createAdmission(hasRoom, { bounds })
  const lookAgain = repeatWhile(() => {
    admission.goOn()
    return admission.waiting() > 0
  }, LOOK_AGAIN_MS)
  app.addHook('preValidation', (request, _reply, done) => {
    if (isExempt(request.routeOptions.url)) return done()
    admission.enter((isServed) => {
      if (!isServed) return done(unavailable('The service is overloaded.'))
      turn.begin()
      done()
    })
    if (admission.waiting() > 0) lookAgain()
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    admission.goOn()
    done()
  })
  return admission
}

/** Counts what one turn of the event loop begins, and says when it is over. */
function countInTurn(onOver: () => void): { begin: () => void; begun: () => number } {
  let begun = 0
  return {
    begun: () => begun,
    begin: () => {
      if (begun++ > 0) return
      setImmediate(() => {
        begun = 0
        onOver()
      })
    },
  }
}
