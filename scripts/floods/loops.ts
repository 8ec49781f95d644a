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

/** An open loop's summary: `unsent` had no connection left to go out on. */
export type OpenSummary = Summary & { sent: number; unsent: number; connections: number }

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
}: Loop & { rate: number; most: number }): Promise<OpenSummary> {
  const tally = createTally()
  const idle: RawConnection[] = []
  const began = performance.now()
  let due = 0
  let open = 0
  let sent = 0
  let unsent = 0
  const findConnection = (): RawConnection | undefined => {
    for (let found = idle.pop(); found !== undefined; found = idle.pop()) {
      if (!found.isClosed) return found
      open--
    }
    if (open >= most) return undefined
    open++
    return new RawConnection(port)
  }
  const send = (dueAt: number) => {
    const connection = findConnection()
    if (connection === undefined) {
      unsent++
      return
    }
    connection.send(request(sent++), (answer) => {
      tally.add(answer, performance.now() - dueAt)
      idle.push(connection)
    })
  }
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - began
      if (elapsed >= seconds * 1000) {
        clearInterval(timer)
        return resolve()
      }
      for (const total = Math.floor((rate * elapsed) / 1000); due < total; due++) send(began + (due * 1000) / rate)
    }, TICK_MS)
  })
  const connections = open
  const summary = tally.summarize((performance.now() - began) / 1000)
  for (const connection of idle) connection.close()
  return { ...summary, sent, unsent, connections }
}
