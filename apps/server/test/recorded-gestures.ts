import type { Enrollment, Verification } from '@stillhere/contract'
import type { Challenge, GestureChallenge, ImuSample } from '@stillhere/engine'
import { expect } from 'vitest'
import { createChallenge, sealChallenge } from '../src/scan/challenge/challenge.ts'
import { type AnyChallenge, captureOf, send, verifyBody } from './people.ts'
import { decode, isRecorded, readRecordings, roundAsSent, type Stream } from './recordings.ts'
import type { TestService } from './service.ts'

const GESTURES = 6
const BETWEEN_TAKES_MS = 10
const DEGREES = 180 / Math.PI

/** Six movements in one go, and the challenge that they answer. */
export type RecordedRound = { challenge: GestureChallenge; imu: ImuSample[] }

type Take = { subject: string; label: string; trial: number; rate_imu?: number; acc: Stream; gyro: Stream }

/** Sets of known movements beside the project and how many people at least come through whole; none where they are not there. */
export function listGestureSets(): { set: string; least: number }[] {
  const sets = [
    { set: 'forearm-gestures', least: 10 },
    { set: 'air-letters', least: 4 },
  ]
  return sets.filter(({ set }) => isRecorded(set))
}

/** Of each person the rounds in the order they were made: the k-th takes of the same six movements, end to end. */
export function readRounds(set: string): RecordedRound[][] {
  const takes = readRecordings<Take>(set)
  const labels = [...new Set(takes.map(({ label }) => label))].toSorted().slice(0, GESTURES)
  const chosen = takes.filter(({ label }) => labels.includes(label)).toSorted((a, b) => compare(a.label, b.label))
  return [...Map.groupBy(chosen, ({ subject }) => subject).values()].map((own) => {
    const rounds = [...Map.groupBy(own, ({ trial }) => trial)].toSorted(([a], [b]) => a - b).map(([, round]) => round)
    return rounds.filter((round) => round.length === GESTURES).map((round) => joinTakes(set, round))
  })
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function joinTakes(set: string, takes: readonly Take[]): RecordedRound {
  const imu: ImuSample[] = []
  const gestures = takes.map((take) => {
    const atMs = imu.length === 0 ? 0 : (imu.at(-1)?.t ?? 0) + BETWEEN_TAKES_MS
    for (const sample of samplesOf(set, take)) imu.push({ ...sample, t: sample.t + atMs })
    return { gesture: `${set}/${take.label}`, atMs }
  })
  return { challenge: { version: 1, gestures, durationMs: (imu.at(-1)?.t ?? 0) + BETWEEN_TAKES_MS }, imu }
}

/** Both sensors on one clock; letters come in g, the forearm in m/s². */
function samplesOf(set: string, { acc, gyro, rate_imu: hz = 50 }: Take): ImuSample[] {
  const unit = set === 'air-letters' ? 9.80665 : 1
  const [moved, turned] = [decode(acc), decode(gyro)]
  const [first = 0] = moved.t ?? []
  return (moved.channels[0] ?? []).map((_, i) => {
    const [ax = 0, ay = 0, az = 0] = moved.channels.map((channel) => roundAsSent(unit * (channel[i] ?? 0)))
    const [rx = 0, ry = 0, rz = 0] = turned.channels.map((channel) => roundAsSent(DEGREES * (channel[i] ?? 0)))
    return { t: (moved.t?.[i] ?? (i * 1000) / hz) - first, ax, ay, az, rx, ry, rz }
  })
}

/** Enrolls nobody in particular, null where a recording does not serve, with rounds that the service never asked for: their challenge is sealed in its place. */
export async function enrollRounds(service: TestService, rounds: readonly RecordedRound[]): Promise<Enrollment | null> {
  const challenge = issueFor(service, 'enroll', rounds)
  const captures = rounds.map(({ imu }) => captureOf(imu))
  const answer = await send(service, '/api/enroll', { payload: { challenge, captures } })
  return answer.statusCode === 201 ? answer.json() : null
}

export async function verifyRound(
  service: TestService,
  enrollment: Enrollment,
  round: RecordedRound,
): Promise<Verification> {
  const challenge = issueFor(service, 'verify', [round])
  const answer = await send(service, '/api/verify', { payload: verifyBody(challenge, enrollment, round.imu) })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** The service's clock goes on as long as the rounds take. */
function issueFor(
  service: TestService,
  purpose: 'enroll' | 'verify',
  rounds: readonly RecordedRound[],
): Pick<AnyChallenge, 'challenge_id' | 'challenge_token'> {
  const drawn = createChallenge({ purpose, node: null }, service.now())
  const [challenge, ...further] = rounds.map((round) => round.challenge as unknown as Challenge)
  const issued = { ...drawn, ...(challenge && { challenge }), further }
  service.clock.pass(rounds.reduce((sum, { challenge: { durationMs } }) => sum + durationMs, 0))
  return { challenge_id: issued.id, challenge_token: sealChallenge(service.secrets, issued) }
}
