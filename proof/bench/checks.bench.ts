import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fastify } from 'fastify'
import {
  addSite,
  computeCode,
  createCheckDirectly,
  type MeasuredSite,
  openService,
  redeemCheckDirectly,
  sealOutcome,
  type Service,
  sql,
} from '../../apps/server/test/measured.ts'
import { makeFolder, readMegabytes } from '../world/processes.ts'
import { reportGoals, reportRatio } from './goals.ts'
import { type Call, runLoad } from './http-load.ts'
import { printTable } from './measure.ts'

const CONNECTIONS = 10
const COUNT = 1000
const ROUNDS = Number(process.env.ROUNDS ?? 3)
/** Less than a process takes connections. */
const FOLLOWERS = 7000
const LIMITS = 'check.site=1000000000/1,check.address=1000000000/1'
const COMMAND = join(import.meta.dirname, '..', '..', 'apps', 'server', 'bin', 'stillhere.js')
const FOLLOWER_TOKEN = `chk_${'A'.repeat(43)}`
const ASKED = { action: 'Pay 7 € to Eve' }

type Bench = { service: Service; site: MeasuredSite; port: number }

await main()

async function main(): Promise<void> {
  const dataDir = makeFolder()
  const { service, port, close } = await openService(dataDir, { LIMITS })
  const bench = { service, site: await addSite(service), port }
  const rows = [await compareChecks(bench), await compareSiteverify(bench)]
  printTable(['call', 'service /s', 'peer /s', 'service ÷ peer', 'peer'], rows)
  reportGoals(rows.map(([what, , , ratio, peer]) => reportRatio(`${what} ÷ ${peer}`, Number(ratio))))
  const followed = await addPassed(bench, FOLLOWERS, 'open')
  await close()
  await reportFollowers(dataDir, followed)
}

/** Checks that have passed, or that a page has open, by their ids. */
async function addPassed({ service, site }: Bench, count: number, state: 'granted' | 'open'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const [sealed, screen] = [sealOutcome(service, {}), service.secrets.hash('check-token', FOLLOWER_TOKEN)]
  const [passed, open] = [state === 'granted', state === 'open']
  await service.db.query(sql`
    WITH added AS (
      INSERT INTO request (kind, asked_by, id, site_id, action, assurance, test, audience, created_at, expires_at, state, grants, ended_at, screen_hash)
      SELECT 'check', 'server', id, ${site.row.id}, 'Pay', 1, false, 'https://shop.example', now(), now() + interval '1 hour', ${state},
        ${passed}::int, CASE WHEN ${passed} THEN now() END, CASE WHEN ${open} THEN ${screen}::bytea END
      FROM unnest(${ids}::uuid[]) AS id RETURNING id)
    INSERT INTO request_grant (request_id, subject, reached, required, sealed, granted_at)
    SELECT id, 'sha256:' || id, 1, 1, ${sealed}, now() FROM added WHERE ${passed}`)
  return ids
}

/** To create a check and to redeem one, both by the service and by the same statements alone. */
async function compareChecks(bench: Bench): Promise<string[]> {
  const { service, site, port } = bench
  const authorization = `Bearer ${site.secret}`
  const createCall: Call = { method: 'POST', path: '/api/checks', bodies: [JSON.stringify(ASKED)], authorization }
  const ours = async () => {
    const created = await secondsOf(port, createCall)
    const paths = (await addPassed(bench, COUNT, 'granted')).map((id) => `/api/checks/${id}/redeem`)
    return (
      COUNT / (created + (await secondsOf(port, { method: 'POST', path: '', paths, bodies: ['{}'], authorization })))
    )
  }
  const theirs = async () => {
    const created = await secondsOfDirect(Array(COUNT).fill(''), () => createCheckDirectly(service, site, ASKED))
    const ids = await addPassed(bench, COUNT, 'granted')
    return COUNT / (created + (await secondsOfDirect(ids, (id) => redeemCheckDirectly(service, site, id))))
  }
  return rowOf('create and redeem a check', await inTurn(ours, theirs), 'the same SQL')
}

