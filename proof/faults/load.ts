import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

const CALLERS = 8
const AWAY_MS = 20

export type Load = {
  /** Handles of agents whose declaration was answered with 200. */
  acknowledged: string[]
  /** Waits until so many writes are acknowledged. */
  reach: (count: number) => Promise<void>
  refused: () => number
  /** Why calls were refused, and how often: a status with its problem code, or the name of an error. */
  reasons: () => string
  /** Waits until all calls that went to this address are answered, as a proxy does with a server that is taken out of it. */
  drain: (address: string) => Promise<void>
  /** The longest time without an acknowledged write since this was last asked, in ms; the time until now counts. */
  longestPause: () => number
  isThere: (address: string, handle: string) => Promise<boolean>
  stop: () => Promise<void>
}

/** How hard it presses, and what its agents are called. */
export type Pressure = { name?: string; callers?: number; restMs?: number }

/** Declares agents without end from several callers at once, wherever the service is at the moment. */
export function startLoad(
  address: () => string,
  { name = 'load', callers = CALLERS, restMs = 0 }: Pressure = {},
): Load {
  const acknowledged: string[] = []
  const events = new EventEmitter()
  const pauses = watchPauses()
  const refusals: string[] = []
  const underWay = new Map<number, { at: string; answered: Promise<Answered> }>()
  const stopping = new AbortController()
  const call = async (caller: number): Promise<void> => {
    for (let number = 0; !stopping.signal.aborted; number++) {
      const handle = `${name}-${caller}-${number}`
      const at = address()
      const answered = post(at, handle)
      underWay.set(caller, { at, answered })
      const { refusal } = await answered
      if (refusal === undefined) {
        pauses.end()
        events.emit('write', acknowledged.push(handle))
        if (restMs > 0) await delay(restMs)
      } else {
        refusals.push(refusal)
        // The service is away for a moment; asking it without pause would only slow its return.
        await delay(AWAY_MS)
      }
    }
  }
  const calls = Array.from({ length: callers }, (_, caller) => call(caller))
  return {
    acknowledged,
    reach: async (count) => {
      while (acknowledged.length < count) await once(events, 'write')
    },
    refused: () => refusals.length,
    reasons: () => countEach(refusals),
    drain: async (from) => {
      await Promise.all([...underWay.values()].filter(({ at }) => at === from).map(({ answered }) => answered))
    },
    longestPause: pauses.longest,
    isThere: async (at, handle) => (await post(at, handle)).alreadyDeclared === true,
    stop: async () => {
      stopping.abort()
      await Promise.all(calls)
    },
  }
}

function watchPauses(): { end: () => void; longest: () => number } {
  let since = performance.now()
  let longest = 0
  const end = () => {
    const now = performance.now()
    longest = Math.max(longest, now - since)
    since = now
  }
  return {
    end,
    longest: () => {
      const pause = Math.max(longest, performance.now() - since)
      longest = 0
      return pause
    },
  }
}

function countEach(words: readonly string[]): string {
  return [...Map.groupBy(words, (word) => word)].map(([word, all]) => `${all.length} × ${word}`).join(', ')
}

type Answered = { alreadyDeclared?: boolean | undefined; refusal?: string }

async function post(address: string, handle: string): Promise<Answered> {
  const body = JSON.stringify({ agent_handle: handle, agent_type: 'bot', origin: 'example.org', public_key: handle })
  const headers = { 'content-type': 'application/json' }
  try {
    const answer = await fetch(`${address}/api/agent/declare`, { method: 'POST', headers, body })
    const { alreadyDeclared, error } = (await answer.json()) as { alreadyDeclared?: boolean; error?: string }
    return answer.status === 200 ? { alreadyDeclared } : { refusal: `${answer.status} ${error}` }
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string }
    return { refusal: code ?? message }
  }
}
