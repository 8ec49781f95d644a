import { RawConnection } from './connection.ts'
import { ask } from './each.ts'
import { addressOf, writeRequest } from './requests.ts'
import { createTally, type Summary } from './tally.ts'

const EVERY_MS = 50
const CHALLENGE = JSON.stringify({ purpose: 'verify' })

/** Somebody else, who looks at public figures and asks for a challenge in turn, twenty times a second, each time from another address. */
export function startBystander(port: number, localAddress?: string): { stop: () => Promise<Summary> } {
  const tally = createTally()
  const began = performance.now()
  const underWay = new Set<Promise<void>>()
  let n = 60_000
  const look = async (): Promise<void> => {
    const sentAt = performance.now()
    const connection = new RawConnection(port, localAddress === undefined ? {} : { localAddress })
    const address = addressOf(n++)
    const request = n % 2 === 0 ? PUBLIC : { method: 'POST' as const, path: '/api/challenge', body: CHALLENGE }
    tally.add(await ask(connection, writeRequest({ ...request, address })), performance.now() - sentAt)
    connection.close()
  }
  const timer = setInterval(() => {
    const looking = look().finally(() => underWay.delete(looking))
    underWay.add(looking)
  }, EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(underWay)
      return tally.summarize((performance.now() - began) / 1000)
    },
  }
}

const PUBLIC = { method: 'GET' as const, path: '/api/presence/network' }
