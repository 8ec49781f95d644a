import type { RequestListener, Server, ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/pool.ts'
import { toBudgetOwner, refuseTooMany } from '../limits/budgets.ts'
import { type RequestProblem, RETRY_SECONDS, refuseForNow } from '../problem.ts'
import { stopReading, formatProblem } from './connections.ts'

/** How busy this process is. */
export type Load = { inFlight: number; largeBytes: number; waitingForDatabase: number; loopDelayMs: number }

/** How busy it may be, and how many wait until it is less so. */
export type LoadBounds = Load & { waiting: WaitingBounds }

/**
 * A burst after a quiet time is let in and served within seconds. Where a crowd stays that long, few wait and only for a moment, so that
 * admitted requests are served soon, and all others are asked at once to come back.
 */
const WAITING_BOUNDS: WaitingBounds = { calm: { most: 1000, ms: 3000 }, crowded: { most: 16, ms: 100 } }

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
export function addLoadShedding(app: FastifyInstance, db: Database, bounds: LoadBounds): void {
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
    const address = toBudgetOwner('requests under way', request.ip)
    // A stream of events is open for minutes and costs next to nothing; there is a bound of their own to them.
    const counts = request.routeOptions.config.endpoint?.isStream ? 0 : 1
    const isTooLarge = !isWithinShare(large, { taken: largeBodies.takenBy(address), limit: bounds.largeBytes })
    const isTooMany = !isWithinShare(counts, { taken: requests.takenBy(address), limit: bounds.inFlight })
    const giveBack = [largeBodies.take(address, large), requests.take(address, counts)]
    watchEnd(reply, () => {
      for (const give of giveBack) give()
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
    if (isAlwaysServed(request.servedPath)) return done()
    if (isTooMany) return refuse(refuseTooMany(RETRY_SECONDS, 'Too many requests of this address are under way.'))
    if (isOverloaded(loadFor(large), bounds)) return refuse(refuseForNow('The service is overloaded.'))
    done()
  })
  // Else a connection would stay open after the answer that it was waiting for.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
  refuseWhatCannotWait(app, db, bounds)
}

/** What requests take until they are answered, in all and by the address that they come from. */
type Shares = {
  taken: () => number
  takenBy: (address: string) => number
  /** Takes some and returns a function that gives it back. */
  take: (address: string, amount: number) => () => void
}

/** One address may take a quarter: otherwise a few connections on which nothing arrives would keep all others out. */
const SHARE_OF_ADDRESS = 1 / 4

/** Whether an address that has taken so much may take more; one request it may have in any case. */
function isWithinShare(amount: number, { taken, limit }: { taken: number; limit: number }): boolean {
  return taken === 0 || taken + amount <= limit * SHARE_OF_ADDRESS
}

function createShares(): Shares {
  const byAddress = new Map<string, number>()
  let all = 0
  const takenBy = (address: string) => byAddress.get(address) ?? 0
  const add = (address: string, amount: number) => {
    const taken = takenBy(address) + amount
    if (taken === 0) byAddress.delete(address)
    else byAddress.set(address, taken)
    all += amount
  }
  return {
    taken: () => all,
    takenBy,
    take: (address, amount) => {
      add(address, amount)
      return () => add(address, -amount)
    },
  }
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

// More than these would only wait for a connection to the database; here they can still be refused before anything is spent on them.
const MOST_WAITING_FOR_DATABASE = 5
// In case that nothing else tells that there is room again.
const LOOK_AGAIN_MS = 5

/** Lets requests begin, once their bodies are there, at the rate at which they are served; the others wait for a moment, or are refused with 503. */
function serveInTurns(
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
    admission.enter((isServed) => done(isServed ? undefined : refuseForNow('The service is overloaded.')))
    if (admission.waiting() > 0) lookAgain()
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    admission.goOn()
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
 * Refuses with 503 before the framework sees a request, while there is no room for it anyway. Inside the framework a refusal costs three to
 * five times as much, and ten times too many of them would leave no time for the rest.
 */
function refuseEarly(app: FastifyInstance, mustRefuse: (path: string) => boolean): void {
  handleRequests(app.server, (path, response) => {
    if (!mustRefuse(path)) return false
    response.writeHead(REFUSAL.status, HEADERS).end(REFUSAL.body)
    return true
  })
}

/** Hands a request on to the framework unless it was dealt with. */
function handleRequests(server: Server, deal: (path: string, response: ServerResponse) => boolean): void {
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (deal(request.url ?? '', response)) return
    for (const listen of listeners) listen.call(server, request, response)
  })
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
function watchEnd({ raw }: FastifyReply, work: () => void): void {
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

/** How many may wait to be served and for how long: after a quiet time, and while more comes than can be served. */
type WaitingBounds = { calm: Patience; crowded: Patience }

type Patience = { most: number; ms: number }

// Overload has ended when no request had to be refused for so long.
const CALM_AGAIN_MS = 1000

// A burst that is too large is refused in part and then over; where more and more come for so long, it is a crowd.
const OVERFULL_MS = 200

/** Hears whether it is served now, or refused. */
type Settle = (isServed: boolean) => void

/** Who is served, who waits and who is refused. */
export type Admission = {
  /** Returns whether a request that comes now would be refused; asked before any work for it. */
  isFull: () => boolean
  /** Serves at once, or lets wait. */
  enter: (settle: Settle) => void
  /** Serves those who wait as far as there is room, and refuses those who have waited too long. */
  goOn: () => void
  waiting: () => number
}

// Many refusals in a row would hold up those who are served.
const MOST_AT_ONCE = 16

/** Up to so many are served in the order in which they came. */
const SHORT_QUEUE = 100

/**
 * First come, first served, as long as the queue is short. In a long one the last to come is served first: those who have waited longest are
 * lost anyway, since their callers give up or will be refused, and all would have to wait as long as one may.
 */
export function createAdmission(
  hasRoom: () => boolean,
  { bounds = WAITING_BOUNDS, now = () => performance.now() }: { bounds?: WaitingBounds; now?: () => number } = {},
): Admission {
  const waiting: { settle: Settle; since: number }[] = []
  let crowdedSince: number | undefined
  let overfullSince: number | undefined
  let crowdedUntil = Number.NEGATIVE_INFINITY
  const patience = () => (now() < crowdedUntil ? bounds.crowded : bounds.calm)
  // A burst is no crowd yet: only one that outlasts the patience of quiet times.
  const noteRefusal = () => {
    const isLasting = crowdedSince !== undefined && now() - crowdedSince >= bounds.calm.ms
    if (isLasting || now() < crowdedUntil) crowdedUntil = now() + CALM_AGAIN_MS
  }
  const refuseLate = () => {
    for (let most = MOST_AT_ONCE; most > 0; most--) {
      if (waiting[0] === undefined || waiting[0].since >= now() - patience().ms) return
      noteRefusal()
      waiting.shift()?.settle(false)
    }
  }
  const noteOverfull = () => {
    overfullSince ??= now()
    if (now() - overfullSince >= OVERFULL_MS) crowdedUntil = now() + CALM_AGAIN_MS
    noteRefusal()
  }
  const takeNext = () => (waiting.length > SHORT_QUEUE ? waiting.pop() : waiting.shift())
  const goOn = () => {
    refuseLate()
    while (waiting.length > 0 && hasRoom()) takeNext()?.settle(true)
    if (waiting.length === 0) crowdedSince = overfullSince = undefined
  }
  return {
    isFull: () => {
      const isFull = waiting.length >= patience().most
      if (isFull) noteOverfull()
      return isFull
    },
    enter: (settle) => {
      if (waiting.length === 0 && hasRoom()) return settle(true)
      crowdedSince ??= now()
      waiting.push({ settle, since: now() })
    },
    goOn,
    waiting: () => waiting.length,
  }
}
