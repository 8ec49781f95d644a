import { createHash } from 'node:crypto'
import type { AnswerOf, BodyOf, Enrollment, requestChallenge } from '@stillhere/contract'
import {
  type Challenge,
  cutStrokes,
  enrollReactions,
  enrollStrokes,
  generateEnrollment,
  type ImuSample,
  matchStrokes,
  motionSignature,
  nearestReplay,
  presenceScore,
  type Random,
  replayDigest,
  scoreChallenge,
  seededRandom,
  type StrokeTemplate,
  strokeSignature,
  threatReport,
} from '@stillhere/engine'
import { answerSceneOf, type Scene, strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { sql } from '../src/platform/database/sql.ts'
import { renewSignIn } from './nodes.ts'
import type { TestService } from './service.ts'

/** Synthetic people, by number, who resemble each other little. */
export const ADA = 10
export const EVE = 18

export type AnyChallenge = AnswerOf<typeof requestChallenge>
type Round = Pick<AnyChallenge, 'actions' | 'duration_ms'>

type Server = { app: FastifyInstance; clock?: { pass: (ms: number) => void } } & Partial<
  Pick<TestService, 'db' | 'secrets' | 'now'>
>

const TRIES = 80

/** What the phone records while a person follows a challenge; they try until it looks right, as willing people do. */
export function answerOf(person: number, round: Round): ImuSample[] {
  const { imu } = remember(`imu ${person}`, round, () =>
    tryUntilRight(person, round, (strokes) => ({
      imu: strokesOf(syntheticPerson(person), strokes, ofThisFile().random),
    })),
  )
  // Whoever spoils a sample spoils their own.
  return imu.map((sample) => ({ ...sample }))
}

/** The same, with what a camera sees of it. */
export function filmAnswer(person: number, round: Round): Scene {
  return tryUntilRight(person, round, (strokes) => answerSceneOf(syntheticPerson(person), strokes, ofThisFile().random))
}

function tryUntilRight<Take extends { imu: ImuSample[] }>(
  person: number,
  { actions, duration_ms: durationMs }: Round,
  move: (strokes: Challenge['strokes']) => Take,
): Take {
  const strokes = actions.map(({ direction, at_ms: atMs }) => ({ direction, atMs }))
  const challenge = { version: 1 as const, strokes, durationMs }
  for (let tries = 0; tries < TRIES; tries++) {
    const take = move(strokes)
    const { value, strokes: judged } = scoreChallenge(challenge, take.imu)
    const isFollowed = value === 1 && (enrollReactions(judged)?.meanMs ?? 0) <= usualReactionMs(person) + QUICK_MS
    if (isFollowed && isAlive(take.imu) && resemblesOthers(person, challenge, take.imu) && isNew(take.imu)) return take
  }
  throw new Error(`person ${person} does not manage this challenge`)
}

// Enrolled in three rounds, one verification in 250 failed for strokes unlike the others; so none of 300 did. Tests of the service are not about those.
const RESEMBLES_FROM = 0.9

function resemblesOthers(person: number, challenge: Challenge, imu: ImuSample[]): boolean {
  return matchStrokes(usualStrokes(person), cutStrokes(challenge, imu).map(strokeSignature)) >= RESEMBLES_FROM
}

/** A live answer that is slower than usual by more than about 80 ms is refused. */
const QUICK_MS = 30
const reactions = new Map<number, number>()

/** How quickly a person answers arrows on the whole, from some takes of their own. */
function usualReactionMs(person: number): number {
  const own = seededRandom(person)
  const takes = () =>
    generateEnrollment(own).map((round) =>
      scoreChallenge(round, strokesOf(syntheticPerson(person), round.strokes, own)),
    )
  const known = reactions.get(person) ?? enrollReactions(takes().flatMap(({ strokes }) => strokes))?.meanMs ?? 0
  reactions.set(person, known)
  return known
}

const usual = new Map<number, StrokeTemplate>()

/** How a person makes strokes on the whole, from some takes of their own. */
function usualStrokes(person: number): StrokeTemplate {
  const known = usual.get(person)
  if (known) return known
  const own = seededRandom(person)
  const rounds = [...generateEnrollment(own), ...generateEnrollment(own)]
  const takes = rounds.flatMap((round) => cutStrokes(round, strokesOf(syntheticPerson(person), round.strokes, own)))
  const template = enrollStrokes(takes.map(strokeSignature))
  usual.set(person, template)
  return template
}

// Synthetic people make whole scans so much alike that one in fifty was taken for a replay of another.
const NEW_BELOW = 0.5

/** Whether a scan is unlike those before it in this test file; the services of others have databases of their own. */
function isNew(imu: ImuSample[]): boolean {
  const { shown } = ofThisFile()
  const digest = replayDigest({ imu })
  if (digest.status !== 'ok' || (nearestReplay(digest.bytes, shown)?.similarity ?? 0) >= NEW_BELOW) return false
  shown.push(digest.bytes)
  return true
}

const SEED = 2026
type Chance = { testPath: string | undefined; random: Random; drawn: number; shown: Uint8Array[]; past: string }
let chance: Chance | undefined

/** What people draw by chance, and have shown: a file's own, so that it does not matter which files ran before it. */
function ofThisFile(): Chance {
  const { testPath } = expect.getState()
  if (chance === undefined || chance.testPath !== testPath) chance = beginFile(testPath)
  return chance
}

function beginFile(testPath: string | undefined): Chance {
  const draw = seededRandom(SEED)
  const begun: Chance = { testPath, random: () => (begun.drawn++, draw()), drawn: 0, shown: [], past: '' }
  return begun
}

type Remembered = { imu: ImuSample[]; draws: number; shown: Uint8Array[] }
const remembered = new Map<string, Remembered>()
const MOST_REMEMBERED = 400

/**
 * Many files begin alike: the same people are asked for the same strokes in the same order, and move alike. So what a person made of
 * them is made once in a worker, and a file that has the same past takes it over, and goes on as if it had made it itself.
 */
function remember(who: string, round: Round, make: () => { imu: ImuSample[] }): { imu: ImuSample[] } {
  const file = ofThisFile()
  const { actions, duration_ms } = round
  const asked = JSON.stringify([
    file.past,
    file.drawn,
    who,
    duration_ms,
    actions.map(({ direction, at_ms }) => [direction, at_ms]),
  ])
  file.past = createHash('sha256').update(asked).digest('hex')
  const known = remembered.get(file.past)
  if (known) return takeOver(file, known)
  const { drawn, shown } = { drawn: file.drawn, shown: file.shown.length }
  const { imu } = make()
  const made = { imu, draws: file.drawn - drawn, shown: file.shown.slice(shown) }
  if (remembered.size < MOST_REMEMBERED) remembered.set(file.past, made)
  return made
}

function takeOver(file: Chance, known: Remembered): Remembered {
  for (let draws = 0; draws < known.draws; draws++) file.random()
  file.shown.push(...known.shown)
  return known
}

function isAlive(imu: ImuSample[]): boolean {
  const presence = presenceScore({ imu })
  return presence.score >= 0.5 && threatReport({ imu }, { presence }).overallVerdict !== 'likely_synthetic'
}

/** Samples in the form of the contract. */
export function captureOf(imu: readonly ImuSample[]): Record<string, unknown> {
  const samples = imu.map(({ t, ax, ay, az, rx, ry, rz }) => ({ t, accel: [ax, ay, az], gyro: [rx, ry, rz] }))
  return { imu_sequence: { sample_rate_hz: 60, samples } }
}

const GETTING_READY_MS = 3000

/** Asks for a challenge, and lets as much time pass as a person needs to follow it. */
export async function challengeFor(
  server: Server,
  payload: BodyOf<typeof requestChallenge>,
  headers: Record<string, string> = {},
): Promise<AnyChallenge> {
  const challenge = await askForChallenge(server, payload, headers)
  waitForRound(server, challenge)
  return challenge
}

function waitForRound({ clock }: Server, { duration_ms: durationMs }: Round): void {
  clock?.pass(GETTING_READY_MS + durationMs)
}

/** Asks for a challenge that nobody has moved for yet. */
export async function askForChallenge(
  { app }: Server,
  payload: BodyOf<typeof requestChallenge>,
  headers: Record<string, string> = {},
): Promise<AnyChallenge> {
  const answer = await app.inject({ method: 'POST', url: '/api/challenge', payload, headers })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

type NamedChallenge = Pick<AnyChallenge, 'challenge_id' | 'challenge_token'>

/** The two members that name a challenge in a request. */
export function nameChallenge({ challenge_id, challenge_token }: NamedChallenge): Record<string, string> {
  return { challenge_id, challenge_token }
}

type Whose = { email?: string; headers?: Record<string, string>; count?: number }

/** The body of an enrollment: each capture answers a round of the challenge, the fourth the extra one. */
export async function enrollmentBody(
  server: Server,
  person: number,
  whose: Whose = {},
): Promise<Record<string, unknown>> {
  const { email, headers = {}, count = 3 } = whose
  const { authorization } = headers
  const { db, secrets, now } = server
  if (authorization && db && secrets && now) await renewSignIn({ db, secrets, now }, { authorization })
  const asked = { purpose: 'enroll' as const, ...(email === undefined ? {} : { email }) }
  const challenge = await challengeFor(server, asked, headers)
  const { rounds: needed = [], extra_round: extra } = challenge
  const rounds = [...needed, ...(extra ? [extra] : [])].slice(0, count)
  for (const round of rounds.slice(1)) waitForRound(server, round)
  const captures = rounds.map((round) => captureOf(answerOf(person, round)))
  return { challenge: nameChallenge(challenge), captures, ...(email === undefined ? {} : { email }) }
}

/** Forgets all motion: whoever moves again and again may be taken for a replay of their own. */
export async function forgetMotion({ db }: Pick<TestService, 'db'>): Promise<void> {
  await db.query(sql`TRUNCATE replay_waiting, replay_capture, replay_hash, replay_stroke, replay_stroke_hash`)
}

export async function enrollPerson(server: Server, person: number, whose: Whose = {}): Promise<Enrollment> {
  const payload = await enrollmentBody(server, person, whose)
  const answer = await send(server, '/api/enroll', { payload, headers: whose.headers ?? {} })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

/** The body of an answer to a challenge. */
export function verifyBody(challenge: NamedChallenge, enrollment: unknown, imu: ImuSample[]): Record<string, unknown> {
  const { vector, version } = motionSignature({ imu })
  return {
    enrollment,
    challenge: nameChallenge(challenge),
    response: { challenge_id: challenge.challenge_id, ...captureOf(imu), device_info: { os: 'Android' } },
    signature: { vector, version },
    risk_level: 'low',
  }
}

export function send({ app }: Server, url: string, more: Partial<InjectOptions>): Promise<LightMyRequestResponse> {
  return app.inject({ method: 'POST', url, ...more })
}
