import { RawConnection } from '../world/connection.ts'
import { startGenerator } from '../world/generator.ts'
import { type Row, rowsOf } from '../world/parts.ts'
import { measureProcess } from '../world/processes.ts'
import { addressOf, type RequestParts, writeRequest } from '../world/requests.ts'
import type { RunningService } from '../world/service.ts'
import { createTally, refusesClearly, type Summary, writeStatuses, writeTimes } from '../world/tally.ts'

const MEMORY_MB = 400
const OTHERS_MS = 250

/** Heavy requests that are sent at once; `end` is what all their bodies end with. */
export type Burst = { what: string; wanted: number; requests: RequestParts[]; end: string }

/** Sends them all at once, and judges what became of them, of the memory and of other callers. */
export async function sendAtOnce(service: RunningService, burst: Burst): Promise<Row[]> {
  const { what, wanted, requests, end } = burst
  const generator = startGenerator()
  const measure = measureProcess(service.pid)
  const bystander = startBystander(service.port)
  const sent = await generator.run('batch', { ports: [service.port], requests, callers: requests.length, end })
  const others = await bystander.stop()
  const { peakMb } = measure()
  await generator.stop()
  const row = rowsOf(what)
  const isServed = Object.keys(others.statuses).every((status) => status.startsWith('2'))
  return [
    row(
      `${wanted}, or a refusal`,
      `${writeStatuses(sent.statuses)} in ${sent.seconds.toFixed(1)} s`,
      refusesClearly(sent) && sent.accepted > 0,
    ),
    row(`memory ≤ ${MEMORY_MB} MB`, `${Math.round(peakMb)} MB at most`, peakMb <= MEMORY_MB),
    row(
      `others are served, p99 ≤ ${OTHERS_MS} ms`,
      `${writeStatuses(others.statuses)}; ${writeTimes(others.acceptedMs)}`,
      isServed && others.acceptedMs.p99 <= OTHERS_MS,
    ),
  ]
}

const EVERY_MS = 50
const CHALLENGE = JSON.stringify({ purpose: 'verify' })

/** Another caller, who looks at public figures and asks for a challenge in turn, twenty times a second, each time from another address. */
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
    tally.add(await connection.ask(writeRequest({ ...request, address })), performance.now() - sentAt)
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
