import { startPgBouncer } from '../../apps/server/test/pgbouncer.ts'
import { hasProgram } from '../../scripts/programs.ts'
import { startGenerator } from '../world/generator.ts'
import type { Row } from '../world/parts.ts'
import { addPeople } from '../world/people.ts'
import { toProgram } from '../world/processes.ts'
import { countPeople, MIXED_KINDS, mixedRequest } from '../world/requests.ts'
import { readPostmaster } from '../world/service.ts'
import { writeStatuses, writeTimes } from '../world/tally.ts'
import { startFlooded } from './flooded.ts'

const COUNT = 10_000
const CALLERS = 16
const POOL_SIZE = 5

/** 10,000 requests of many kinds through PgBouncer in transaction mode. */
export async function goThroughPooler(): Promise<Row[]> {
  if (!hasProgram('pgbouncer')) throw new Error('PgBouncer is not installed: npm run programs')
  const holder = await startFlooded()
  const { socket, port } = readPostmaster(holder.dataDir)
  const database = {
    host: socket,
    port: Number(port),
    user: 'stillhere',
    database: 'stillhere',
    ssl: false as const,
    options: '',
  }
  const bouncer = await startPgBouncer(database, { poolSize: POOL_SIZE })
  toProgram(bouncer.process, { folder: bouncer.connection.host })
  const through = `postgresql://stillhere@localhost:${bouncer.connection.port}/stillhere?host=${encodeURIComponent(bouncer.connection.host)}`
  const env = { DATABASE_URL: through, DATABASE_POOLER: 'transaction', INVITES: 'open' }
  const service = await startFlooded({ env, dataDir: holder.dataDir })
  await addPeople(holder, countPeople(COUNT))
  const generator = startGenerator()
  const requests = Array.from({ length: COUNT }, (_, n) => mixedRequest(n))
  const sent = await generator.run('batch', { ports: [service.port], requests, callers: CALLERS })
  await generator.stop()
  await service.stop()
  await bouncer.stop()
  await holder.stop()
  const failed = Object.entries(sent.statuses).filter(
    ([status]) => status === '0' || (status >= '500' && status !== '503'),
  )
  return [
    {
      what: `${COUNT.toLocaleString('en-US')} requests (${MIXED_KINDS}) through PgBouncer in transaction mode, ${POOL_SIZE} connections, ${CALLERS} at once`,
      must: '0 × 5xx, and nothing shed',
      holds: failed.length === 0 && sent.statuses['503'] === undefined,
      seen: `${writeStatuses(sent.statuses)} in ${Math.round(sent.seconds)} s; ${writeTimes(sent.acceptedMs)}`,
    },
  ]
}
