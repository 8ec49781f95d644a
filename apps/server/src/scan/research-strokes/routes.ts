import { randomBytes } from 'node:crypto'
import { type AnswerOf, type RecordingProblem, type StrokeUpload, uploadResearchStrokes } from '@stillhere/contract'
import {
  type Capture,
  type Challenge,
  cutStrokes,
  enrollStrokes,
  isReplay,
  motionSignature,
  REJECTION_WORDS,
  strokeSignature,
} from '@stillhere/engine'
import type { FastifyInstance } from 'fastify'
import { findCallerToken } from '../../identity/access/authorize.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { toDay } from '../../platform/day.ts'
import { toTaskResult, type CaughtProblem, readBody, requireResult } from '../../platform/http/body.ts'
import { serveTx } from '../../platform/http/endpoint.ts'
import { runOnCpuBudget } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { TaskResult } from '../../platform/threads/threads.ts'
import {
  readCapture,
  refuseCaptures,
  checkCapture,
  listUnacceptableCaptures,
  measureCaptures,
  type MeasuredCaptures,
  explainMismatch,
  findNearestRound,
} from '../challenge/captures.ts'
import {
  checkChallenge,
  refuseChallenge,
  type IssuedChallenge,
  isTooEarly,
  listRounds,
  openChallenge,
} from '../challenge/challenge.ts'
import { spendChallenge } from '../challenge/store.ts'
import { computeSimilarities, findSimilarMotion, type RecalledStream } from '../memory/memory.ts'
import { computeTraces, type Trace } from '../memory/traces.ts'
import { addCaptures, MOST_SEALED_BYTES } from '../research/recording-store.ts'
import { encodeRecording, sealRecording } from '../research/recordings.ts'
import {
  computeSource,
  requireUploads,
  refuseDuplicateSession,
  findPerson,
  computeGiverLabel,
  spendUpload,
} from '../research/routes.ts'
import { createDeleteToken, createPseudonym } from '../research/rules.ts'
import {
  addGiver,
  addStrokeSession,
  updateGiven,
  isStrokeSessionStored,
  lockGiver,
  type NewStrokeSession,
} from '../research/store.ts'
import { decodeStrokes, encodeStrokes, type RoundStroke } from '../research/strokes.ts'

/** Registers POST /api/research/strokes, which judges and stores strokes that a person gives to research and, with consent, whole captures. */
export function serveResearchStrokes(app: FastifyInstance, service: Service): void {
  const tries = createFlood(service.settings.limits['research.try.address'])
  serveTx(app, uploadResearchStrokes, {
    prepare: async ({ body: bytes, request }) => {
      await requireUploads(service, tries, request)
      // A token that may not give is refused before any motion is read.
      await service.db.transaction((tx) => findCallerToken(tx, service, request))
      // A pooled Buffer shares its memory and cannot be transferred.
      const own = new Uint8Array(bytes)
      return runOnCpuBudget(service, request, async (metered) => {
        const given = requireResult(await metered.threads.run(readStrokeUpload, own, [own.buffer]))
        return { given, judged: await judgeStrokesInThread(metered, given) }
      })
    },
    commit: async (tx, { prepared, request, reply }) => {
      const remaining = await spendUpload(tx, service, request)
      reply.header('x-ratelimit-remaining', String(remaining))
      const source = await computeSource(tx, service, request)
      // Strokes alone lead to no node. Recordings do, so that they are in its export and go with it.
      const node = prepared.given.recording === undefined ? null : await findPerson(tx, service, request)
      return saveStrokes(tx, service, { ...prepared, source, node })
    },
  })
}

type StrokesAnswer = AnswerOf<typeof uploadResearchStrokes>

/**
 * Spends the challenge of strokes that a person made for research, and judges them. Everything that can be refused is refused before the challenge
 * is spent; a change by a concurrent call is found later.
 */
async function judgeStrokesInThread(service: Service, given: GivenStrokes): Promise<Judgment> {
  const issued = await service.db.transaction((tx) => claimUpload(tx, service, given))
  return judge(service, given, issued)
}

