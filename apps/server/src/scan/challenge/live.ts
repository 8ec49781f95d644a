import type { advanceChallenge, AnswerOf } from '@stillhere/contract'
import { type Challenge, strokeWords } from '@stillhere/engine'
import { beginCommitments, type CommittedPart, extendCommitments } from '@stillhere/receipt'
import type { Transaction } from '../../platform/database/pool.ts'
import { isUuid } from '../../platform/database/sql.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import type { IssuedChallenge } from './challenge.ts'
import { addLive, updateLive, recordLiveEnd, findLive, type LiveRow, spendLive } from './store.ts'

/** Every sealed text is padded to this length, which otherwise would reveal the directions of the strokes. */
const SEALED_LENGTH = 640

/** Stores the state of a new live challenge: its sealed strokes and the first hash of its commitment chain. */
export async function addLiveChallenge(tx: Transaction, { secrets }: Service, issued: IssuedChallenge): Promise<void> {
  const { id, challenge, issuedAt, expiresAt } = issued
  const sealed = secrets.seal('live-challenge', JSON.stringify(challenge).padEnd(SEALED_LENGTH))
  await addLive(tx, { id, sealed, chain: Buffer.from(beginCommitments(id), 'hex'), issuedAt, expiresAt })
}

/** A call for the next stroke. */
type StepCall = { id: string; commitment: string; elapsedMs: number }

type StepAnswer = AnswerOf<typeof advanceChallenge>

/**
 * Stores the commitment to the motion so far and returns the next stroke; its `action` is null after the last step. Returns a problem if the
 * challenge is unknown, or if the step isn't valid, which also ends the challenge.
 */
export async function recordStep(
  tx: Transaction,
  service: Service,
  call: StepCall,
): Promise<StepAnswer | RequestProblem> {
  const { id, commitment, elapsedMs } = call
  const row = isUuid(id) ? await findLive(tx, id) : undefined
  if (row === undefined) return new RequestProblem('NOT_FOUND', 'There is no such live challenge.')
  const challenge = openStrokes(service.secrets, row)
  const problem = checkStep({ ...row, challenge }, { elapsedMs, now: tx.now })
  const expected = { id, step: row.step, chain: row.chain }
  const beganAt = new Date(tx.now.getTime() - elapsedMs)
  const next = { chain: Buffer.from(commitment, 'hex'), elapsedMs, beganAt }
  const isDone =
    problem === null
      ? await updateLive(tx, expected, next)
      : row.ended !== null || (await recordLiveEnd(tx, expected, problem))
  // Another call came first, so this one is decided again by the state that it left.
  if (!isDone) return recordStep(tx, service, call)
  if (problem !== null) return new RequestProblem('CHALLENGE_ENDED', problem)
  const [step, stroke] = [row.step + 1, challenge.strokes[row.step + 1]]
  return { step, action: stroke ? toAction(stroke) : null, server_time: tx.now.toISOString() }
}

/** Converts a stroke to the form of the API: direction, time of its cue, and instruction in words. */
export function toAction({ direction, atMs }: Challenge['strokes'][number]): NonNullable<StepAnswer['action']> {
  return { direction, at_ms: atMs, words: strokeWords(direction) }
}

function openStrokes(secrets: Secrets, { sealed }: LiveRow): Challenge {
  return JSON.parse(secrets.open('live-challenge', sealed)) as Challenge
}

/** Strokes and commitments of a live challenge that is being answered. */
type AnsweredLive = { challenge: Challenge; commitments: Commitments }

/**
 * Deletes the state of a live challenge and returns its strokes and commitments for its only answer. Returns a sentence instead if the challenge
 * has no state, was ended, or has steps without a commitment; its state is deleted then, too.
 */
export async function spendLiveChallenge(
  tx: Transaction,
  { secrets }: Service,
  id: string,
): Promise<AnsweredLive | { words: string }> {
  const row = await spendLive(tx, id)
  if (row === undefined) return { words: 'The motion of this live challenge was never committed.' }
  if (row.ended !== null) return { words: `The live challenge was ended before: ${row.ended}` }
  const challenge = openStrokes(secrets, row)
  if (row.step < challenge.strokes.length) return { words: 'Not all motion of this live challenge was committed.' }
  const commitments = { chain: row.chain.toString('hex'), elapsedMs: row.elapsedMs }
  return { challenge, commitments }
}

/** Commitments of a live challenge: the last hash of the chain, and the time of each step since the capture began. */
export type Commitments = { chain: string; elapsedMs: readonly number[] }

/**
 * Checks that the samples of a response are exactly those that were committed, step by step. Returns the problem as a sentence, or null. Runs in a
 * worker thread.
 */