async function compareSiteverify(bench: Bench): Promise<string[]> {
  const { service, site } = bench
  const bare = fastify()
  bare.post<{ Body: { response: string } }>('/api/siteverify', async ({ body }) => {
    const [id = ''] = body.response.split('.')
    return redeemCheckDirectly(service, site, id)
  })
  const barePort = Number(new URL(await bare.listen({ host: '127.0.0.1', port: 0 })).port)
  const verify = async (port: number) => {
    const ids = await addPassed(bench, COUNT, 'granted')
    const bodies = ids.map((id) =>
      JSON.stringify({ secret: site.secret, response: `${id}.${computeCode(service, id)}` }),
    )
    return COUNT / (await secondsOf(port, { method: 'POST', path: '/api/siteverify', bodies }))
  }
  const best = await inTurn(
    () => verify(bench.port),
    () => verify(barePort),
  )
  await bare.close()
  return rowOf('siteverify', best, 'a bare handler with its one statement')
}

async function secondsOf(port: number, call: Call): Promise<number> {
  const { perSecond, failed } = await runLoad(port, call, { count: COUNT, connections: CONNECTIONS })
  if (failed > 0) throw new Error(`${failed} of ${COUNT} calls of ${call.path} failed`)
  return COUNT / perSecond
}

async function secondsOfDirect(ids: string[], work: (id: string) => Promise<unknown>): Promise<number> {
  let next = 0
  const start = performance.now()
  const lines = Array.from({ length: CONNECTIONS }, async () => {
    for (let index = next++; index < ids.length; index = next++) await work(ids[index] ?? '')
  })
  await Promise.all(lines)
  return (performance.now() - start) / 1000
}

/** Measures both some times, one after the other, and returns the best of each. */
async function inTurn(first: () => Promise<number>, second: () => Promise<number>): Promise<[number, number]> {
  const best: [number, number] = [0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    best[0] = Math.max(best[0], await first())
    best[1] = Math.max(best[1], await second())
  }
  return best
}

function rowOf(name: string, [ours, theirs]: [number, number], peer: string): string[] {
  return [name, ours.toFixed(0), theirs.toFixed(0), (ours / theirs).toFixed(2), peer]
}

/** How much more memory a process of its own takes when so many pages follow checks there. */
async function reportFollowers(dataDir: string, ids: readonly string[]): Promise<void> {
  const { child, port } = await startProcess(dataDir)
  const before = await settleMegabytes(child)
  const sockets: Socket[] = []
  for (let from = 0; from < ids.length; from += 100)
    sockets.push(...(await Promise.all(ids.slice(from, from + 100).map((id) => follow(port, id)))))
  const after = await settleMegabytes(child)
  const seen = `${after - before} MB more than ${before} MB`
  reportGoals([{ what: `${sockets.length} pages follow checks in one process`, goal: '', seen }])
  for (const socket of sockets) socket.destroy()
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Opens a stream of events, and waits for its first one. */
async function follow(port: number, id: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(
    `GET /api/checks/${id}/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${FOLLOWER_TOKEN}\r\n\r\n`,
  )
  let received = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received += String(chunk)
    if (received.includes('data: ')) return socket
    if (!received.startsWith('HTTP/1.1 200')) throw new Error(`a stream was refused: ${received.slice(0, 200)}`)
  }
  throw new Error('a stream ended before its first event')
}

async function startProcess(dataDir: string): Promise<{ child: ChildProcess; port: number }> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LIMITS, CONNECTIONS_PER_ADDRESS: String(2 * FOLLOWERS) }
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=4', '--conditions=stillhere-source', COMMAND, 'serve'],
    {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /listening on (http:\S+)/.exec(line)?.[1]
    if (address) return { child, port: Number(new URL(address).port) }
  }
  throw new Error('the service ended before it was listening')
}

/** What a process has once it takes no more: its threads start after it listens. */
async function settleMegabytes(child: ChildProcess): Promise<number> {
  for (let last = 0; ;) {
    const now = Math.round(readMegabytes(child.pid ?? 0, 'VmRSS'))
    if (Math.abs(now - last) <= 1) return now
    last = now
    await delay(2000)
  }
}
