import { randomBytes, timingSafeEqual } from 'node:crypto'
import {
  deleteResearchRecordings,
  deleteResearchSession,
  getRecordingReport,
  getResearchStats,
  type ResearchUpload,
  uploadResearch,
} from '@stillhere/contract'
import { presenceScore } from '@stillhere/engine'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findCallerToken } from '../../identity/access/authorize.ts'
import { addToTally } from '../../identity/node-store.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { toDay } from '../../platform/day.ts'
import { toTaskResult, type CaughtProblem, requireResult } from '../../platform/http/body.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import {
  createAddressBudget,
  toAddressKey,
  toBudgetOwner,
  refuseTooMany,
  runOnCpuBudget,
} from '../../platform/limits/budgets.ts'
import { createFlood, type Flood } from '../../platform/limits/flood.ts'
import { type BudgetResult, readBudget, spendExactly } from '../../platform/limits/store.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import type { TaskResult } from '../../platform/threads/threads.ts'
import { encodeLandmarks, readFrames, type ReadFrame, readUpload } from './landmarks.ts'
import { countCaptures, countRecordedPeople, deleteCaptures } from './recording-store.ts'
import { toRecordingReport } from './recordings.ts'
import { describeUpload, isSessionId, createDeleteToken, readDeleteToken, toStats } from './rules.ts'
import {
  ACCEPTED_TALLY,
  addSalt,
  addSession,
  updateGiven,
  countSessions,
  countStrokeSessions,
  type DeletableSession,
  type DeletableStrokes,
  deleteSession,
  deleteStrokeSession,
  type UploadDescription,
  deleteIdleGiver,
  lockNodeRow,
  lockGiver,
  lockSession,
  lockStrokeSession,
  type Motion,
  type Presence,
  updateRepeat,
  readSalt,
  USABLE_TALLY,
} from './store.ts'

/**
 * Registers the research endpoints: upload of landmarks, public figures, deletion of a session or of its whole captures, and the operator's report
 * on recordings.
 */
export function serveResearch(app: FastifyInstance, service: Service): void {
  const tries = createFlood(service.settings.limits['research.try.address'])
  serveTx(app, uploadResearch, {
    prepare: async ({ body: bytes, request }) => {
      await requireUploads(service, tries, request)
      return runOnCpuBudget(service, request, async ({ threads }) =>
        requireResult(await threads.run(readResearchUpload, bytes, copyToOwnMemory(bytes))),
      )
    },
    commit: async (tx, { prepared: read, request, reply }) => {
      const token = createDeleteToken(randomBytes)
      const remaining = await addUploadedSession(tx, service, { read, token, request })
      reply.header('x-ratelimit-remaining', String(remaining))
      const { session_id } = read.described
      return { success: true, session_id, usable: read.motion !== null, delete_token: token }
    },
  })

  serve(app, getResearchStats, async () => {
    const [landmarks, strokes] = [await countSessions(service.db), await countStrokeSessions(service.db)]
    return toStats({ ...landmarks, strokes, takesRecordings: service.settings.researchRecordings > 0 }, service.now())
  })

  serveTx(app, deleteResearchSession, async (tx, { params, request }) => {
    await removeSession(tx, service, { id: params.id, token: readDeleteToken(request.headers.authorization) })
    return { success: true }
  })

  serveTx(app, deleteResearchRecordings, async (tx, { params, request }) => {
    await deleteRecordings(tx, service, { id: params.id, token: readDeleteToken(request.headers.authorization) })
    return { success: true }
  })

  serve(app, getRecordingReport, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    const [groups, people] = await Promise.all([countCaptures(service.db), countRecordedPeople(service.db)])
    return toRecordingReport({ groups, people, most: service.settings.researchRecordings })
  })
}

const NO_HASH = Buffer.alloc(32)

type NamedSession = { id: string; token: string | undefined }

/** Deletes the session, of landmarks or of strokes, that the id and the delete token name; throws 404 if there is none. */
async function removeSession(tx: Transaction, service: Service, named: NamedSession): Promise<void> {
  const { landmarks, strokes } = await findOwned(tx, service, named)
  if (landmarks) return removeLandmarks(tx, landmarks)
  if (strokes) return removeStrokes(tx, strokes)
  throw refuseUnknownSession()
}