async function claimUpload(
  tx: Transaction,
  { secrets, settings }: Service,
  given: GivenStrokes,
): Promise<IssuedChallenge> {
  const { challenge, spansMs, pseudonym, sessionId } = given
  const issued = openChallenge(secrets, challenge.token)
  const problem = checkChallenge(issued, { id: challenge.id, purpose: 'research', now: tx.now })
  if (problem || issued === null) throw refuseChallenge(problem ?? 'challenge_invalid')
  const unacceptable = listUnacceptableCaptures(given, settings)
  if (unacceptable.length > 0) throw refuseCaptures(unacceptable)
  if (isTooEarly(issued, { spansMs, now: tx.now })) throw refuseChallenge('challenge_too_early')
  if (pseudonym !== undefined) await requireGiver(tx, computeGiverLabel(secrets, pseudonym))
  if (await isStrokeSessionStored(tx, sessionId)) throw refuseDuplicateSession()
  if (!(await spendChallenge(tx, issued))) throw refuseChallenge('challenge_replayed')
  return issued
}

async function requireGiver(tx: Transaction, person: Buffer): Promise<void> {
  if (await lockGiver(tx, person)) return
  const message = 'nothing is stored under this pseudonym; leave it out to get a new one'
  throw new RequestProblem('INVALID_REQUEST', `pseudonym: ${message}`, { errors: [{ pointer: '/pseudonym', message }] })
}

/** The findings about an upload, once it is known which captures are replays. */
type Judgment = Omit<StrokeFindings, 'traced'>

/** Judges an upload. Its stored motion must not answer a challenge later, so it enters the replay memory, as that of enrollments does. */
async function judge(service: Service, { bytes, recording }: GivenStrokes, issued: IssuedChallenge): Promise<Judgment> {
  const { threads, settings } = service
  const records = recording !== undefined && settings.researchRecordings > 0
  const found = await threads.run(judgeStrokeUpload, { bytes, rounds: listRounds(issued), records }, [bytes.buffer])
  const { strokes, recorded, traced } = found
  if (traced.length === 0) return found
  const recalled = await findSimilarMotion(
    service,
    traced.map(({ traces }) => traces),
  )
  const isReplayed = await threads.run(findReplays, recalled)
  const replayed = traced.filter((_, at) => isReplayed[at])
  return {
    strokes: replayed.some(({ isUsed }) => isUsed) ? { explanation: REJECTION_WORDS.replay_detected } : strokes,
    recorded: recorded.map((capture) =>
      capture.problem === null && replayed.some(({ place }) => place === capture.place)
        ? { ...capture, problem: 'replay_detected' }
        : capture,
    ),
  }
}

type JudgedCapture = { given: GivenStrokes; judged: Judgment; source: Buffer; node: Buffer | null }

/** Stores a session of judged strokes, usable or not, and the whole captures that came with it. */
async function saveStrokes(
  tx: Transaction,
  service: Service,
  { given, judged, source, node }: JudgedCapture,
): Promise<StrokesAnswer> {
  const { secrets } = service
  const { sessionId, device } = given
  const pseudonym = given.pseudonym ?? createPseudonym(randomBytes)
  const token = createDeleteToken(randomBytes)
  const person = computeGiverLabel(secrets, pseudonym)
  await (given.pseudonym === undefined ? addGiver(tx, person) : requireGiver(tx, person))
  const session = {
    sessionId,
    day: toDay(tx.now),
    person,
    source,
    device,
    strokes: toStoredStrokes(service, judged.strokes),
  }
  const deleteHash = secrets.hash('research-delete', token)
  await updateGiven(tx, { person, accepted: 1 }, async () => {
    if (!(await addStrokeSession(tx, { ...session, deleteHash }))) throw refuseDuplicateSession()
  })
  const recorded_count = await saveRecording(tx, service, { given, judged, node })
  return {
    success: true,
    session_id: sessionId,
    ...describe(judged.strokes),
    recorded_count,
    pseudonym,
    delete_token: token,
  }
}

/** Stores the whole captures of a session whose person agreed to that, and returns how many. Captures that are too large are left out. */
async function saveRecording(
  tx: Transaction,
  { secrets, settings }: Service,
  { given, judged, node }: Pick<JudgedCapture, 'given' | 'judged' | 'node'>,
): Promise<number> {
  const { sessionId, recording } = given
  if (recording === undefined) return 0
  const { consent_version: consentVersion, placement = 'hand', browser_version: browserVersion = null } = recording
  const captures = judged.recorded
    .map(({ text, ...rest }) => ({ ...rest, sealed: sealRecording(secrets, text) }))
    .filter(({ sealed }) => sealed.length <= MOST_SEALED_BYTES)
  const most = settings.researchRecordings
  return addCaptures(tx, { sessionId, node, consentVersion, placement, browserVersion, most }, captures)
}

