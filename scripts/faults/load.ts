import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

const CALLERS = 8

export type Load = {
  /** Handles of agents whose declaration was answered with 200. */
  acknowledged: string[]
  /** Waits until so many writes are acknowledged. */
  reach: (count: number) => Promise<void>
  refused: () => number
  isThere: (address: string, handle: string) => Promise<boolean>
  stop: () => Promise<void>
}

/** Declares agents without end from several callers at once, wherever the service is at the moment. */
export function startLoad(address: () => string): Load {
  const acknowledged: string[] = []
  const events = new EventEmitter()
  let refused = 0
  const stopping = new AbortController()
  const call = async (caller: number): Promise<void> => {
    for (let number = 0; !stopping.signal.aborted; number++) {
      const handle = `load-${caller}-${number}`
      if (await declare(address(), handle)) events.emit('write', acknowledged.push(handle))
      else {
        refused++
        // The service is away for a moment; asking it without pause would only slow its return.
        await delay(20)
      }
    }
  }
  const callers = Array.from({ length: CALLERS }, (_, caller) => call(caller))
  return {
    acknowledged,
    reach: async (count) => {
      while (acknowledged.length < count) await once(events, 'write')
    },
    refused: () => refused,
    isThere: async (at, handle) => (await declareAgain(at, handle)) === true,
    stop: async () => {
      stopping.abort()
      await Promise.all(callers)
    },
  }
}

async function declare(address: string, handle: string): Promise<boolean> {
  return (await post(address, handle)) !== undefined
}

async function declareAgain(address: string, handle: string): Promise<boolean | undefined> {
  return (await post(address, handle))?.alreadyDeclared
}

async function post(address: string, handle: string): Promise<{ alreadyDeclared: boolean } | undefined> {
  const body = JSON.stringify({ agent_handle: handle, agent_type: 'bot', origin: 'example.org', public_key: handle })
  const headers = { 'content-type': 'application/json' }
  try {
    const answer = await fetch(`${address}/api/agent/declare`, { method: 'POST', headers, body })
    return answer.status === 200 ? ((await answer.json()) as { alreadyDeclared: boolean }) : undefined
  } catch {
    return undefined
  }
}
