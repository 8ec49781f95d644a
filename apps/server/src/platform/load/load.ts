import type { RequestListener } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/pool.ts'
import { toBudgetOwner, refuseTooMany } from '../limits/budgets.ts'
import { type RequestProblem, RETRY_SECONDS, refuseForNow } from '../problem.ts'
import { stopReading, formatProblem } from './connections.ts'

/** The load of this process: requests in progress, bytes of large bodies, transactions that wait for a connection, and the delay of the event loop. */
export type Load = { inFlight: number; largeBytes: number; waitingForDatabase: number; loopDelayMs: number }

/** Limits of the queue of waiting requests: normally, and during overload. */
type QueueLimits = { normal: QueueLimit; overloaded: QueueLimit }

type QueueLimit = { maxWaiting: number; maxWaitMs: number }

/** The load above which requests are refused, and the limits of the queue. */
export type LoadBounds = Load & { queue: QueueLimits }

/**
 * Normally, a burst is admitted and served within seconds. During overload, few requests wait, and only briefly, so that admitted requests
 * are served soon and all others are asked at once to retry later.
 */
const QUEUE_LIMITS: QueueLimits = {
  normal: { maxWaiting: 1000, maxWaitMs: 3000 },
  overloaded: { maxWaiting: 16, maxWaitMs: 100 },
}

/** Above any of these bounds, a new request is better served by another process or a little later. */
export const LOAD_BOUNDS: LoadBounds = {
  inFlight: 4000,
  largeBytes: 128 * 1024 * 1024,
  waitingForDatabase: 3000,
  loopDelayMs: 1000,
  queue: QUEUE_LIMITS,
}

const WINDOW_MS = 1000
// They must be answered when the process is busy: one says that it lives, the other why it is slow.
const ALWAYS_SERVED: ReadonlySet<string | undefined> = new Set(['/livez', '/metrics'])

declare module 'fastify' {
  interface FastifyInstance {
    load: () => Load
    /** Returns how many requests were refused before the framework saw them. */
    refusedEarly: () => number
  }
}

/** Returns whether any figure of the load exceeds its bound. */
export function isOverloaded(load: Load, bounds: Load): boolean {
  return (
    load.inFlight > bounds.inFlight ||
    load.largeBytes > bounds.largeBytes ||
    load.waitingForDatabase > bounds.waitingForDatabase ||
    load.loopDelayMs > bounds.loopDelayMs
  )
}

/**
 * Makes the app refuse new requests with 503 while the process is overloaded or stopping, and with 429 if one address holds too many;
 * requests in progress are finished. Adds `load` and `refusedEarly` to the app.
 */
export function addLoadShedding(app: FastifyInstance, db: Database, bounds: LoadBounds): void {
  const readLoopDelay = watchLoopDelay(app)
  const requests = createShares()
  const largeBodies = createShares()
  let isStopping = false
  app.decorate('load', () => ({
    inFlight: requests.count(),
    largeBytes: largeBodies.count(),
    waitingForDatabase: db.connections().waiting,
    loopDelayMs: readLoopDelay(),
  }))
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const large = readLargeBytes(request)
    const address = toBudgetOwner('requests under way', request.ip)
    // A stream of events is open for minutes and costs next to nothing; streams have their own bound.
    const amount = request.routeOptions.config.endpoint?.isStream ? 0 : 1
    const isTooLarge = !largeBodies.hasRoom(address, large, bounds.largeBytes)
    const isTooMany = !requests.hasRoom(address, amount, bounds.inFlight)
    const releaseLarge = largeBodies.add(address, large)
    const releaseRequest = requests.add(address, amount)
    watchEnd(reply, () => {
      releaseLarge()
      releaseRequest()
    })
    const refuse = (problem: RequestProblem) => {
      if (large > 0) {
        reply.header('connection', 'close')
        stopReading(request.raw)
      }
      done(problem)
    }
    if (isStopping) return refuse(refuseForNow('This process is stopping.'))
    if (isTooLarge) return refuse(refuseTooMany(RETRY_SECONDS, 'Too many large bodies of this address are under way.'))
    if (ALWAYS_SERVED.has(request.servedPath)) return done()
    if (isTooMany) return refuse(refuseTooMany(RETRY_SECONDS, 'Too many requests of this address are under way.'))
    // A request without a large body need not wait for their memory.
    const load = large === 0 ? { ...app.load(), largeBytes: 0 } : app.load()
    if (isOverloaded(load, bounds)) return refuse(refuseForNow('The service is overloaded.'))
    done()
  })
  // Otherwise a connection would stay open after the response that it was waiting for.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
  addEarlyRefusal(app, addQueue(app, db, bounds.queue))
}

