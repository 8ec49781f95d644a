import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, RawConnection } from './connection.ts'
import { type RequestParts, writeRequest } from './requests.ts'
import { createTally, type Summary } from './tally.ts'

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
        const answer = await ask(connection, writeRequest(request, shared?.length), shared)
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

/** Sends one request and waits for its answer. */
export function ask(connection: RawConnection, bytes: Buffer, end?: Buffer): Promise<Answer> {
  return new Promise((resolve) => connection.send(bytes, resolve, end))
}

function count(problems: Record<string, number>, { status, body }: Answer): void {
  if (status < 400) return
  const code = /"error":"([A-Z_]+)"/.exec(body)?.[1] ?? 'NONE'
  problems[code] = (problems[code] ?? 0) + 1
}
