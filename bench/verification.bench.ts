import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Enrollment } from '@stillhere/contract'
import {
  type Challenge,
  enroll,
  generateChallenge,
  type ImuSample,
  motionSignature,
  seededRandom,
} from '@stillhere/engine'
import { captureOf, type SyntheticPerson, strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { createApp } from '../apps/server/src/app.ts'
import type { Service } from '../apps/server/src/service.ts'
import { readSettings } from '../apps/server/src/settings/settings.ts'
import { startService } from '../apps/server/src/start.ts'
import { drawChallenge, type IssuedChallenge, sealChallenge } from '../apps/server/src/verification/challenge.ts'
import { nearestSimilarities } from '../apps/server/src/verification/comparison.ts'
import { sealEnrollment } from '../apps/server/src/verification/enrollment.ts'
import { recall } from '../apps/server/src/verification/memory.ts'
import { makeTraces } from '../apps/server/src/verification/traces.ts'
import { runLoad } from './http-load.ts'
import { printTable } from './measure.ts'
import { fillMemory, RECORDED_PEOPLE } from './replay-data.ts'
import { runScores } from './score-load.ts'

const CONNECTIONS = 8
const ANSWERS = 150
const WARM_UP = 30
const STORED = 100_000
const SEARCHES = 40
const PEOPLE = 25
const LIMITS = 'verify.address=1000000000/1,verify.cpu.address=1000000000/1'

const random = seededRandom(1)

await main()

/** POST /api/verify against the scorer alone, how long the event loop waits meanwhile, and a search in a full memory. */
async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillhere-bench-'))
  chmodSync(dataDir, 0o711)
  const { service, stop } = await startService(
    readSettings({ DATA_DIR: dataDir, LIMITS, REFUSE_SIMULATION: 'no' }),
    () => {},
  )
  const kinds: [string, Answer[]][] = [
    ['8 s of samples', answersOf(service, (person) => captureOf(person, random, { seconds: 8 }))],
    ['a whole answer', answersOf(service, (person, strokes) => strokesOf(person, strokes, random))],
  ]
  const app = createApp(service)
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const rows: string[][] = []
  for (const [name, answers] of kinds) rows.push([name, ...(await figuresOf(port, answers))])
  printTable(
    ['POST /api/verify', 'service /s', 'scorer alone /s', 'service ÷ scorer', 'longest wait ms', 'longest work ms'],
    rows,
  )
  console.log('aims: 0.5 of the scorer’s rate, 20 ms')
  await reportSearch(service)
  await app.close()
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function figuresOf(port: number, answers: Answer[]): Promise<string[]> {
  // The threads and the compiler get warm on the first few.
  await load(port, answers.splice(0, WARM_UP))
  const watch = watchLoop()
  const ours = await load(port, answers)
  const waits = watch()
  const alone = await runScores(answers.slice(0, 40).map(({ scored }) => scored))
  return [ours.toFixed(0), alone.toFixed(0), (ours / alone).toFixed(2), ...waits]
}

/** The longest time that the event loop was late, and the most processor time it took at one stretch: a busy machine makes only the first longer. */
function watchLoop(): () => string[] {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let [last, most] = [cpuMs(), 0]
  const timer = setInterval(() => {
    const now = cpuMs()
    most = Math.max(most, now - last)
    last = now
  }, 1)
  return () => {
    clearInterval(timer)
    delay.disable()
    // The monitor counts its own pause of a millisecond.
    return [(delay.max / 1e6 - 1).toFixed(1), most.toFixed(1)]
  }
}

/** Processor time of this thread alone. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

type Strokes = IssuedChallenge['challenge']['strokes']
type Capture = (person: SyntheticPerson, strokes: Strokes) => ImuSample[]
type Answer = { body: string; scored: Parameters<typeof runScores>[0][number] }

/** Answers of several people, each to a challenge and under a name of its own. */
function answersOf({ secrets }: Service, capture: Capture): Answer[] {
  const now = new Date()
  const people = Array.from({ length: PEOPLE }, (_, seed) => enrolledPerson(seed, now))
  return Array.from({ length: ANSWERS }, (_, index) => {
    const { person, template } = people[index % PEOPLE] as (typeof people)[number]
    const issued = {
      ...drawChallenge({ purpose: 'verify', node: null }, new Date(now.getTime() - 20_000)),
      expiresAt: new Date(now.getTime() + 3_600_000),
    }
    const imu = capture(person, issued.challenge.strokes)
    const enrollment = enrollmentOf(template, { secrets, userId: `anon-${index}`, now })
    const response = { challenge_id: issued.id, ...responseOf(imu) }
    const signature = signatureOf(imu)
    const scored = { enrollment: openedOf(template), challenge: issued.challenge, response, signature }
    const named = { challenge_id: issued.id, challenge_token: sealChallenge(secrets, issued) }
    return { scored, body: JSON.stringify({ enrollment, response, signature, challenge: named, risk_level: 'low' }) }
  })
}

function enrolledPerson(seed: number, now: Date): { person: SyntheticPerson; template: ReturnType<typeof enroll> } {
  const person = syntheticPerson(seed)
  return { person, template: enroll([0, 1].map(() => signatureOf(strokesOf(person, strokesIn(now), random)))) }
}

function strokesIn(now: Date): Strokes {
  return drawChallenge({ purpose: 'enroll', node: null }, now).challenge.strokes
}

function signatureOf(imu: ImuSample[]): ReturnType<typeof motionSignature> {
  return motionSignature({ imu })
}

/** What the service makes of the enrollment before it scores. */
function openedOf({ mean: vector, version, variance, count, missing }: ReturnType<typeof enroll>): object {
  return { signature: { vector, version }, variance, sample_count: count, missing }
}

type Named = { secrets: Service['secrets']; userId: string; now: Date }

function enrollmentOf(template: ReturnType<typeof enroll>, { secrets, userId, now }: Named): Enrollment {
  const { mean: vector, variance, missing, version, count } = template
  const shown = {
    user_id: userId,
    number: 1,
    signature: { version },
    sample_count: count,
    enrolled_at: now.toISOString(),
    expires_at: new Date(now.getTime() + 3_600_000).toISOString(),
    device_info: null,
  }
  return sealEnrollment(secrets, shown, { vector, variance, missing: [...missing] })
}

function responseOf(imu: readonly ImuSample[]): object {
  const samples = imu.map(({ t, ax, ay, az, rx, ry, rz }) => ({ t, accel: [ax, ay, az], gyro: [rx, ry, rz] }))
  return { imu_sequence: { sample_rate_hz: 60, samples } }
}

async function load(port: number, answers: Answer[]): Promise<number> {
  const call = { method: 'POST' as const, path: '/api/verify', bodies: answers.map(({ body }) => body) }
  const { perSecond, failed } = await runLoad(port, call, { count: answers.length, connections: CONNECTIONS })
  if (failed > 0) throw new Error(`${failed} of ${answers.length} answers failed`)
  return perSecond
}

/** Where the time of a search goes: the look-up in the database, and the comparison with what it found. */
async function reportSearch(service: Service): Promise<void> {
  console.log(`\nfilling the memory with ${STORED} captures and their strokes`)
  await fillMemory(service.db, { count: STORED, random })
  const rows = [
    ...(await searchRows(service, 'whole captures of 8 s', (person) => ({
      imu: captureOf(person, random, { seconds: 8 }),
    }))),
    ...(await searchRows(service, 'answers and their strokes', (person) => {
      const challenge = generateChallenge(random)
      return { imu: strokesOf(person, challenge.strokes, random), challenge }
    })),
  ]
  printTable([`replay memory of ${STORED}`, 'median ms', '90 % ms'], rows)
  console.log('aim: 20 ms')
}

type Shown = { imu: ImuSample[]; challenge?: Challenge }

async function searchRows(
  service: Service,
  name: string,
  show: (person: SyntheticPerson) => Shown,
): Promise<string[][]> {
  const times: Record<'traced' | 'kept and looked up' | 'compared', number[]> = {
    traced: [],
    'kept and looked up': [],
    compared: [],
  }
  for (let search = 0; search < SEARCHES; search++) {
    const { imu, challenge } = show(syntheticPerson(RECORDED_PEOPLE + search))
    const start = performance.now()
    const traces = makeTraces({ imu }, challenge)
    const traced = performance.now()
    const recalled = await recall(service, [traces])
    const found = performance.now()
    nearestSimilarities(recalled)
    times.traced.push(traced - start)
    times['kept and looked up'].push(found - traced)
    times.compared.push(performance.now() - found)
  }
  return Object.entries(times).map(([part, ms]) => [`${name}: ${part}`, ...[0.5, 0.9].map((q) => quantileOf(ms, q))])
}

function quantileOf(times: readonly number[], share: number): string {
  return (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1)
}
