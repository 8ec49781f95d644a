import type { Row } from '../world/parts.ts'
import { startBystander } from './bystander.ts'
import { resourcesOf } from './figures.ts'
import { type FloodedService, startGenerator } from './programs.ts'
import type { RequestParts } from './requests.ts'
import { refusesClearly, writeStatuses, writeTimes } from './words.ts'

const MEMORY_MB = 400
const OTHERS_MS = 250

/** Heavy requests that are sent at once; `end` is what all their bodies end with. */
export type Burst = { what: string; wanted: number; requests: RequestParts[]; end: string }

/** Sends them all at once, and judges what became of them, of the memory and of other callers. */
export async function sendAtOnce(service: FloodedService, burst: Burst): Promise<Row[]> {
  const { what, wanted, requests, end } = burst
  const generator = startGenerator()
  const measure = resourcesOf(service.pid)
  const bystander = startBystander(service.port)
  const sent = await generator.run('batch', { ports: [service.port], requests, callers: requests.length, end })
  const others = await bystander.stop()
  const { peakMb } = measure()
  await generator.stop()
  const row = (must: string, holds: boolean, seen: string): Row => ({ what, must, holds, seen })
  const isServed = Object.keys(others.statuses).every((status) => status.startsWith('2'))
  return [
    row(
      `${wanted}, or a refusal`,
      refusesClearly(sent) && sent.accepted > 0,
      `${writeStatuses(sent.statuses)} in ${sent.seconds.toFixed(1)} s`,
    ),
    row(`memory ≤ ${MEMORY_MB} MB`, peakMb <= MEMORY_MB, `${Math.round(peakMb)} MB at most`),
    row(
      `others are served, p99 ≤ ${OTHERS_MS} ms`,
      isServed && others.acceptedMs.p99 <= OTHERS_MS,
      `${writeStatuses(others.statuses)}; ${writeTimes(others.acceptedMs)}`,
    ),
  ]
}