function toStoredStrokes({ secrets }: Service, judged: StrokeFindings['strokes']) {
  if (!('packed' in judged)) return null
  const { packed } = judged
  return { packed, contentHash: secrets.hash('research-content', Buffer.from(packed)) }
}

function describe(judged: StrokeFindings['strokes']): Pick<StrokesAnswer, 'usable' | 'explanation' | 'stroke_count'> {
  if ('packed' in judged) return { usable: true, explanation: null, stroke_count: judged.strokeCount }
  return { usable: false, explanation: judged.explanation, stroke_count: 0 }
}

type Bytes = Uint8Array<ArrayBuffer>

/** An upload of strokes as the event loop needs it. The bytes are returned for the next tasks. */
type GivenStrokes = MeasuredCaptures & {
  bytes: Bytes
  sessionId: string
  pseudonym: string | undefined
  device: NewStrokeSession['device']
  challenge: { token: string; id: string }
  /** Undefined if whole captures must not be stored. */
  recording: StrokeUpload['recording']
}

/**
 * Parses a body of POST /api/research/strokes and measures its captures, without judging them. The body is checked strictly, so that no challenge
 * is spent on a body that is refused later. First of three tasks in a worker thread. If the body violates the contract, the result is its refusal
 * as data.
 */
export function readStrokeUpload(bytes: Bytes): TaskResult<CaughtProblem<GivenStrokes>> {
  return { ...toTaskResult(() => describeStrokeUpload(bytes)), transfer: [bytes.buffer] }
}

function describeStrokeUpload(bytes: Bytes): GivenStrokes {
  const body = readBody(uploadResearchStrokes, bytes)
  const { session_id: sessionId, pseudonym, device, challenge, captures, recording } = body
  const { os, browser, viewportWidth, viewportHeight } = device
  return {
    bytes,
    sessionId,
    pseudonym,
    device: { os, browser, viewportWidth, viewportHeight },
    challenge: { token: challenge.challenge_token, id: challenge.challenge_id },
    recording,
    ...measureCaptures(captures),
  }
}

/** A whole capture to store, before it is sealed; `place` is its index in the upload. */
type RecordedCapture = {
  place: number
  text: string
  rateHz: number
  problem: RecordingProblem | null
  followed: boolean
}

/** The parts of an upload that are to be stored. */
type StrokeFindings = {
  /** Strokes for calibration, or the reason why there are none. */
  strokes: PackedStrokes | Unusable
  /** Every capture that can be read, if the person agreed to recording. */
  recorded: RecordedCapture[]
  /** Traces of the captures of which something is stored, by which the replay memory recognizes them. */
  traced: { place: number; isUsed: boolean; traces: Trace[] }[]
}

type JudgeInput = { bytes: Bytes; rounds: Challenge[]; records: boolean }

/**
 * Judges the captures of an upload: cuts the strokes for calibration, encodes whole captures if `records` is set, and computes traces of those
 * captures of which something is stored. Second task in a worker thread, run only for a genuine challenge.
 */
export function judgeStrokeUpload({ bytes, rounds, records }: JudgeInput): TaskResult<StrokeFindings> {
  const answers = readAnswers(readSensors(bytes), rounds)
  const judged = judgeStrokes(answers, rounds)
  const followed = 'followed' in judged ? judged.followed : []
  const recorded = records ? answers.flatMap(recordAnswer) : []
  const isKept = ({ place }: Answer) => recorded.some((one) => one.place === place)
  const traced = answers.flatMap((answer) => {
    const { capture, place, round } = answer
    const isUsed = followed.includes(answer)
    return isUsed || isKept(answer) ? [{ place, isUsed, traces: computeTraces(capture, round) }] : []
  })
  const strokes =
    'packed' in judged
      ? { packed: judged.packed, strokeCount: judged.strokeCount }
      : { explanation: judged.explanation }
  return { answer: { strokes, recorded, traced } }
}

