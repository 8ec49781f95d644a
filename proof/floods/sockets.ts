import { startGenerator } from '../world/generator.ts'
import { type Row, rowsOf } from '../world/parts.ts'
import { measureProcess } from '../world/processes.ts'
import type { SlowSummary } from '../world/slow-sockets.ts'
import type { Summary } from '../world/tally.ts'
import { writeStatuses, writeTimes } from '../world/tally.ts'
import { startBystander } from './burst.ts'
import { startFlooded } from './flooded.ts'

const COUNT = 4000
const MOST_SECONDS = 45
const MEMORY_MB = 400

/** 4,000 slow sockets of one address: of a stranger who reaches the service itself, and through a proxy that passes everything on at once. */
export async function openSockets(): Promise<Row[]> {
  const direct = await open('of a stranger', { TRUST_PROXY: 'none' }, { localAddress: '127.0.0.2' })
  const proxied = await open('through a trusted proxy, for one address', {}, { address: '203.0.113.9' })
  return [...direct, ...proxied]
}

async function open(
  whose: string,
  env: Record<string, string>,
  { localAddress, address }: { localAddress?: string; address?: string },
): Promise<Row[]> {
  const service = await startFlooded({ env })
  const generator = startGenerator()
  const measure = measureProcess(service.pid)
  const bystander = startBystander(service.port, localAddress)
  const asked = { port: service.port, count: COUNT, most: MOST_SECONDS }
  const slow = await generator.run('slow', { ...asked, ...(address === undefined ? {} : { address }) })
  const others = await bystander.stop()
  const { peakMb } = measure()
  await generator.stop()
  await service.stop()
  return describe(whose, { slow, others, peakMb })
}

type Seen = { slow: SlowSummary; others: Summary; peakMb: number }

function describe(whose: string, { slow, others, peakMb }: Seen): Row[] {
  const what = `${COUNT} sockets ${whose}, half with slow header fields, half with slow bodies`
  const row = rowsOf(what)
  const isServed = Object.keys(others.statuses).every((status) => status.startsWith('2'))
  const gone = `${slow.refused} refused at once, ${slow.timedOut} told 408, ${slow.cut} cut without a word`
  return [
    row('others are served', `${writeStatuses(others.statuses)}; ${writeTimes(others.acceptedMs)}`, isServed),
    row(
      `all are closed within ${MOST_SECONDS} s`,
      `${gone}, the last after ${Math.round(slow.lastCutSeconds)} s`,
      slow.stillOpen === 0,
    ),
    row(`memory ≤ ${MEMORY_MB} MB`, `${Math.round(peakMb)} MB at most`, peakMb <= MEMORY_MB),
  ]
}