/** Counts the resources that requests hold until they are answered: in total, and per network address. */
type Shares = {
  count: () => number
  /** Returns whether an address may hold `amount` more; one request is always allowed. */
  hasRoom: (address: string, amount: number, limit: number) => boolean
  /** Adds an amount held by an address, and returns a function that removes it. */
  add: (address: string, amount: number) => () => void
}

/** The share that one address may hold. Without it, a few connections that send nothing could keep all others out. */
const SHARE_OF_ADDRESS = 1 / 4

function createShares(): Shares {
  const byAddress = new Map<string, number>()
  let all = 0
  const change = (address: string, amount: number) => {
    const held = (byAddress.get(address) ?? 0) + amount
    if (held === 0) byAddress.delete(address)
    else byAddress.set(address, held)
    all += amount
  }
  return {
    count: () => all,
    hasRoom: (address, amount, limit) => {
      const held = byAddress.get(address) ?? 0
      return held === 0 || held + amount <= limit * SHARE_OF_ADDRESS
    },
    add: (address, amount) => {
      change(address, amount)
      return () => change(address, -amount)
    },
  }
}

// More than these would only wait for a connection to the database; here they can still be refused before any work.
const MAX_WAITING_FOR_DATABASE = 5
// In case that no response shows that there is room again.
const POLL_MS = 5

/** Starts requests, once their bodies have arrived, at the rate at which they are served. Further requests wait briefly, or are refused with 503. */
function addQueue(app: FastifyInstance, db: Database, limits: QueueLimits): Admission {
  const admission = createAdmission(() => db.connections().waiting < MAX_WAITING_FOR_DATABASE, { limits })
  let timer: NodeJS.Timeout | undefined
  const startTimer = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      admission.runNext()
      if (admission.countWaiting() > 0) startTimer()
    }, POLL_MS).unref()
  }
  app.addHook('preValidation', (request, _reply, done) => {
    if (ALWAYS_SERVED.has(request.routeOptions.url)) return done()
    admission.enter((isServed) => done(isServed ? undefined : refuseForNow('The service is overloaded.')))
    if (admission.countWaiting() > 0) startTimer()
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    admission.runNext()
    done()
  })
  return admission
}

const REFUSAL = formatProblem(
  'SERVICE_UNAVAILABLE',
  `The service is overloaded. Try again in ${RETRY_SECONDS} seconds.`,
)
const HEADERS = { ...REFUSAL.fields, connection: 'keep-alive', 'retry-after': String(RETRY_SECONDS) }

/**
 * Refuses requests with 503 before the framework handles them while the queue is full. Inside the framework, a refusal costs three to five
 * times as much, which would leave no time for other requests during heavy overload.
 */
function addEarlyRefusal(app: FastifyInstance, admission: Admission): void {
  let refused = 0
  app.decorate('refusedEarly', () => refused)
  const listeners = app.server.listeners('request') as RequestListener[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (!ALWAYS_SERVED.has(request.url) && admission.isFull()) {
      refused++
      response.writeHead(REFUSAL.status, HEADERS).end(REFUSAL.body)
      return
    }
    for (const listen of listeners) listen.call(app.server, request, response)
  })
}

