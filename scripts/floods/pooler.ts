import { startPgBouncer } from '../../apps/server/test/pgbouncer.ts'
import { databaseUrlIn, readPostmaster } from '../faults/data-folder.ts'
import { addPeople, type Person } from '../faults/people.ts'
import { hasPgBouncer } from '../pgbouncer.ts'
import { startGenerator, startService, watch } from './programs.ts'
import { addressOf, type RequestParts } from './requests.ts'
import type { Row } from './table.ts'
import { writeStatuses, writeTimes } from './words.ts'

const COUNT = 10_000
const CALLERS = 16
const POOL_SIZE = 5
/** One request in ten signs somebody in. */
const EVERY = 10

/** 10,000 requests of many kinds through PgBouncer in transaction mode. */
export async function goThroughPooler(): Promise<Row[]> {
  if (!hasPgBouncer()) throw new Error('PgBouncer is not installed: npm run pooler')
  const holder = await startService()
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
  watch(bouncer.process, bouncer.connection.host)
  const through = `postgresql://stillhere@localhost:${bouncer.connection.port}/stillhere?host=${encodeURIComponent(bouncer.connection.host)}`
  const env = { DATABASE_URL: through, DATABASE_POOLER: 'transaction', INVITES: 'open' }
  const service = await startService(env, { dataDir: holder.dataDir })
  const people = await addPeople(holder.dataDir, COUNT / EVERY, databaseUrlIn(holder.dataDir))
  const generator = startGenerator()
  const requests = Array.from({ length: COUNT }, (_, n) => makeRequest(n, people))
  const sent = await generator.run('batch', { ports: [service.port], requests, callers: CALLERS })
  await generator.stop()
  await service.stop()
  await bouncer.stop()
  await holder.stop()
  const failed = Object.entries(sent.statuses).filter(
    ([status]) => status === '0' || (status >= '500' && status !== '503'),
  )
  const kinds = 'sign-ins by code, mailed codes, challenges, agents, look-ups, public figures'
  return [
    {
      flood: 'pooler',
      what: `${COUNT.toLocaleString('en-US')} requests (${kinds}) through PgBouncer in transaction mode, ${POOL_SIZE} connections, ${CALLERS} at once`,
      must: '0 × 5xx, and nothing shed',
      holds: failed.length === 0 && sent.statuses['503'] === undefined,
      seen: `${writeStatuses(sent.statuses)} in ${Math.round(sent.seconds)} s; ${writeTimes(sent.acceptedMs)}`,
    },
  ]
}

function makeRequest(n: number, people: readonly Person[]): RequestParts {
  const address = addressOf(n)
  const post = (path: string, body: object): RequestParts => ({
    method: 'POST',
    path,
    body: JSON.stringify(body),
    address,
  })
  const get = (path: string): RequestParts => ({ method: 'GET', path, address })
  const person = people[Math.floor(n / EVERY)]
  const kinds: (() => RequestParts)[] = [
    () => post('/api/verify-otp', { email: person?.email, otp: person?.code }),
    () => post('/api/send-otp', { email: `new-${n}@example.org` }),
    () => post('/api/challenge', { purpose: 'verify' }),
    () => post('/api/challenge', { purpose: 'verify', pace: 'live' }),
    () =>
      post('/api/agent/declare', {
        agent_handle: `pool-${n}`,
        agent_type: 'bot',
        origin: 'example.org',
        public_key: `k${n}`,
      }),
    () => get('/api/auth/siwe/nonce'),
    () => get(`/api/nodes/status?email=person-${n}%40example.org`),
    () => get('/api/presence/network'),
    () => get('/api/nodes/count'),
    () => get('/api/health'),
  ]
  return (kinds[n % EVERY] as () => RequestParts)()
}
