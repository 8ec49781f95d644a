import { resourcesOf } from './figures.ts'
import type { OpenSummary } from './loops.ts'
import { type FloodedService, type Generator, startGenerator, startService } from './programs.ts'
import type { Row } from './table.ts'
import { refusesClearly, writeStatuses, writeTimes } from './words.ts'

const CALLERS = [8, 16, 32, 64]
const WARM_SECONDS = 5
const PEAK_SECONDS = 5
const FLOOD_SECONDS = 25
/** Until the service knows that it is no burst, and its callers have their connections. */
const ONSET_SECONDS = 5
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
  const peak = await findPeak(service, generator)
  const measure = resourcesOf(service.pid)
  const flood = await generator.run('open', {
    port: service.port,
    seconds: FLOOD_SECONDS,
    rate: Math.round(peak.rate * TIMES),
    most: MOST_CONNECTIONS,
    onsetSeconds: ONSET_SECONDS,
    name: 'flood',
  })
  const used = measure()
  await generator.stop()
  await service.stop()
  return describe(peak, flood, used)
}

type Peak = { rate: number; callers: number; cpu: number }

async function findPeak({ port, pid }: FloodedService, generator: Generator): Promise<Peak> {
  await generator.run('closed', { port, seconds: WARM_SECONDS, callers: 16, name: 'warm' })
  let peak: Peak = { rate: 0, callers: 0, cpu: 0 }
  for (const callers of CALLERS) {
    const measure = resourcesOf(pid)
    const run = await generator.run('closed', { port, seconds: PEAK_SECONDS, callers, name: `peak-${callers}` })
    const rate = run.accepted / run.seconds
    if (rate > peak.rate) peak = { rate, callers, cpu: measure().cpu }
  }
  return peak
}

type Flood = OpenSummary & { cpu: number }

function describe(peak: Peak, flood: Flood, { cpu, peakMb }: { cpu: number; peakMb: number }): Row[] {
  const rate = Math.round(peak.rate * TIMES).toLocaleString('en-US')
  const what = `${rate} requests a second for ${FLOOD_SECONDS} s, ten times the peak of ${Math.round(peak.rate)} (closed loop of ${peak.callers}); reads and writes`
  const row = (must: string, holds: boolean, seen: string): Row => ({ flood: 'overload', what, must, holds, seen })
  const goodput = flood.accepted / flood.seconds
  const share = goodput / peak.rate
  const sent = Math.round(flood.sent / FLOOD_SECONDS)
  const cores = `service ${cpu.toFixed(2)} of a core (${peak.cpu.toFixed(2)} at the peak), load generator ${flood.cpu.toFixed(2)}`
  return [
    row(
      `goodput ≥ ${GOODPUT_SHARE * 100} % of the peak`,
      share >= GOODPUT_SHARE,
      `${Math.round(goodput)} a second, ${Math.round(share * 100)} %; ${sent} a second went out, for the others all ${MOST_CONNECTIONS} connections were waiting; ${cores}`,
    ),
    row(
      `accepted: p99 ≤ ${ACCEPTED_MS} ms after the first ${ONSET_SECONDS} s`,
      flood.acceptedMs.p99 <= ACCEPTED_MS,
      `${writeTimes(flood.acceptedMs)}; in the first ${ONSET_SECONDS} s ${writeTimes(flood.onset.acceptedMs)}`,
    ),
    row(`memory ≤ ${MEMORY_MB} MB`, peakMb <= MEMORY_MB, `${Math.round(peakMb)} MB at most`),
    row(
      'all others get a refusal',
      refusesClearly(flood) && refusesClearly(flood.onset),
      `${writeStatuses(flood.statuses)}; refused after ${writeTimes(flood.refusedMs)}; in the first ${ONSET_SECONDS} s ${writeStatuses(flood.onset.statuses)}`,
    ),
  ]
}
