import type { Enrollment } from '@stillhere/contract'
import { enroll, type ImuSample, motionSignature, seededRandom } from '@stillhere/engine'
import { captureOf, type SyntheticPerson, strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import {
  drawChallenge,
  type IssuedChallenge,
  openService,
  sealChallenge,
  sealEnrollment,
  type Service,
  sql,
} from '../../apps/server/test/measured.ts'
import { makeFolder } from '../world/processes.ts'
import { atLeast, atMost, reportGoals, reportRatio } from './goals.ts'
import { type Result, runLoad } from './http-load.ts'
import { watchLoop } from './loop-watch.ts'
import { printTable } from './measure.ts'
import { fillMemory } from './replay-data.ts'
import { runScores, type Scored, type ScoreRate } from './score-load.ts'

const CONNECTIONS = 8
const ANSWERS = 150
const WARM_UP = 30
const PEOPLE = 25
/** A busy service remembers as much. */
const REMEMBERED = 100_000
const LIMITS = 'verify.address=1000000000/1,verify.cpu.address=1000000000/1'

const random = seededRandom(1)

const WHY_RATE =
  'the memory of motion traces an answer and its strokes before it is scored, which costs more CPU than the score (rows below); what the database takes is not measured'
const WHY_WORK = 'not explained yet'

await main()

/**
 * POST /api/verify against the engine alone, and how long the event loop waits meanwhile: with all detectors and a full memory. The tables
 * of the memory are vacuumed, as autovacuum does at that size; the others were never analyzed at first, as on a new installation, and then were.
 */
async function main(): Promise<void> {
  const { service, port, close } = await openService(makeFolder(), { LIMITS })
  await fillMemory(service.db, { count: REMEMBERED, random })
  for (const tables of ['tables never analyzed', 'tables analyzed']) {
    if (tables === 'tables analyzed') await service.db.query(sql`ANALYZE`)
    await measureAnswers(service, port, tables)
  }
  await close()
}

async function measureAnswers(service: Service, port: number, tables: string): Promise<void> {
  const kinds: [string, Answer[]][] = [
    ['8 s of samples', answersOf(service, (person) => captureOf(person, random, { seconds: 8 }))],
    ['a whole answer', answersOf(service, (person, strokes) => strokesOf(person, strokes, random))],
  ]
  for (const [name, answers] of kinds) reportKind(`${name}, ${tables}`, await figuresOf(port, answers))
}

type Figures = {
  ours: { perSecond: number; cpuMs: number }
  scored: ScoreRate
  traced: ScoreRate
  workMs: number
  longestMs: number
}

function reportKind(name: string, { ours, scored, traced, workMs, longestMs }: Figures): void {
  printTable(
    [name, '/s', 'CPU ms'],
    Object.entries({ service: ours, scorer: scored, 'scorer and traces': traced }).map(
      ([who, { perSecond, cpuMs }]) => [who, perSecond.toFixed(1), cpuMs.toFixed(1)],
    ),
  )
  const verify = `POST /api/verify, ${name}`
  reportGoals([
    atLeast(`${verify} ÷ the scorer alone, by rate`, ours.perSecond / scored.perSecond, 0.5, WHY_RATE),
    reportRatio(`${verify} ÷ scorer and traces, by rate`, ours.perSecond / traced.perSecond),
    reportRatio(`${verify} ÷ scorer and traces, by CPU without the database`, traced.cpuMs / ours.cpuMs),
    {
      what: `${verify}: CPU of the scorer, with traces, of the service`,
      goal: '',
      seen: `${[scored.cpuMs, traced.cpuMs, ours.cpuMs].map((ms) => ms.toFixed(1)).join(', ')} ms`,
    },
    atMost(`${verify}: longest work of the event loop at one stretch`, workMs, { most: 20, unit: 'ms CPU' }, WHY_WORK),
    { what: `${verify}: longest wait of the event loop`, goal: '', seen: `${longestMs.toFixed(1)} ms` },
  ])
}

async function figuresOf(port: number, answers: Answer[]): Promise<Figures> {
  // The threads and the compiler get warm on the first few.
  await load(port, answers.splice(0, WARM_UP))
  const before = process.cpuUsage()
  const { result, workMs, longestMs } = await watchLoop(() => load(port, answers))
  const { user, system } = process.cpuUsage(before)
  const cpuMs = ((user + system) / 1000 - result.cpuMs) / answers.length
  const some = answers.slice(0, 40).map(({ scored }) => scored)
  const ours = { perSecond: result.perSecond, cpuMs }
  return {
    ours,
    workMs,
    longestMs,
    scored: await runScores(some, 'scored'),
    traced: await runScores(some, 'traced and scored'),
  }
}

type Strokes = IssuedChallenge['challenge']['strokes']
type Capture = (person: SyntheticPerson, strokes: Strokes) => ImuSample[]
type Answer = { body: string; scored: Scored }

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

async function load(port: number, answers: Answer[]): Promise<Result> {
  const call = { method: 'POST' as const, path: '/api/verify', bodies: answers.map(({ body }) => body) }
  const result = await runLoad(port, call, { count: answers.length, connections: CONNECTIONS })
  if (result.failed > 0) throw new Error(`${result.failed} of ${answers.length} answers failed`)
  return result
}
