import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/pool.ts'
import { budgetOwner } from '../limits/address.ts'
import { tooMany } from '../limits/budgets.ts'
import { type RequestProblem, RETRY_SECONDS, unavailable } from '../problem.ts'
import { WAITING_BOUNDS, type WaitingBounds } from './admission.ts'
import { refuseEarly } from './early-refusal.ts'
import { createShares, fitsShare } from './shares.ts'
import { serveInTurns } from './turns.ts'
import { leaveUnread } from './unread-body.ts'

/** How busy this process is. */
export type Load = { inFlight: number; largeBytes: number; waitingForDatabase: number; loopDelayMs: number }

/** How busy it may be, and how many wait until it is less so. */
export type LoadBounds = Load & { waiting: WaitingBounds }

/** Above any of these, a new request is better served by another process or a little later. */
export const LOAD_BOUNDS: LoadBounds = {
  inFlight: 4000,
  largeBytes: 128 * 1024 * 1024,
  waitingForDatabase: 3000,
  loopDelayMs: 1000,
  waiting: WAITING_BOUNDS,
}

const WINDOW_MS = 1000
// They must be answered when the process is busy: one says that it lives, the other why it is slow.
const ALWAYS_SERVED = new Set(['/livez', '/metrics'])

declare module 'fastify' {
  interface FastifyInstance {
    load: () => Load
    /** How many requests were refused before the framework saw them. */
    refusedEarly: () => number
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
export function shedLoad(app: FastifyInstance, db: Database, bounds: LoadBounds): void {
  const loopDelay = watchLoopDelay(app)
  const requests = createShares()
  const largeBodies = createShares()
  let isStopping = false
  app.decorate('load', () => ({
    inFlight: requests.taken(),
    largeBytes: largeBodies.taken(),
    waitingForDatabase: db.connections().waiting,
    loopDelayMs: loopDelay(),
  }))
  // Others need not wait because large bodies have no room.
  const loadFor = (large: number): Load => ({ ...app.load(), ...(large === 0 ? { largeBytes: 0 } : {}) })
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const large = readLargeBytes(request)
    const address = budgetOwner('requests under way', request.ip)
    // A stream of events is open for minutes and costs next to nothing; there is a bound of their own to them.
    const counts = request.routeOptions.config.endpoint?.isStream ? 0 : 1
    const isTooLarge = !fitsShare(large, { taken: largeBodies.takenBy(address), limit: bounds.largeBytes })
    const isTooMany = !fitsShare(counts, { taken: requests.takenBy(address), limit: bounds.inFlight })
    const giveBack = [largeBodies.take(address, large), requests.take(address, counts)]
    onceOver(reply, () => {
      for (const give of giveBack) give()
    })
    const refuse = (problem: RequestProblem) => {
      if (large > 0) {
        reply.header('connection', 'close')
        leaveUnread(request.raw)
      }
      done(problem)
    }
    if (isStopping) return refuse(unavailable('This process is stopping.'))
    if (isTooLarge) return refuse(tooMany(RETRY_SECONDS, 'Too many large bodies of this address are under way.'))
    if (isAlwaysServed(request.servedPath)) return done()
    if (isTooMany) return refuse(tooMany(RETRY_SECONDS, 'Too many requests of this address are under way.'))
    if (isOverloaded(loadFor(large), bounds)) return refuse(unavailable('The service is overloaded.'))
    done()
  })
  // Else a connection would stay open after the answer that it was waiting for.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
  refuseWhatCannotWait(app, db, bounds)
}

/** Lets requests wait for their turn, and refuses early those that find no place to wait. */
function refuseWhatCannotWait(app: FastifyInstance, db: Database, { waiting }: LoadBounds): void {
  const admission = serveInTurns(app, db, { bounds: waiting, isExempt: isAlwaysServed })
  let refused = 0
  app.decorate('refusedEarly', () => refused)
  const mustRefuse = (path: string) => {
    if (isAlwaysServed(path) || !admission.isFull()) return false
    refused++
    return true
  }
  refuseEarly(app, mustRefuse)
}

function isAlwaysServed(path: string | undefined): boolean {
  return path !== undefined && ALWAYS_SERVED.has(path)
}

/** The memory that a large body takes until it is answered: twice what it says it has, or may have, since a thread works on a copy. */
function readLargeBytes({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.config.endpoint?.maxBodyBytes ?? 0
  const declared = Number(headers['content-length'] ?? most)
  return 2 * (declared >= 0 && declared <= most ? declared : most)
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