/** Deletes the whole captures of the session of strokes that the id and the delete token name; throws 404 if there is none. */
async function deleteRecordings(tx: Transaction, service: Service, named: NamedSession): Promise<void> {
  const { strokes } = await findOwned(tx, service, named)
  if (!strokes) throw refuseUnknownSession()
  await deleteCaptures(tx, strokes.id)
}

async function findOwned(
  tx: Transaction,
  { secrets }: Service,
  { id, token }: NamedSession,
): Promise<{ landmarks?: DeletableSession | undefined; strokes?: DeletableStrokes | undefined }> {
  const isId = isSessionId(id)
  const landmarks = isId ? await lockSession(tx, id) : undefined
  const strokes = isId ? await lockStrokeSession(tx, id) : undefined
  const hash = secrets.hash('research-delete', token ?? '')
  // Compared also where there is nothing to compare with: an unknown id and a wrong token take the same way.
  const ownsLandmarks = timingSafeEqual(hash, landmarks?.deleteHash ?? NO_HASH)
  const ownsStrokes = timingSafeEqual(hash, strokes?.deleteHash ?? NO_HASH)
  return { landmarks: ownsLandmarks ? landmarks : undefined, strokes: ownsStrokes ? strokes : undefined }
}

async function removeLandmarks(tx: Transaction, session: DeletableSession): Promise<void> {
  await deleteSession(tx, session.id)
  await addToTally(tx, ACCEPTED_TALLY, -1)
  if (!session.counts) return
  const isCountedOn = session.contentHash !== null && (await updateRepeat(tx, session.contentHash))
  if (!isCountedOn) await addToTally(tx, USABLE_TALLY, -1)
}

async function removeStrokes(tx: Transaction, { id, person }: DeletableStrokes): Promise<void> {
  await lockGiver(tx, person)
  await updateGiven(tx, { person, accepted: -1 }, () => deleteStrokeSession(tx, id))
  await deleteIdleGiver(tx, person)
}

function refuseUnknownSession(): RequestProblem {
  return new RequestProblem('NOT_FOUND', 'There is no such session under this delete token (Authorization: Bearer).')
}

// A large body has its memory to itself and can change hands; small ones share a pool with others and are copied.
function copyToOwnMemory({ buffer, length }: Buffer): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === length ? [buffer] : []
}

type Upload = { read: ReadSession; token: string; request: FastifyRequest }

/** Stores a session and returns how many more uploads the address has. An error undoes what was spent. */
async function addUploadedSession(
  tx: Transaction,
  service: Service,
  { read, token, request }: Upload,
): Promise<number> {
  const remaining = await spendUpload(tx, service, request)
  const { secrets } = service
  const session = {
    ...read,
    contentHash: read.motion && secrets.hash('research-content', Buffer.from(read.motion.landmarks)),
    person: await findPerson(tx, service, request),
    source: await computeSource(tx, service, request),
    deleteHash: secrets.hash('research-delete', token),
    now: tx.now,
  }
  const isFirst = await addSession(tx, { ...session, repeats: false })
  if (!isFirst && !(read.motion && (await addSession(tx, { ...session, repeats: true }))))
    throw refuseDuplicateSession()
  await addToTally(tx, ACCEPTED_TALLY, 1)
  if (isFirst && read.motion) await addToTally(tx, USABLE_TALLY, 1)
  return remaining
}

/**
 * Returns the label (from computePersonLabel) of the node whose proved token the request has, and prevents the erasure of the node until the
 * transaction ends. Returns null without such a token, or if the node no longer exists.
 */
export async function findPerson(tx: Transaction, service: Service, request: FastifyRequest): Promise<Buffer | null> {
  const token = await findCallerToken(tx, service, request)
  if (!token?.proved || !(await lockNodeRow(tx, token.nodeId))) return null
  return computePersonLabel(service.secrets, token.nodeId)
}

/** Computes the keyed hash of a node's id, under which research sessions and recordings of the node are stored. */
export function computePersonLabel(secrets: Secrets, nodeId: number): Buffer {
  return secrets.hash('research-person', String(nodeId))
}

