import type { advanceChallenge, AnswerOf } from '@stillhere/contract'
import { type Challenge, strokeWords } from '@stillhere/engine'
import { beginCommitments, type CommittedPart, extendCommitments } from '@stillhere/receipt'
import type { Transaction } from '../../platform/database/pool.ts'
import { isUuid } from '../../platform/database/sql.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import type { IssuedChallenge } from './challenge.ts'
import { addLive, advanceLive, endLive, findLive, type LiveRow, takeLive } from './store.ts'

/** Every text is as long, or its length would tell which directions come. */
const SEALED_LENGTH = 640

/** Begins a live challenge: its strokes stay here, sealed. */
export async function beginLive(tx: Transaction, { secrets }: Service, issued: IssuedChallenge): Promise<void> {
  const { id, challenge, issuedAt, expiresAt } = issued
  const sealed = secrets.seal('live-challenge', JSON.stringify(challenge).padEnd(SEALED_LENGTH))
  await addLive(tx, { id, sealed, chain: Buffer.from(beginCommitments(id), 'hex'), issuedAt, expiresAt })
}

/** A step as it was asked for. */
type AskedStep = { id: string; commitment: string; elapsedMs: number }

type Advanced = AnswerOf<typeof advanceChallenge>

/** The answer to a step, or why the challenge takes none, which ends it. */
export async function advance(tx: Transaction, service: Service, asked: AskedStep): Promise<Advanced | RequestProblem> {
  const row = isUuid(asked.id) ? await findLive(tx, asked.id) : undefined
  if (row === undefined) return new RequestProblem('NOT_FOUND', 'There is no such live challenge.')
  const challenge = openStrokes(service.secrets, row)
  const problem = findStepProblem({ ...row, challenge }, { elapsedMs: asked.elapsedMs, now: tx.now })
  const expected = { id: asked.id, step: row.step, chain: row.chain }
  const isDone = problem === null ? await makeStep(tx, asked, row) : await endUnlessOver(tx, expected, { row, problem })
  // Another call came first: what this one means is decided anew, by the state it left.
  if (!isDone) return advance(tx, service, asked)
  if (problem !== null) return new RequestProblem('CHALLENGE_ENDED', problem)
  const [step, told] = [row.step + 1, challenge.strokes[row.step + 1]]
  return { step, action: told ? toAction(told) : null, server_time: tx.now.toISOString() }
}

function makeStep(tx: Transaction, { id, commitment, elapsedMs }: AskedStep, row: LiveRow): Promise<boolean> {
  const beganAt = new Date(tx.now.getTime() - elapsedMs)
  return advanceLive(
    tx,
    { id, step: row.step, chain: row.chain },
    { chain: Buffer.from(commitment, 'hex'), elapsedMs, beganAt },
  )
}

type Over = { row: LiveRow; problem: string }

async function endUnlessOver(
  tx: Transaction,
  expected: Parameters<typeof endLive>[1],
  { row, problem }: Over,
): Promise<boolean> {
  return row.ended !== null || endLive(tx, expected, problem)
}

/** A stroke as callers see it. */
export function toAction({ direction, atMs }: Challenge['strokes'][number]): NonNullable<Advanced['action']> {
  return { direction, at_ms: atMs, words: strokeWords(direction) }
}

function openStrokes(secrets: Secrets, { sealed }: LiveRow): Challenge {
  return JSON.parse(secrets.open('live-challenge', sealed)) as Challenge
}

/** A live challenge that is being answered: its strokes, and what was committed. */
type AnsweredLive = { challenge: Challenge; commitments: Commitments }

/** Takes the state of a live challenge out, for its one answer; or why it has none that can be answered, in words. */
export async function settleLive(
  tx: Transaction,
  { secrets }: Service,
  id: string,
): Promise<AnsweredLive | { words: string }> {
  const row = await takeLive(tx, id)
  if (row === undefined) return { words: 'The motion of this live challenge was never committed.' }
  if (row.ended !== null) return { words: `The live challenge was ended before: ${row.ended}` }
  const challenge = openStrokes(secrets, row)
  if (row.step < challenge.strokes.length) return { words: 'Not all motion of this live challenge was committed.' }
  const commitments = { chain: row.chain.toString('hex'), elapsedMs: row.elapsedMs }
  return { challenge, commitments }
}

/** What the row of a live challenge knows of the motion that answers it. */
export type Commitments = { chain: string; elapsedMs: readonly number[] }

/** In a thread: why the samples of a response are not the committed ones, in words; null where they are. */
export function findCommitmentProblem(challengeId: string, response: unknown, held: Commitments): string | null {
  const streams = readStreams(response)
  const counts = readCounts(response, held.elapsedMs.length)
  if (counts === null) return `response.committed must count imu, camera and pose for ${held.elapsedMs.length} steps.`
  const last = counts.at(-1)
  if (STREAMS.some((stream) => last?.[stream] !== streams[stream].length))
    return 'The response holds another number of samples than were committed.'
  const parts = counts.map((count, step) => cutPart(streams, counts[step - 1] ?? NONE, count))
  if (parts.some((part, step) => !isInTime(part, held.elapsedMs, step)))
    return 'A sample was committed at another step than its time says.'
  const chain = parts.reduce(extendCommitments, beginCommitments(challengeId))
  return chain === held.chain ? null : 'The samples are not those that were committed.'
}

const NONE: CommittedCounts = { imu: 0, camera: 0, pose: 0 }

type Streams = Record<Stream, readonly unknown[]>

