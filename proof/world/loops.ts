import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, RawConnection } from './connection.ts'
import { type RequestParts, writeRequest } from './requests.ts'
import { createTally, type Summary } from './tally.ts'

/** Where to, for how long, and what: `request` makes the nth one. */
export type Loop = { port: number; seconds: number; request: (n: number) => Buffer }

/** As many callers as there are connections, each of which asks again as soon as it has an answer. */
export async function runClosedLoop({ port, seconds, request, callers }: Loop & { callers: number }): Promise<Summary> {
  const tally = createTally()
  const began = performance.now()
  const until = began + seconds * 1000
  let n = 0
  const call = (): Promise<void> =>
    new Promise((resolve) => {
      let connection = new RawConnection(port)
      const next = () => {
        const sentAt = performance.now()
        if (sentAt >= until) {
          connection.close()
          return resolve()
        }
        if (connection.isClosed) connection = new RawConnection(port)
        connection.send(request(n++), (answer) => {
          tally.add(answer, performance.now() - sentAt)
          next()
        })
      }
      next()
    })
  await Promise.all(Array.from({ length: callers }, call))
  return tally.summarize((performance.now() - began) / 1000)
}

/**
 * An open loop's summary, without its first seconds, which stand apart. `unsent` had no connection left to go out on, `missed`
 * were due while the generator had no processor, and `unanswered` got nothing until some seconds after the end.
 */
export type OpenSummary = Summary & {
  onset: Summary
  due: number
  sent: number
  unsent: number
  missed: number
  unanswered: number
}

/** At which rate, on how many connections at most, and how many seconds of it count as its onset. */
type Rate = { rate: number; most: number; onsetSeconds: number }

const TICK_MS = 2
/** What is due for longer is not sent: all at once it would be another flood than the one that was asked for. */
const MOST_LATE_MS = 50
/** Longer than any answer is held. */
const STRAGGLERS_MS = 5000

/**
 * Sends at a fixed rate regardless of the responses, as many independent callers do. Times count from when a request was due, so
 * that a service that holds up its callers cannot look quick.
 */
export async function runOpenLoop({
  port,
  seconds,
  request,
  rate,
  most,
  onsetSeconds,
}: Loop & Rate): Promise<OpenSummary> {
  const tallies = { onset: createTally(), steady: createTally() }
  const connections = createConnections(port, most)
  const began = performance.now()
  let sent = 0
  let unsent = 0
  let unanswered = 0
  const send = (dueMs: number) => {
    const connection = connections.take()
    const tally = dueMs < onsetSeconds * 1000 ? tallies.onset : tallies.steady
    if (connection === undefined) {
      unsent++
      return
    }
    unanswered++
    connection.send(request(sent++), (answer) => {
      unanswered--
      tally.add(answer, performance.now() - began - dueMs)
      connections.giveBack(connection)
    })
  }
  const missed = await sendAtRate(send, { rate, seconds, began })
  // What comes late counts, too: without it, only quick answers would be seen at the end.
  await waitWhile(() => unanswered > 0, STRAGGLERS_MS)
  connections.closeIdle()
  return {
    ...tallies.steady.summarize(seconds - onsetSeconds),
    onset: tallies.onset.summarize(onsetSeconds),
    due: sent + unsent + missed,
    sent,
    unsent,
    missed,
    unanswered,
  }
}

async function waitWhile(isSo: () => boolean, mostMs: number): Promise<void> {
  const until = performance.now() + mostMs
  while (isSo() && performance.now() < until) await delay(TICK_MS)
}

/** Sends what is due, and returns how much was missed. */
function sendAtRate(
  send: (dueMs: number) => void,
  { rate, seconds, began }: { rate: number; seconds: number; began: number },
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  let due = 0
  let missed = 0
  const timer = setInterval(() => {
    const elapsedMs = Math.min(performance.now() - began, seconds * 1000)
    const first = Math.max(due, Math.floor((rate * (elapsedMs - MOST_LATE_MS)) / 1000))
    missed += first - due
    due = first
    for (const total = Math.floor((rate * elapsedMs) / 1000); due < total; due++) send((due * 1000) / rate)
    if (elapsedMs < seconds * 1000) return
    clearInterval(timer)
    resolve(missed)
  }, TICK_MS)
  return promise
}

type Connections = {
  take: () => RawConnection | undefined
  giveBack: (connection: RawConnection) => void
  closeIdle: () => void
}

/** Connections that are used again; undefined when `most` are waiting for answers. */
function createConnections(port: number, most: number): Connections {
  const idle: RawConnection[] = []
  let open = 0
  return {
    take: () => {
      for (let found = idle.pop(); found !== undefined; found = idle.pop()) {
        if (!found.isClosed) return found
        open--
      }
      if (open >= most) return undefined
      open++
      return new RawConnection(port)
    },
    giveBack: (connection) => void idle.push(connection),
    closeIdle: () => {
      for (const connection of idle) connection.close()
    },
  }
}

/** Requests, each of which is sent once, in turn to each port, by so many callers at once. */
export type Batch = {
  ports: readonly number[]
  requests: readonly RequestParts[]
  callers: number
  /** What all bodies end with. */
  end?: string
  /** Whether a 503 is followed by another try, as it asks for. */
  triesAgain?: boolean
}

/** How often which problem was answered, by its code. */
export type BatchSummary = Summary & { problems: Record<string, number> }

// Sooner than Retry-After says: it is a flood.
const AWAY_MS = 100

/** Sends every request of a batch and waits for all answers. */
export async function sendBatch({ ports, requests, callers, end, triesAgain = false }: Batch): Promise<BatchSummary> {
  const tally = createTally()
  const problems: Record<string, number> = {}
  const began = performance.now()
  const shared = end === undefined ? undefined : Buffer.from(end)
  let next = 0
  const call = async (caller: number): Promise<void> => {
    const port = ports[caller % ports.length] ?? 0
    let connection = new RawConnection(port)
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      for (let isDone = false; !isDone;) {
        if (connection.isClosed) connection = new RawConnection(port)
        const sentAt = performance.now()
        const answer = await connection.ask(writeRequest(request, shared?.length), shared)
        tally.add(answer, performance.now() - sentAt)
        count(problems, answer)
        isDone = !(triesAgain && answer.status === 503)
        if (!isDone) await delay(AWAY_MS)
      }
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)))
  return { ...tally.summarize((performance.now() - began) / 1000), problems }
}

function count(problems: Record<string, number>, { status, body }: Answer): void {
  if (status < 400) return
  const code = /"error":"([A-Z_]+)"/.exec(body.toString())?.[1] ?? 'NONE'
  problems[code] = (problems[code] ?? 0) + 1
}
