import { randomUUID } from 'node:crypto'
import { openService, type OpenService, sql } from '../../apps/server/test/measured.ts'
import { makeFolder } from '../world/processes.ts'
import { atMost, type Goal, reportGoals } from './goals.ts'
import { addAsking, addRows } from './growth-data.ts'
import { type Call, runLoad } from './http-load.ts'
import { printTable } from './measure.ts'
import { addPeople, emailOf } from './server-data.ts'

const CONNECTIONS = 10
const CALLS = 600
const ROUNDS = 3
const NODES = [1000, 100_000, 1_000_000]
/** `ROWS=10000000 npm run bench -- growth` takes ten times the room and time. */
const ROWS = Number(process.env.ROWS ?? 1_000_000)
const LIMITS = [
  'lookup.address',
  'check.site',
  'check.address',
  'approval.address',
  'agent.address',
  'siwe.nonce.address',
]

/** Everything that anybody may read without a name of their own. */
const PUBLIC: readonly string[] = [
  '/api/nodes/status',
  '/api/nodes/count',
  '/api/presence/network',
  '/api/nodes/genesis',
  `/api/identity?email=${encodeURIComponent(emailOf(7))}`,
  '/api/research/stats',
  '/api/admin/calibration/status',
  '/api/health',
  '/api/session',
  '/api/waitlist',
  '/api/auth/siwe/nonce',
  '/.well-known/continuity-issuer.json',
  '/.well-known/continuity-status.json',
  '/.well-known/jwks.json',
]

await main()

/** What the same call costs with few and with many rows in the database, one process, the same run. */
async function main(): Promise<void> {
  const opened = await openService(makeFolder(), { LIMITS: LIMITS.map((name) => `${name}=1000000000/1`).join(',') })
  reportGoals([...(await growNodes(opened)), ...(await growRows(opened))])
  await opened.close()
}

async function growNodes({ service, port }: OpenService): Promise<Goal[]> {
  const calls = PUBLIC.map((path): Call => ({ method: 'GET', path }))
  const rates: number[][] = []
  let there = 0
  for (const nodes of NODES) {
    await addPeople(service, { from: there, to: nodes })
    there = nodes
    // What so many new rows leave to do would otherwise be done beside the calls that are measured.
    await service.db.query(sql`VACUUM ANALYZE node`)
    await service.db.query(sql`CHECKPOINT`)
    rates.push(await ratesOf(port, calls))
  }
  return compareRates(
    PUBLIC.map((path) => `GET ${path.split('?')[0]}`),
    rates,
    { sizes: NODES, of: 'nodes' },
  )
}

async function growRows(opened: OpenService): Promise<Goal[]> {
  const { service, port } = opened
  const site = await addAsking(service)
  const [check, approval] = [randomUUID(), randomUUID()]
  await addRows(service, site, { from: 0, to: 1000, named: { check, approval } })
  const authorization = `Bearer ${site.secret}`
  const calls: Call[] = [
    { method: 'POST', path: '/api/checks', bodies: [JSON.stringify({ action: 'Pay 7 € to Eve' })], authorization },
    { method: 'GET', path: `/api/checks/${check}`, authorization },
    { method: 'GET', path: `/api/approvals/${approval}`, authorization },
    { method: 'GET', path: '/.well-known/continuity-status.json' },
  ]
  const small = await ratesOf(port, calls)
  await addRows(service, site, { from: 1000, to: ROWS })
  const large = await ratesOf(port, calls)
  const names = [
    'POST /api/checks',
    'GET /api/checks/:id',
    'GET /api/approvals/:id',
    'GET /.well-known/continuity-status.json',
  ]
  return compareRates(names, [small, large], { sizes: [1000, ROWS], of: 'checks, approvals and receipts each' })
}

type Sizes = { sizes: readonly number[]; of: string }

function compareRates(names: readonly string[], rates: readonly number[][], { sizes, of }: Sizes): Goal[] {
  const words = sizes.map((size) => size.toLocaleString('en'))
  const rateAt = (size: number, at: number) => rates[size]?.[at] ?? 0
  printTable(
    ['call', ...words.map((size) => `/s at ${size}`)],
    names.map((name, at) => [name, ...sizes.map((_, size) => rateAt(size, at).toFixed(0))]),
  )
  const growthOf = (at: number) => rateAt(0, at) / rateAt(sizes.length - 1, at)
  return names.map((name, at) => {
    const what = `${name}: cost from ${words[0]} to ${words.at(-1)} ${of}`
    return atMost(what, growthOf(at), { most: 2, unit: '×' }, 'not explained yet')
  })
}

async function ratesOf(port: number, calls: readonly Call[]): Promise<number[]> {
  const best = calls.map(() => 0)
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, call] of calls.entries()) best[at] = Math.max(best[at] ?? 0, await rateOf(port, call))
  return best
}

async function rateOf(port: number, call: Call): Promise<number> {
  const { perSecond, failed } = await runLoad(port, call, { count: CALLS, connections: CONNECTIONS })
  if (failed > 0) throw new Error(`${failed} of ${CALLS} calls of ${call.path} failed`)
  return perSecond
}