function readStreams(response: unknown): Streams {
  const { imu_sequence, camera_sequence, pose_sequence } = response as Record<string, unknown>
  const { samples } = (imu_sequence ?? {}) as Record<string, unknown>
  return { imu: readList(samples), camera: readList(camera_sequence), pose: readList(pose_sequence) }
}

function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The counts of every step, each at least that of the step before; null for anything else. */
function readCounts(response: unknown, steps: number): CommittedCounts[] | null {
  const { committed } = response as { committed?: unknown }
  if (!Array.isArray(committed) || committed.length !== steps) return null
  const counts = committed.map((one) => ({ ...NONE, ...(one as object) }))
  const grows = (stream: Stream) =>
    counts.every(
      (count, step) => Number.isInteger(count[stream]) && count[stream] >= (counts[step - 1] ?? NONE)[stream],
    )
  return STREAMS.every(grows) ? counts : null
}

function cutPart(streams: Streams, from: CommittedCounts, to: CommittedCounts): CommittedPart {
  const cut = (stream: Stream) => streams[stream].slice(from[stream], to[stream])
  return { imu: cut('imu'), camera: cut('camera'), pose: cut('pose') }
}

function isInTime(part: CommittedPart, elapsedMs: readonly number[], step: number): boolean {
  const span = { sinceMs: elapsedMs[step - 1] ?? 0, untilMs: elapsedMs[step] ?? 0 }
  const timeOf = (sample: unknown) => (sample as { t?: unknown } | null)?.t
  return STREAMS.every((stream) => part[stream].every((sample) => isCommittedInTime(stream, timeOf(sample), span)))
}

/** A live challenge between two steps. */
type LiveState = {
  challenge: Challenge
  /** How many steps were made. */
  step: number
  issuedAt: Date
  /** When the capture began by the server's clock, as the first step told; null before it. */
  beganAt: Date | null
  /** Why it takes no step any more, in words; null while it does. */
  ended: string | null
  expiresAt: Date
}

/** A call for the next stroke. */
type Step = { elapsedMs: number; now: Date }

// A person reacts within 0.9 s; whoever waits longer than 2 s has missed the next cue.
const AFTER_CUE_MS = { least: 400, most: 2000 }
/** The last step comes at the end of the capture, which no further stroke waits for. */
const AROUND_END_MS = 700
/** Clocks of several processes differ. */
const TOLERANCE_MS = 500
/**
 * By how much a later step may disagree with the first one on when the capture began. Networks delay one call more than another; whoever
 * wants more time to compute gets so much in all, and not so much for each stroke.
 */
const AGREEMENT_MS = { earlier: 1000, later: 1500 }

/** When a step may come, in ms since the first sample: some time after the cue of its stroke, and the last one at the end. */
function stepWindow({ strokes, durationMs }: Challenge, step: number): { least: number; most: number } {
  const isLast = step === strokes.length - 1
  if (isLast) return { least: durationMs - AROUND_END_MS, most: durationMs + AROUND_END_MS }
  const cueMs = strokes[step]?.atMs ?? Number.NaN
  return { least: cueMs + AFTER_CUE_MS.least, most: cueMs + AFTER_CUE_MS.most }
}

/** Why a step cannot be made, in words for whoever wrote the client; null for one that can. */
export function findStepProblem(state: LiveState, { elapsedMs, now }: Step): string | null {
  if (state.ended !== null) return state.ended
  if (now.getTime() >= state.expiresAt.getTime()) return 'The challenge has expired.'
  if (state.step >= state.challenge.strokes.length) return 'All motion was committed before this step.'
  const { least, most } = stepWindow(state.challenge, state.step)
  if (elapsedMs < least) return `Step ${state.step + 1} came too early, or an earlier one came twice.`
  if (elapsedMs > most) return `Step ${state.step + 1} came too late.`
  return findClockProblem(state, { elapsedMs, now })
}

function findClockProblem({ step, issuedAt, beganAt }: LiveState, { elapsedMs, now }: Step): string | null {
  const began = now.getTime() - elapsedMs
  if (began < issuedAt.getTime() - TOLERANCE_MS)
    return 'elapsed_ms is more than the time since the challenge was issued.'
  if (beganAt === null) return null
  if (began < beganAt.getTime() - AGREEMENT_MS.earlier)
    return `Step ${step + 1} came too early: less time has passed than elapsed_ms says.`
  if (began > beganAt.getTime() + AGREEMENT_MS.later)
    return `Step ${step + 1} came too late: more time has passed than elapsed_ms says.`
  return null
}

/** How long after its time a sample may be committed: a page gets readings late, and pictures are looked at first. */
const LATE_SAMPLE_MS = { imu: 300, camera: 1000, pose: 1000 } as const
const EARLY_SAMPLE_MS = 100

/** How many samples of each stream were committed by the end of a step. */
export type CommittedCounts = Record<Stream, number>
type Stream = keyof typeof LATE_SAMPLE_MS
const STREAMS = ['imu', 'camera', 'pose'] as const satisfies Stream[]

/** Whether a sample of this time can have been first committed between two steps. */
function isCommittedInTime(stream: Stream, t: unknown, { sinceMs, untilMs }: StepSpan): boolean {
  return typeof t === 'number' && t >= sinceMs - LATE_SAMPLE_MS[stream] && t <= untilMs + EARLY_SAMPLE_MS
}

/** From the step before to this one, in ms since the first sample. */
type StepSpan = { sinceMs: number; untilMs: number }
