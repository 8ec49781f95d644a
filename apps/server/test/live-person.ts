import type { AnswerOf, advanceChallenge } from '@stillhere/contract'
import { type Challenge, generateChallenge, type ImuSample, type Random } from '@stillhere/engine'
import { computeApproverChallenge, computeStatementDigest } from '@stillhere/receipt/approver'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Service } from '../src/platform/service.ts'
import { findLive } from '../src/scan/challenge/store.ts'
import { type Committing, cutIntoSteps, type PlannedStep } from './live-steps.ts'
import { type AnyChallenge, answerOf, captureOf, verifyBody } from './people.ts'

/** A service whose clock the test moves. */
export type LiveServer = Service & { app: FastifyInstance; clock: { pass: (ms: number) => void } }

type Asked = {
  email?: string
  assurance?: 1 | 2 | 3
  check?: string
  approval?: string
  approval_digest?: string
}

/** Asks for a live challenge that nobody has moved for yet. */
export async function askForLive(
  { app }: LiveServer,
  asked: Asked = {},
  headers: Record<string, string> = {},
): Promise<AnyChallenge> {
  const payload = { purpose: 'verify', pace: 'live', ...asked }
  const answer = await app.inject({ method: 'POST', url: '/api/challenge', payload, headers })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

/** The strokes that nobody outside the service can know yet. */
export async function peekStrokes({ db, secrets }: Service, id: string): Promise<Challenge> {
  const row = await findLive(db, id)
  if (!row) throw new Error('there is no such live challenge')
  return JSON.parse(secrets.open('live-challenge', row.sealed))
}

/** A wrong guess of a live challenge, from what is told at once; even all times are known. */
export function guessStrokes(challenge: Challenge, random: Random): Challenge {
  const truth = challenge.strokes.map(({ direction }) => direction)
  for (;;) {
    const guess = generateChallenge(random).strokes.map(({ direction }) => direction)
    if (guess[0] !== truth[0] || String(guess) === String(truth)) continue
    const atTheirTimes = challenge.strokes.map(({ atMs }, index) => ({ direction: guess[index] ?? 'up', atMs }))
    return { ...challenge, strokes: atTheirTimes }
  }
}

/** The challenge with all its strokes, as a batch challenge tells them. */
export function tellAll(asked: AnyChallenge, { strokes, durationMs }: Challenge): AnyChallenge {
  const actions = strokes.map(({ direction, atMs }) => ({ direction, at_ms: atMs, words: '' }))
  return { ...asked, actions, duration_ms: durationMs }
}

/** The steps of a capture. */
export function planSteps(id: string, challenge: Challenge, imu: readonly ImuSample[]): Committing {
  const { samples } = captureOf(imu)['imu_sequence'] as { samples: { t: number }[] }
  return cutIntoSteps(id, challenge, samples)
}

export function postStep(
  { app }: Pick<LiveServer, 'app'>,
  id: string,
  payload: object,
): Promise<LightMyRequestResponse> {
  return app.inject({ method: 'POST', url: `/api/challenge/${id}/next`, payload })
}

type Advanced = AnswerOf<typeof advanceChallenge>

/** Makes the first steps of a plan, each at its time. */
export async function makeSteps(server: LiveServer, id: string, steps: readonly PlannedStep[]): Promise<Advanced[]> {
  const answers: Advanced[] = []
  let elapsed = 0
  for (const step of steps) {
    server.clock.pass(step.elapsed_ms - elapsed)
    elapsed = step.elapsed_ms
    const answer = await postStep(server, id, step)
    expect(answer.statusCode, answer.body).toBe(200)
    answers.push(answer.json())
  }
  return answers
}

export const COUNTDOWN_MS = 3000

/** A live challenge, and the capture of a person who follows it, not yet committed. */
export async function beginLiveScan(
  server: LiveServer,
  person: number,
  wanted: Asked = {},
  headers: Record<string, string> = {},
): Promise<LiveScan> {
  const asked = await askForLive(server, wanted, headers)
  const strokes = await peekStrokes(server, asked.challenge_id)
  const imu = answerOf(person, tellAll(asked, strokes)).filter(({ t }) => t <= strokes.durationMs)
  server.clock.pass(COUNTDOWN_MS)
  return { asked, strokes, imu, ...planSteps(asked.challenge_id, strokes, imu) }
}

export type LiveScan = Committing & { asked: AnyChallenge; strokes: Challenge; imu: ImuSample[] }

/** What a passkey signs for a scan: the statement of its challenge, with the last commitment. */
export function challengePasskey({ asked, steps }: LiveScan): Uint8Array {
  if (!asked.statement) throw new Error('no passkey may sign this scan')
  const statement = { ...asked.statement, chain: steps.at(-1)?.commitment ?? null }
  return computeApproverChallenge([computeStatementDigest(statement)])
}

/** The body of the answer to a live challenge. */
export function liveBody({ asked, imu, committed }: LiveScan, enrollment: unknown): Record<string, unknown> {
  const body = verifyBody(asked, enrollment, imu)
  return { ...body, response: { ...(body['response'] as object), committed } }
}