function recordAnswer(answer: Answer): RecordedCapture[] {
  const { capture, place, round, score } = answer
  const recording = encodeRecording(capture.imu ?? [], round)
  if (recording === null) return []
  return [{ place, ...recording, problem: checkSensors(answer)?.reason ?? null, followed: score.value === 1 }]
}

/** Returns for each capture whether it is a replay of earlier motion. Last task in a worker thread; `recalled` is the result of findSimilarMotion. */
export function findReplays(recalled: RecalledStream[][]): TaskResult<boolean[]> {
  return { answer: computeSimilarities(recalled).map((similarity) => isReplay(similarity ?? 0)) }
}

const decoder = new TextDecoder()

/** Reads the sensor samples of the captures; camera data is ignored. The first task has checked these bytes against the contract. */
function readSensors(bytes: Bytes): Capture[] {
  const { captures } = JSON.parse(decoder.decode(bytes)) as StrokeUpload
  return captures.map(readCapture).map(({ imu = [] }) => ({ imu }))
}

/** Packed strokes that a calibration can learn from and the captures they were cut from, or a sentence that tells the person why there are none. */
type StrokeJudgment = (PackedStrokes & { followed: Answer[] }) | Unusable
type PackedStrokes = { packed: Uint8Array; strokeCount: number }
type Unusable = { explanation: string }

/** This many directions must come at least twice, so that two rounds make a template with which the third can be compared. */
const LEAST_DIRECTIONS = 6
const LEAST_TAKES = 2

const UNMEASURED = 'Too few strokes could be measured. The phone must report how it turns, too: it needs a gyroscope.'

/** A capture, its index among the captures of the upload, and the round that it follows best, with its score. */
type Answer = ReturnType<typeof findNearestRound> & { capture: Capture; place: number }

/** Finds for each capture the round whose strokes it follows best. Returns one answer per capture, in the same order. */
export function readAnswers(captures: readonly Capture[], rounds: readonly Challenge[]): Answer[] {
  return captures.map((capture, place) => ({ capture, place, ...findNearestRound(rounds, capture, place) }))
}

/**
 * Judges captures as an enrollment does, except for replays, and packs the strokes of the first capture that follows each round. Returns a sentence
 * for the person instead if a round has no such capture, or if too few strokes can be measured.
 */
export function judgeStrokes(answers: readonly Answer[], rounds: readonly Challenge[]): StrokeJudgment {
  const chosen = rounds.map((round) => answers.find((one) => one.round === round && one.score.value === 1))
  const followed = chosen.filter((answer) => answer !== undefined)
  if (followed.length < rounds.length) return { explanation: explainMismatch(findNearestMiss(answers)) }
  // First: without rotation other checks fail, too, and what they say does not help.
  const judged = encodeRounds(followed.flatMap(splitRound))
  if ('explanation' in judged) return judged
  const problem = followed.map(checkSensors).find((found) => found !== null)
  return problem ? { explanation: problem.words } : { ...judged, followed }
}

function findNearestMiss(answers: readonly Answer[]): Answer['score'] {
  const scores = answers.map(({ score }) => score)
  const missed = scores.filter(({ value }) => value < 1)
  return (missed.length > 0 ? missed : scores).reduce((best, score) => (score.value > best.value ? score : best))
}

/** Returns the problem of a capture by itself, or null. */
function checkSensors({ capture }: Answer): ReturnType<typeof checkCapture> {
  return checkCapture({ capture, compared: 'sensors', signature: motionSignature(capture), similarity: 0 })
}

function splitRound({ round, capture: { imu = [] } }: Answer, index: number): RoundStroke[] {
  return cutStrokes(round, imu).map((stroke) => ({ round: index, ...stroke }))
}

/** Packs the strokes that can be measured and leaves the others out. Judges them as calibration will read them, after packing. */
function encodeRounds(cut: readonly RoundStroke[]): PackedStrokes | Unusable {
  const strokes = decodeStrokes(encodeStrokes(cut)).filter((stroke) => strokeSignature(stroke).status === 'ok')
  const { gestures } = enrollStrokes(strokes.map(strokeSignature))
  const repeated = gestures.filter(({ count }) => count >= LEAST_TAKES)
  if (repeated.length < LEAST_DIRECTIONS) return { explanation: UNMEASURED }
  return { packed: encodeStrokes(strokes), strokeCount: strokes.length }
}
