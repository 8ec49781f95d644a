import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type FastifyInstance, fastify } from 'fastify'
import {
  findIdentity,
  openService,
  recordEntropyDirectly,
  recordMotionDirectly,
  saveCodeDirectly,
  type Service,
  signInDirectly,
} from '../../apps/server/test/measured.ts'
import { makeFolder, readCpuSeconds, readMegabytes } from '../world/processes.ts'
import { atMost, reportGoals, reportRatio } from './goals.ts'
import { type Call, runLoad } from './http-load.ts'
import { printTable } from './measure.ts'
import { addPeople, emailOf } from './server-data.ts'

const CONNECTIONS = 10
const LIMITS = ['lookup', 'code.try'].map((name) => `${name}.address=1000000000/1`).join(',')
const COMMAND = join(import.meta.dirname, '..', '..', 'apps', 'server', 'bin', 'stillhere.js')

const STARTS = 5
const WHY_START =
  'about 1,300 files are loaded, half of them to describe the endpoints (typebox) and for the engine, and 250 routes are made; PostgreSQL starts meanwhile. One file made by a bundler would load in a third of the time, but would have to be built before every start'

const FIGURES = ['/api/nodes/status', '/api/nodes/count', '/api/presence/network']

await main()

async function main(): Promise<void> {
  const dataDir = makeFolder()
  const { service, port, close } = await openService(dataDir, { LIMITS, INVITES: 'open' })
  await addPeople(service, { from: 0, to: 1000 })
  const reads = await compareReads(service, port)
  printTable(['call', 'service /s', 'bare /s', 'service ÷ bare'], reads)
  console.log()
  const writes = await compareWrites(service, port)
  printTable(['call', 'service /s', 'same SQL /s', 'service ÷ SQL'], writes)
  console.log()
  printTable(['public figures', 'service /s'], await rateFigures(port))
  reportGoals([
    ...reads.map(([path = '', , , ratio]) => reportRatio(`GET ${path} ÷ a bare handler`, Number(ratio))),
    ...writes.map(([path = '', , , ratio]) => reportRatio(`POST ${path} ÷ the same SQL by the driver`, Number(ratio))),
  ])
  await close()
  await reportProcess(dataDir)
}

async function compareReads(service: Service, port: number): Promise<string[][]> {
  const bare = fastify()
  const bytes = await (await fetch(`http://127.0.0.1:${port}/api/nodes/status`)).text()
  bare.get('/api/nodes/status', async (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))
  bare.get<{ Querystring: { email: string } }>('/api/identity', async ({ query }) =>
    findIdentity(service.db, query.email),
  )
  const barePort = await listen(bare)
  const calls: Call[] = [
    { method: 'GET', path: '/api/nodes/status' },
    { method: 'GET', path: `/api/identity?email=${encodeURIComponent(emailOf(7))}` },
  ]
  const rows: string[][] = []
  for (const call of calls) {
    const [ours, theirs] = await inTurn(
      () => rate(port, call, 3000),
      () => rate(barePort, call, 3000),
    )
    rows.push(rowOf(call.path.split('?')[0] ?? '', ours, theirs))
  }
  await bare.close()
  return rows
}

async function compareWrites(service: Service, port: number): Promise<string[][]> {
  const pool = peopleFrom(1000)
  const motion = await writeRow(service, pool, {
    name: '/api/motion/record',
    call: (people) =>
      rate(
        port,
        post(
          '/api/motion/record',
          people.map((email) => ({ email })),
        ),
        people.length,
      ),
    direct: (email) => recordMotionDirectly(service, email),
  })
  const entropy = await writeRow(service, pool, {
    name: '/api/node/entropy',
    call: (people) =>
      rate(
        port,
        post(
          '/api/node/entropy',
          people.map((email) => ({ email, pesScore: 0.9 })),
        ),
        people.length,
      ),
    direct: (email) => recordEntropyDirectly(service, email),
  })
  const otp = await writeRow(service, pool, {
    name: '/api/verify-otp',
    prepare: (people) => Promise.all(people.map((email) => saveCodeDirectly(service, email, '123456'))),
    call: (people) =>
      rate(
        port,
        post(
          '/api/verify-otp',
          people.map((email) => ({ email, otp: '123456' })),
        ),
        people.length,
      ),
    direct: (email) => signInDirectly(service, email, '123456'),
  })
  return [motion, entropy, otp]
}

type Write = {
  name: string
  prepare?: (people: string[]) => Promise<unknown>
  call: (people: string[]) => Promise<number>
  direct: (email: string) => Promise<unknown>
}