/** Returns the memory that a large body needs until the request is answered: twice its announced or maximum length, because a worker thread works on a copy. */
function readLargeBytes({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.config.endpoint?.maxBodyBytes ?? 0
  const announced = Number(headers['content-length'] ?? most)
  return 2 * (announced >= 0 && announced <= most ? announced : most)
}

// A caller who hangs up closes the response without finishing it.
function watchEnd({ raw }: FastifyReply, work: () => void): void {
  let isOver = false
  const handleEnd = () => {
    if (!isOver) work()
    isOver = true
  }
  raw.once('finish', handleEnd)
  raw.once('close', handleEnd)
}

/** Watches the delay of the event loop, and returns a function that returns its mean of the last full second. */
function watchLoopDelay(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 20 })
  let meanMs = 0
  const timer = setInterval(() => {
    // Without a sample the mean is not a number.
    meanMs = (histogram.mean || 0) / 1e6
    histogram.reset()
  }, WINDOW_MS)
  timer.unref()
  // The delay of the start is no sign of load.
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

// Overload has ended when no request had to be refused for so long.
const RECOVERY_MS = 1000

// A burst that is too large is refused in part and then over; if the queue stays full for so long, it is overload.
const OVERFULL_MS = 200

/** A queue that decides which requests are served, which wait and which are refused. */
export type Admission = {
  /** Returns whether a new request must be refused; called before any work for it. */
  isFull: () => boolean
  /** Decides if a request is served or refused, at once or after a wait, and calls `onDecision`. */
  enter: (onDecision: (isServed: boolean) => void) => void
  /** Serves waiting requests while there is room, and refuses those that have waited too long. */
  runNext: () => void
  countWaiting: () => number
}

// Many refusals in a row would hold up the requests that are served.
const MAX_REFUSALS_AT_ONCE = 16

/** The length of a queue up to which requests are served in the order of their arrival. */
const SHORT_QUEUE = 100

/**
 * Creates the queue that decides which requests are served, wait or are refused; `hasRoom` says if another request can be served now. A
 * queue of up to 100 is first come, first served. In a longer queue, the newest request is served first, because those that have waited
 * longest will probably time out anyway.
 */
export function createAdmission(
  hasRoom: () => boolean,
  { limits = QUEUE_LIMITS, now = () => performance.now() }: { limits?: QueueLimits; now?: () => number } = {},
): Admission {
  const waiting: { onDecision: (isServed: boolean) => void; since: number }[] = []
  let waitingSince: number | undefined
  let overfullSince: number | undefined
  let overloadedUntil = Number.NEGATIVE_INFINITY
  const findLimit = () => (now() < overloadedUntil ? limits.overloaded : limits.normal)
  // A burst is no overload yet: only one that outlasts the longest wait of quiet times.
  const recordRefusal = () => {
    const isLasting = waitingSince !== undefined && now() - waitingSince >= limits.normal.maxWaitMs
    if (isLasting || now() < overloadedUntil) overloadedUntil = now() + RECOVERY_MS
  }
  return {
    isFull: () => {
      if (waiting.length < findLimit().maxWaiting) return false
      overfullSince ??= now()
      if (now() - overfullSince >= OVERFULL_MS) overloadedUntil = now() + RECOVERY_MS
      recordRefusal()
      return true
    },
    enter: (onDecision) => {
      if (waiting.length === 0 && hasRoom()) return onDecision(true)
      waitingSince ??= now()
      waiting.push({ onDecision, since: now() })
    },
    runNext: () => {
      for (let left = MAX_REFUSALS_AT_ONCE; left > 0; left--) {
        if (waiting[0] === undefined || waiting[0].since >= now() - findLimit().maxWaitMs) break
        recordRefusal()
        waiting.shift()?.onDecision(false)
      }
      while (waiting.length > 0 && hasRoom()) {
        const next = waiting.length > SHORT_QUEUE ? waiting.pop() : waiting.shift()
        next?.onDecision(true)
      }
      if (waiting.length === 0) waitingSince = overfullSince = undefined
    },
    countWaiting: () => waiting.length,
  }
}
