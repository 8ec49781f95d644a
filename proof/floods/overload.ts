import { availableParallelism } from 'node:os'
import { type Generator, startGenerator } from '../world/generator.ts'
import type { OpenSummary } from '../world/loops.ts'
import { type Row, rowsOf } from '../world/parts.ts'
import { addPeople } from '../world/people.ts'
import { measureProcess } from '../world/processes.ts'
import { countPeople, KINDS, MIXED_KINDS } from '../world/requests.ts'
import type { RunningService } from '../world/service.ts'
import type { Summary } from '../world/tally.ts'
import { refusesClearly, writeStatuses, writeTimes } from '../world/tally.ts'
import { startFlooded } from './flooded.ts'
import { startHaproxy } from './haproxy.ts'

const CALLERS = [8, 16, 32, 64]
const WARM_CALLERS = 16
/** More than can be sent in the seconds of one search. */
const MOST_IN_SEARCH = 20_000
const PEAK_SECONDS = 5
const FLOOD_SECONDS = 25
/** Until the service knows that it is no burst, and its callers have their connections. */
const ONSET_SECONDS = 5
const TIMES = 10
/** Twice as many as a process of the service holds open: callers come whether or not others are still waiting. */
const MOST_CONNECTIONS = 15_000
const DELIVERED_SHARE = 0.95
const GOODPUT_SHARE = 0.8
const ACCEPTED_MS = 250
const MEMORY_MB = 400
// What makes the load has a share of one core, the service and its database of all: on one core with its database, the service would stop at each
// statement to let that one run.
const LAST_CORE = availableParallelism() - 1

/** Ten times what a service behind HAProxy can serve. */
export async function overload(): Promise<Row[]> {
  const service = await startFlooded({ env: { INVITES: 'open' }, isApart: true })
  const proxy = await startHaproxy(service)
  const rows = await runFlood(service, { way: 'through HAProxy', ...proxy, pids: [service.pid, proxy.pid] })
  await proxy.stop()
  await service.stop()
  return rows
}

/** Ten times what a service without a proxy can serve. */
export async function overloadBare(): Promise<Row[]> {
  const service = await startFlooded({ env: { INVITES: 'open' }, isApart: true })
  const rows = await runFlood(service, { way: 'without a proxy', port: service.port, pids: [service.pid] })
  await service.stop()
  return rows
}

/** The address, and the processes whose memory counts. */
type Target = { way: string; port: number; pids: readonly number[] }

/** Finds the most that is served in a second, and then sends ten times as much. */
async function runFlood(service: RunningService, target: Target): Promise<Row[]> {
  const { port, pids } = target
  const generator = startGenerator({ core: LAST_CORE })
  const takeMix = openMix(service)
  const peak = await findPeak({ ...service, port }, generator, takeMix)
  const rate = Math.round(peak.rate * TIMES)
  const first = await takeMix(rate * FLOOD_SECONDS)
  const measures = pids.map(measureProcess)
  const seen = await generator.run('open', {
    port,
    seconds: FLOOD_SECONDS,
    rate,
    most: MOST_CONNECTIONS,
    onsetSeconds: ONSET_SECONDS,
    first,
  })
  const used = measures.map((measure) => measure())
  await generator.stop()
  return describe(target, { peak, flood: seen, used })
}

/** The most that was served, by how many callers. */
type Peak = { rate: number; callers: number; cpu: number }

async function findPeak({ port, pid }: RunningService, generator: Generator, takeMix: TakeMix): Promise<Peak> {
  const run = async (callers: number) =>
    generator.run('closed', { port, seconds: PEAK_SECONDS, callers, first: await takeMix(MOST_IN_SEARCH) })
  await run(WARM_CALLERS)
  let peak: Peak = { rate: 0, callers: 0, cpu: 0 }
  for (const callers of CALLERS) {
    const measure = measureProcess(pid)
    const { accepted, seconds } = await run(callers)
    if (accepted / seconds > peak.rate) peak = { rate: accepted / seconds, callers, cpu: measure().cpu }
  }
  return peak
}

/** Returns the index of the first of these requests of the mix that hasn't been sent. */
type TakeMix = (requests: number) => Promise<number>

/** Adds those who sign in in the requests that are taken. */
function openMix(service: RunningService): TakeMix {
  let next = 0
  return async (requests) => {
    const first = next
    next += countPeople(requests) * KINDS
    await addPeople(service, countPeople(requests), { first: first / KINDS })
    return first
  }
}

type Flood = OpenSummary & { cpu: number }

type Seen = { peak: Peak; flood: Flood; used: { cpu: number; peakMb: number }[] }

function describe({ way }: Target, { peak, flood, used }: Seen): Row[] {
  const rate = Math.round(peak.rate * TIMES).toLocaleString('en-US')
  const what = `${rate} requests a second for ${FLOOD_SECONDS} s, ten times the peak of ${Math.round(peak.rate)} (closed loop of ${peak.callers}), ${way}: ${MIXED_KINDS}`
  const row = rowsOf(what)
  const [service] = used
  const peakMb = used.reduce((sum, one) => sum + one.peakMb, 0)
  const cores = `service ${service?.cpu.toFixed(2)} of a core (${peak.cpu.toFixed(2)} at the peak), load generator ${flood.cpu.toFixed(2)} of another`
  const times = (flood.sent / FLOOD_SECONDS / peak.rate).toFixed(1)
  return [
    row(
      `${DELIVERED_SHARE * 100} % of it goes out`,
      `${count(flood.due)} due, ${count(flood.sent)} went out, ${times} times the peak; ${count(flood.unsent)} found no connection of ${count(MOST_CONNECTIONS)}, ${count(flood.missed)} no processor in the generator; ${count(flood.unanswered)} unanswered; ${cores}`,
      flood.sent >= flood.due * DELIVERED_SHARE,
    ),
    ...describeServed(`after the first ${ONSET_SECONDS} s`, flood, { peak, row }),
    ...describeServed(`in the first ${ONSET_SECONDS} s`, flood.onset, { peak, row }),
    row(
      `memory ≤ ${MEMORY_MB} MB`,
      `${used.map((one) => Math.round(one.peakMb)).join(' + ')} MB at most`,
      peakMb <= MEMORY_MB,
    ),
    row(
      'all others get a refusal',
      `${writeStatuses(flood.statuses)}; refused after ${writeTimes(flood.refusedMs)}; in the first ${ONSET_SECONDS} s ${writeStatuses(flood.onset.statuses)}`,
      refusesClearly(flood) && refusesClearly(flood.onset) && flood.unanswered === 0,
    ),
  ]
}

type Describing = { peak: Peak; row: ReturnType<typeof rowsOf> }

function describeServed(when: string, { inTime, acceptedMs, seconds }: Summary, { peak, row }: Describing): Row[] {
  const goodput = inTime / seconds
  const share = goodput / peak.rate
  return [
    row(
      `goodput ≥ ${GOODPUT_SHARE * 100} % of the peak ${when}`,
      `${Math.round(goodput)} a second, ${Math.round(share * 100)} %`,
      share >= GOODPUT_SHARE,
    ),
    row(
      `accepted: p99 ≤ ${ACCEPTED_MS} ms ${when}`,
      `${writeTimes(acceptedMs)}, ${Math.round(acceptedMs.max)} ms at most`,
      acceptedMs.p99 <= ACCEPTED_MS,
    ),
  ]
}

function count(n: number): string {
  return n.toLocaleString('en-US')
}