export function checkCommitments(challengeId: string, response: unknown, commitments: Commitments): string | null {
  const { elapsedMs } = commitments
  const { imu_sequence, camera_sequence, pose_sequence, committed } = response as Record<string, unknown>
  const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
  const streams: Record<Stream, readonly unknown[]> = {
    imu: toList((imu_sequence as { samples?: unknown } | null | undefined)?.samples),
    camera: toList(camera_sequence),
    pose: toList(pose_sequence),
  }
  const counts = readCounts(committed, elapsedMs.length)
  if (counts === null) return `response.committed must count imu, camera and pose for ${elapsedMs.length} steps.`
  const last = counts.at(-1)
  if (STREAMS.some((stream) => last?.[stream] !== streams[stream].length))
    return 'The response holds another number of samples than were committed.'
  const parts = counts.map((count, step): CommittedPart => {
    const from = counts[step - 1] ?? NONE
    const cut = (stream: Stream) => streams[stream].slice(from[stream], count[stream])
    return { imu: cut('imu'), camera: cut('camera'), pose: cut('pose') }
  })
  if (parts.some((part, step) => !isInTime(part, elapsedMs, step)))
    return 'A sample was committed at another step than its time says.'
  const chain = parts.reduce(extendCommitments, beginCommitments(challengeId))
  return chain === commitments.chain ? null : 'The samples are not those that were committed.'
}

const NONE: CommittedCounts = { imu: 0, camera: 0, pose: 0 }

/** Reads the sample counts of every step. Returns null unless each count is at least that of the step before. */
function readCounts(committed: unknown, steps: number): CommittedCounts[] | null {
  if (!Array.isArray(committed) || committed.length !== steps) return null
  const counts = committed.map((one) => ({ ...NONE, ...(one as object) }))
  const isRising = STREAMS.every((stream) =>
    counts.every(
      (count, step) => Number.isInteger(count[stream]) && count[stream] >= (counts[step - 1] ?? NONE)[stream],
    ),
  )
  return isRising ? counts : null
}

/** Returns whether, by its time, every sample of a step can have been committed first at this step. */
function isInTime(part: CommittedPart, elapsedMs: readonly number[], step: number): boolean {
  const [sinceMs, untilMs] = [elapsedMs[step - 1] ?? 0, elapsedMs[step] ?? 0]
  return STREAMS.every((stream) =>
    part[stream].every((sample) => {
      const t = (sample as { t?: unknown } | null)?.t
      return typeof t === 'number' && t >= sinceMs - LATE_SAMPLE_MS[stream] && t <= untilMs + EARLY_SAMPLE_MS
    }),
  )
}

/** A live challenge between two steps. */
type LiveState = {
  challenge: Challenge
  /** Number of steps so far. */
  step: number
  issuedAt: Date
  /** When the capture began by the server's clock, computed from the first step; null before it. */
  beganAt: Date | null
  /** Why it takes no further step; null while it does. */
  ended: string | null
  expiresAt: Date
}

/** A call for the next stroke. */
type Step = { elapsedMs: number; now: Date }

// A person reacts within 0.9 s; after 2 s the next cue is missed.
const AFTER_CUE_MS = { least: 400, most: 2000 }
/** The last step comes at the end of the capture, plus or minus this time. */
const AROUND_END_MS = 700
/** Clocks of several processes differ. */
const TOLERANCE_MS = 500
/**
 * By how much a later step may disagree with the first one on when the capture began. Networks delay one call more than another. An
 * attacker who needs time to compute gains this much in all, not for each stroke.
 */
const AGREEMENT_MS = { earlier: 1000, later: 1500 }

/** Computes when a step may come, in ms since the first sample: after the cue of its stroke, and the last one at the end. */
function computeStepWindow({ strokes, durationMs }: Challenge, step: number): { least: number; most: number } {
  const isLast = step === strokes.length - 1
  if (isLast) return { least: durationMs - AROUND_END_MS, most: durationMs + AROUND_END_MS }
  const cueMs = strokes[step]?.atMs ?? Number.NaN
  return { least: cueMs + AFTER_CUE_MS.least, most: cueMs + AFTER_CUE_MS.most }
}

/**
 * Checks that a live challenge can take its next step, and that the step comes in time. Returns the problem as a sentence for the client's
 * developer, or null. `elapsedMs` is the time since the capture began, by the client.
 */
export function checkStep(state: LiveState, { elapsedMs, now }: Step): string | null {
  if (state.ended !== null) return state.ended
  if (now.getTime() >= state.expiresAt.getTime()) return 'The challenge has expired.'
  if (state.step >= state.challenge.strokes.length) return 'All motion was committed before this step.'
  const { least, most } = computeStepWindow(state.challenge, state.step)
  if (elapsedMs < least) return `Step ${state.step + 1} came too early, or an earlier one came twice.`
  if (elapsedMs > most) return `Step ${state.step + 1} came too late.`
  return checkStepTime(state, { elapsedMs, now })
}

function checkStepTime({ step, issuedAt, beganAt }: LiveState, { elapsedMs, now }: Step): string | null {
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

/** How long after its time a sample may be committed: pages get readings late, and images are processed first. */
const LATE_SAMPLE_MS = { imu: 300, camera: 1000, pose: 1000 } as const
const EARLY_SAMPLE_MS = 100

/** Number of samples of each stream that were committed by the end of a step. */
export type CommittedCounts = Record<Stream, number>
type Stream = keyof typeof LATE_SAMPLE_MS
const STREAMS = ['imu', 'camera', 'pose'] as const satisfies Stream[]
