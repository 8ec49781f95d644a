import { resourcesOf } from './figures.ts'
import { startGenerator, startService } from './programs.ts'
import type { Row } from './table.ts'
import { refusesClearly, writeStatuses, writeTimes } from './words.ts'

const CALLERS = [8, 16, 32, 64]
const WARM_SECONDS = 5
const PEAK_SECONDS = 5
const FLOOD_SECONDS = 20
const TIMES = 10
/** As many connections as callers have before they wait for answers. */
const MOST_CONNECTIONS = 2000
const GOODPUT_SHARE = 0.8
const ACCEPTED_MS = 250
const MEMORY_MB = 400

/** Finds the most that is served in a second, and then sends ten times as much. */
export async function overload(): Promise<Row[]> {
  const service = await startService()
  const generator = startGenerator()
  const { port } = service
  await generator.run('closed', { port, seconds: WARM_SECONDS, callers: 16, name: 'warm' })
  const peak = { rate: 0, callers: 0 }
  for (const callers of CALLERS) {
    const run = await generator.run('closed', { port, seconds: PEAK_SECONDS, callers, name: `peak-${callers}` })
    const rate = run.accepted / run.seconds
    if (rate > peak.rate) Object.assign(peak, { rate, callers })
  }
  const measure = resourcesOf(service.pid)
  const rate = Math.round(peak.rate * TIMES)
  const flood = await generator.run('open', {
    port,
    seconds: FLOOD_SECONDS,
    rate,
    most: MOST_CONNECTIONS,
    name: 'flood',
  })
  const { cpu, peakMb } = measure()
  await generator.stop()
  await service.stop()
  const goodput = flood.accepted / flood.seconds
  const what = `${rate.toLocaleString('en-US')} requests a second for ${FLOOD_SECONDS} s, ten times the peak of ${Math.round(peak.rate)} (closed loop of ${peak.callers}); reads and writes`
  const row = (must: string, holds: boolean, seen: string): Row => ({ flood: 'overload', what, must, holds, seen })
  const share = goodput / peak.rate
  const sent = Math.round(flood.sent / flood.seconds)
  return [
    row(
      `goodput ≥ ${GOODPUT_SHARE * 100} % of the peak`,
      share >= GOODPUT_SHARE,
      `${Math.round(goodput)} a second, ${Math.round(share * 100)} %; ${sent} a second went out, the others found all ${MOST_CONNECTIONS} connections waiting; service ${cpu.toFixed(2)} of a core, load generator ${flood.cpu.toFixed(2)}`,
    ),
    row(`accepted: p99 ≤ ${ACCEPTED_MS} ms`, flood.acceptedMs.p99 <= ACCEPTED_MS, writeTimes(flood.acceptedMs)),
    row(`memory ≤ ${MEMORY_MB} MB`, peakMb <= MEMORY_MB, `${Math.round(peakMb)} MB at most`),
    row(
      'all others get a refusal',
      refusesClearly(flood),
      `${writeStatuses(flood.statuses)}; refused after ${writeTimes(flood.refusedMs)}`,
    ),
  ]
}
