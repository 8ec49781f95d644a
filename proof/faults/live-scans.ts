import { setTimeout as delay } from 'node:timers/promises'
import {
  type Challenge,
  generateChallenge,
  type ImuSample,
  motionSignature,
  nearestReplay,
  presenceScore,
  replayDigest,
  scoreChallenge,
  seededRandom,
} from '@stillhere/engine'
import { strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { cutIntoSteps, type PlannedStep } from '../../apps/server/test/live-steps.ts'

/** An answer of the service, or `status: 0` where none came. */
export type Answer = { status: number; body: Said }

/** What is read of the answers. */
type Said = Partial<{
  error: string
  step: number
  verified: boolean
  rejection_reason: string
  explanation: string
}>

const BUSY_MS = 100

/** Posts JSON, once more where the process is too busy to listen; a connection that breaks is an answer, too. */
export async function post(address: string, path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  try {
    const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const read = { status: answer.status, body: (await answer.json()) as Answer['body'] }
    if (read.status !== 503) return read
  } catch {
    return { status: 0, body: {} }
  }
  await delay(BUSY_MS)
  return post(address, path, body)
}

const random = seededRandom(17)
const TRIES = 200

/** What the phone of a synthetic person records who follows these strokes. */
function moveBy(person: number, challenge: Challenge): ImuSample[] {
  for (let tries = 0; tries < TRIES; tries++) {
    const take = strokesOf(syntheticPerson(person), challenge.strokes, random)
    const imu = take.filter(({ t }) => t <= challenge.durationMs)
    if (scoreChallenge(challenge, imu).value === 1 && presenceScore({ imu }).score >= 0.5 && isNew(imu)) return imu
  }
  throw new Error(`person ${person} does not manage this challenge`)
}

const shown: Uint8Array[] = []

/** Synthetic people move so much alike that now and then one would be taken for a replay of another. */
function isNew(imu: ImuSample[]): boolean {
  const digest = replayDigest({ imu })
  if (digest.status !== 'ok' || (nearestReplay(digest.bytes, shown)?.similarity ?? 0) >= 0.5) return false
  shown.push(digest.bytes)
  return true
}

type Round = { actions: { direction: never; at_ms: number }[]; duration_ms: number }

const readRound = ({ actions, duration_ms: durationMs }: Round): Challenge => ({
  ...generateChallenge(random),
  strokes: actions.map(({ direction, at_ms: atMs }) => ({ direction, atMs })),
  durationMs,
})

const toSequence = (imu: readonly ImuSample[]) => ({
  sample_rate_hz: 60,
  samples: imu.map(({ t, ax, ay, az, rx, ry, rz }) => ({ t, accel: [ax, ay, az], gyro: [rx, ry, rz] })),
})

/** Enrolls a person in as much time as the three captures take. */
export async function enroll(address: string, person: number): Promise<unknown> {
  const asked = (await post(address, '/api/challenge', { purpose: 'enroll' })).body as unknown as Asked & {
    rounds: Round[]
  }
  const captures = asked.rounds.map((round) => ({ imu_sequence: toSequence(moveBy(person, readRound(round))) }))
  await delay(asked.rounds.reduce((sum, { duration_ms: ms }) => sum + ms, 0) + 1000)
  const { status, body } = await post(address, '/api/enroll', { challenge: nameChallenge(asked), captures })
  if (status !== 201) throw new Error(`person ${person} was not enrolled: ${status} ${JSON.stringify(body)}`)
  return body
}

type Asked = { challenge_id: string; challenge_token: string }

const nameChallenge = ({ challenge_id, challenge_token }: Asked) => ({ challenge_id, challenge_token })

/** A live scan of which everything is planned and nothing is committed. */
export type LiveScan = {
  id: string
  steps: PlannedStep[]
  /** The body of POST /api/verify once all steps are made. */
  toAnswer: (enrollment: unknown) => object
  /** Waits until it is time for a step. */
  untilStep: (step: number) => Promise<void>
}

/** Starts a live scan of a person who gets all strokes by `peek`, because a good take can't be searched in real time. */
export async function beginScan(
  address: string,
  person: number,
  peek: (id: string) => Promise<Challenge>,
): Promise<LiveScan> {
  const asked = (await post(address, '/api/challenge', { purpose: 'verify', pace: 'live' })).body as unknown as Asked
  const beganAt = performance.now()
  const challenge = await peek(asked.challenge_id)
  const imu = moveBy(person, challenge)
  const { samples } = toSequence(imu)
  const { steps, committed } = cutIntoSteps(asked.challenge_id, challenge, samples)
  return {
    id: asked.challenge_id,
    steps,
    untilStep: (step) => delay(Math.max(0, beganAt + (steps[step]?.elapsed_ms ?? 0) - performance.now())),
    toAnswer: (enrollment) => ({
      enrollment,
      challenge: nameChallenge(asked),
      response: { challenge_id: asked.challenge_id, imu_sequence: toSequence(imu), committed },
      signature: toSignature(imu),
      risk_level: 'low',
    }),
  }
}

function toSignature(imu: ImuSample[]): object {
  const { vector, version } = motionSignature({ imu })
  return { vector, version }
}
