import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/pool.ts'
import { addressKey } from '../limits/address.ts'
import { tooMany } from '../limits/budgets.ts'
import { unavailable } from '../problem.ts'
import { createLargeBodyBudget, fitsShare } from './large-body-budget.ts'

/** How busy this process is. */
export type Load = { inFlight: number; largeBytes: number; waitingForDatabase: number; loopDelayMs: number }

/** Above any of these, a new request is better served by another process or a little later. */
export const LOAD_BOUNDS: Load = {
  inFlight: 4000,
  largeBytes: 128 * 1024 * 1024,
  waitingForDatabase: 3000,
  loopDelayMs: 1000,
}

const WINDOW_MS = 1000
const RETRY_SECONDS = 2
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
    load.largeBytes > bounds.largeBytes ||
    load.waitingForDatabase > bounds.waitingForDatabase ||
    load.loopDelayMs > bounds.loopDelayMs
  )
}

/** Answers 503 while the process is overloaded or stopping; what is under way is finished. */
export function shedLoad(app: FastifyInstance, db: Database, bounds: Load): void {
  const loopDelay = watchLoopDelay(app)
  const largeBodies = createLargeBodyBudget()
  let inFlight = 0
  let isStopping = false
  app.decorate('load', () => ({
    inFlight,
    largeBytes: largeBodies.taken(),
    waitingForDatabase: db.connections().waiting,
    loopDelayMs: loopDelay(),
  }))
  // Others need not wait because large bodies have no largeBodies.
  const loadFor = (large: number): Load => ({ ...app.load(), ...(large === 0 ? { largeBytes: 0 } : {}) })
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const large = readLargeBytes(request)
    const address = large === 0 ? '' : addressKey(request.ip)
    const hasShare = fitsShare(large, { taken: largeBodies.takenBy(address), limit: bounds.largeBytes })
    const giveBack = largeBodies.take(address, large)
    // A stream of events is open for minutes and costs next to nothing; there is a bound of their own to them.
    const counts = request.routeOptions.config.endpoint?.isStream ? 0 : 1
    inFlight += counts
    onceOver(reply, () => {
      inFlight -= counts
      giveBack()
    })
    if (isStopping) return done(unavailable('This process is stopping.'))
    if (!hasShare) return done(tooMany(RETRY_SECONDS, 'Too many large bodies of this address are under way.'))
    if (ALWAYS_SERVED.has(request.routeOptions.url ?? '') || !isOverloaded(loadFor(large), bounds)) return done()
    done(unavailable('The service is overloaded.'))
  })
  // Else a connection would stay open after the answer that it was waiting for.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** The largeBodies that a large body takes in memory until it is answered: what it says it needs, or as much as it may. */
function readLargeBytes({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.config.endpoint?.maxBodyBytes ?? 0
  const declared = Number(headers['content-length'] ?? most)
  return declared >= 0 && declared <= most ? declared : most
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
  // What the start takes is no sign of load.
  app.addHook('onReady', (done) => {
    histogram.enable()
    done()
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    histogram.disable()
    done()
  })
  return () => meanMs
}