/** Computes the keyed hash of a pseudonym (`sp_…`), under which the strokes given with this pseudonym are stored. */
export function computeGiverLabel(secrets: Secrets, pseudonym: string): Buffer {
  return secrets.hash('research-pseudonym', pseudonym)
}

/**
 * Computes the label of the caller's IP address for one UTC day, by which calibration sees that one source sent many sessions. It is a hash with
 * the random salt of the day, which is created if needed. Once the salt is deleted, the label can't be traced to the address.
 */
export async function computeSource(tx: Transaction, { secrets }: Service, request: FastifyRequest): Promise<Buffer> {
  const day = toDay(tx.now)
  const salt = (await readSalt(tx, day)) ?? (await createSalt(tx, day))
  return secrets.hash('research-source', Buffer.concat([salt, Buffer.from(toAddressKey(request.ip))]))
}

async function createSalt(tx: Transaction, day: string): Promise<Buffer> {
  await addSalt(tx, day, randomBytes(32))
  const salt = await readSalt(tx, day)
  if (!salt) throw new Error(`the salt of ${day} is gone as soon as it was made`)
  return salt
}

/**
 * Requires, before a body is read, that the caller's IP address has attempts and uploads left; throws 429 otherwise. Spends one attempt of `tries`
 * but no upload: the transaction that stores the session calls spendUpload.
 */
export async function requireUploads(service: Service, tries: Flood, request: FastifyRequest): Promise<void> {
  requireBudget(tries.take(toBudgetOwner('research.try.address', request.ip), service.now().getTime()))
  await service.db.transaction(async (tx) => {
    requireBudget(await readBudget(tx, createAddressBudget(tx, service, 'research.upload.address', request)))
  })
}

/** Spends one research upload of the caller's IP address, of landmarks or of strokes, and returns how many are left. Throws 429 if none is left. */
export async function spendUpload(tx: Transaction, service: Service, request: FastifyRequest): Promise<number> {
  return requireBudget(await spendExactly(tx, createAddressBudget(tx, service, 'research.upload.address', request)))
}

function requireBudget(spent: BudgetResult): number {
  if (spent.ok) return spent.remaining
  throw refuseTooMany(spent.retryAfterSeconds, 'This address has uploaded as much as it may.')
}

/** Returns the problem DUPLICATE_SESSION for a session that is stored already. */
export function refuseDuplicateSession(): RequestProblem {
  return new RequestProblem('DUPLICATE_SESSION', 'A session with this session_id was uploaded before.')
}

/** A parsed upload; `motion` is null if its landmarks could not be read. */
type ReadSession = { described: UploadDescription; motion: Motion | null }

// The engine's knowledge of people comes from captures of this length.
const JUDGED_MS = 8000

/**
 * Parses an upload of landmarks, scores its presence and encodes it for storage, in a worker thread. If the body violates the contract, the result
 * is its refusal as data.
 */
export function readResearchUpload(bytes: Uint8Array): TaskResult<CaughtProblem<ReadSession>> {
  return toTaskResult(() => {
    const upload = readUpload(bytes)
    return { described: describeUpload(upload), motion: readMotion(upload) }
  })
}

function readMotion({ landmarks, duration_ms: durationMs, total_frames: totalFrames }: ResearchUpload): Motion | null {
  const frames = readFrames(landmarks, { durationMs, totalFrames })
  if (frames === null) return null
  return {
    joints: frames[0]?.joints.length ?? 0,
    frames: frames.length,
    landmarks: encodeLandmarks(frames),
    presence: scoreMiddle(frames),
  }
}

/** Scores the presence in the middle of a session. Returns null if the engine has too little to score. */
function scoreMiddle(frames: readonly ReadFrame[]): Presence | null {
  const middle = (frames.at(-1)?.t ?? 0) / 2
  const window = frames.filter(({ t }) => Math.abs(t - middle) <= JUDGED_MS / 2)
  const { score, microTiming, noiseResidual, freqEntropy, bioPerturb, status } = presenceScore({ frames: window })
  return status === 'ok' ? { score, microTiming, noiseResidual, freqEntropy, bioPerturb } : null
}