async function writeRow(service: Service, pool: (count: number) => Promise<string[]>, write: Write): Promise<string[]> {
  const take = async (): Promise<string[]> => {
    const people = await pool(800)
    await addPeople(service, { from: numberOf(people[0]), to: numberOf(people.at(-1)) + 1 })
    await write.prepare?.(people)
    return people
  }
  const [ours, theirs] = await inTurn(
    async () => write.call(await take()),
    async () => directRate(await take(), write.direct),
  )
  return rowOf(write.name, ours, theirs)
}

function peopleFrom(start: number): (count: number) => Promise<string[]> {
  let next = start
  return async (count) => Array.from({ length: count }, () => emailOf(next++))
}

function numberOf(email = ''): number {
  return Number(/\d+/.exec(email)?.[0])
}

async function directRate(people: string[], work: (email: string) => Promise<unknown>): Promise<number> {
  let next = 0
  const start = performance.now()
  const lines = Array.from({ length: CONNECTIONS }, async () => {
    for (let index = next++; index < people.length; index = next++) await work(people[index] ?? '')
  })
  await Promise.all(lines)
  return (people.length * 1000) / (performance.now() - start)
}

/** Public figures, one beside the other: all are read once a second and serialized once. */
async function rateFigures(port: number): Promise<string[][]> {
  const best = FIGURES.map(() => 0)
  for (let round = 0; round < 3; round++)
    for (const [at, path] of FIGURES.entries())
      best[at] = Math.max(best[at] ?? 0, await rate(port, { method: 'GET', path }, 3000))
  const [status = 1] = best
  reportGoals(
    FIGURES.slice(1).map((path, at) => reportRatio(`GET ${path} ÷ GET ${FIGURES[0]}`, (best[at + 1] ?? 0) / status)),
  )
  return FIGURES.map((path, at) => [path, (best[at] ?? 0).toFixed(0)])
}

function post(path: string, bodies: object[]): Call {
  return { method: 'POST', path, bodies: bodies.map((body) => JSON.stringify(body)) }
}

async function rate(port: number, call: Call, count: number): Promise<number> {
  const { perSecond, failed } = await runLoad(port, call, { count, connections: CONNECTIONS })
  if (failed > 0) throw new Error(`${failed} of ${count} calls of ${call.path} failed`)
  return perSecond
}

/** Measures both three times, one after the other, and returns the best of each. */
async function inTurn(first: () => Promise<number>, second: () => Promise<number>): Promise<[number, number]> {
  const best: [number, number] = [0, 0]
  for (let round = 0; round < 3; round++) {
    best[0] = Math.max(best[0], await first())
    best[1] = Math.max(best[1], await second())
  }
  return best
}

function rowOf(name: string, ours: number, theirs: number): string[] {
  return [name, ours.toFixed(0), theirs.toFixed(0), (ours / theirs).toFixed(2)]
}

async function listen(app: FastifyInstance): Promise<number> {
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

/** Processes of their own on the same data folder, started as by npm start: how long one takes to listen, and its memory when idle. */
async function reportProcess(dataDir: string): Promise<void> {
  const starts: Start[] = []
  for (let n = 0; n < STARTS; n++) starts.push(await startProcess(dataDir))
  const seconds = medianOf(starts.map((start) => start.seconds))
  const cpuSeconds = medianOf(starts.map((start) => start.cpuSeconds))
  const what = `start of a process on existing data until it listens, median of ${STARTS}`
  reportGoals([
    atMost(what, seconds, { most: 1, unit: 's' }, WHY_START),
    { what: 'CPU that it took until then', goal: '', seen: `${cpuSeconds.toFixed(2)} s` },
    {
      what: 'resident memory when idle',
      goal: '',
      seen: `${medianOf(starts.map((start) => start.residentMb)).toFixed(0)} MB`,
    },
  ])
}

type Start = { seconds: number; cpuSeconds: number; residentMb: number }

async function startProcess(dataDir: string): Promise<Start> {
  const start = performance.now()
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0' }
  const flags = ['--max-semi-space-size=4', '--conditions=stillhere-source']
  const child = spawn(process.execPath, [...flags, COMMAND, 'serve'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('listening on http')) break
  child.stdout.resume()
  const seconds = (performance.now() - start) / 1000
  const { pid = 0 } = child
  const [cpuSeconds, residentMb] = [readCpuSeconds(pid), readMegabytes(pid, 'VmRSS')]
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  return { seconds, cpuSeconds, residentMb }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
