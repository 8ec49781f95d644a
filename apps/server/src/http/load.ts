import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../database/pool.ts'
import { unavailable } from './problem.ts'

/** How busy this process is. */
export type Load = { inFlight: number; waitingForDatabase: number; loopDelayMs: number }

/** Above any of these, a new request is better served by another process or a little later. */
export const LOAD_BOUNDS: Load = { inFlight: 4000, waitingForDatabase: 3000, loopDelayMs: 1000 }

const WINDOW_MS = 1000
// They must be answered when the process is busy: one says that it lives, the other why it is slow.
const ALWAYS_SERVED = new Set(['/livez', '/metrics'])

declare module 'fastify' {
  interface FastifyInstance {
    load: () => Load
  }
}

export function isOverloaded(load: Load, bounds: Load): boolean {
  return (
    load.inFlight > bounds.inFlight ||
    load.waitingForDatabase > bounds.waitingForDatabase ||
    load.loopDelayMs > bounds.loopDelayMs
  )
}

/** Answers 503 while the process is overloaded or stopping; what is under way is finished. */
export function shedLoad(app: FastifyInstance, db: Database, bounds: Load): void {
  const loopDelay = watchLoopDelay(app)
  let inFlight = 0
  let isStopping = false
  app.decorate('load', () => ({
    inFlight,
    waitingForDatabase: db.connections().waiting,
    loopDelayMs: loopDelay(),
  }))
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    inFlight++
    onceOver(reply, () => inFlight--)
    if (isStopping) return done(unavailable('This process is stopping.'))
    if (ALWAYS_SERVED.has(request.routeOptions.url ?? '') || !isOverloaded(app.load(), bounds)) return done()
    done(unavailable('The service is overloaded.'))
  })
  // Else a connection would stay open after the answer that it was waiting for.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
}

// A caller who hangs up closes the answer without finishing it.
function onceOver({ raw }: FastifyReply, work: () => void): void {
  let isOver = false
  const end = () => {
    if (!isOver) work()
    isOver = true
  }
  raw.once('finish', end)
  raw.once('close', end)
}

/** The mean delay of the event loop in the last full second. */
function watchLoopDelay(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 20 })
  let meanMs = 0
  const timer = setInterval(() => {
    // Without a sample the mean is not a number.
    meanMs = (histogram.mean || 0) / 1e6
    histogram.reset()
  }, WINDOW_MS)
  timer.unref()
  histogram.enable()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    histogram.disable()
    done()
  })
  return () => meanMs
}
