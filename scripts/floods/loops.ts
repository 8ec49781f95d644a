import { RawConnection } from './connection.ts'
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

/** An open loop's summary, without its first seconds, which stand apart; `unsent` had no connection left to go out on. */
export type OpenSummary = Summary & { onset: Summary; sent: number; unsent: number }

/** At which rate, on how many connections at most, and how many seconds of it count as its onset. */
type Rate = { rate: number; most: number; onsetSeconds: number }

const TICK_MS = 2

/**
 * Sends at a rate, whatever comes back, as many callers who know nothing of each other do. Times count from when a request was due, so
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
  const send = (dueMs: number) => {
    const connection = connections.take()
    const tally = dueMs < onsetSeconds * 1000 ? tallies.onset : tallies.steady
    if (connection === undefined) unsent++
    else {
      connection.send(request(sent++), (answer) => {
        tally.add(answer, performance.now() - began - dueMs)
        connections.giveBack(connection)
      })
    }
  }
  await sendAtRate(send, { rate, seconds, began })
  connections.closeIdle()
  const steady = tallies.steady.summarize(seconds - onsetSeconds)
  return { ...steady, onset: tallies.onset.summarize(onsetSeconds), sent, unsent }
}

function sendAtRate(
  send: (dueMs: number) => void,
  { rate, seconds, began }: { rate: number; seconds: number; began: number },
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let due = 0
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - began
    for (const total = Math.floor((rate * elapsedMs) / 1000); due < total; due++) send((due * 1000) / rate)
    if (elapsedMs < seconds * 1000) return
    clearInterval(timer)
    resolve()
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
