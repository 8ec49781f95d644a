import { randomBytes } from 'node:crypto'
import type { Enrollment } from '@stillhere/contract'
import type { StrokeTemplate } from '@stillhere/engine'
import type { FastifyRequest } from 'fastify'
import { demandToken } from '../auth/authorize.ts'
import type { Transaction } from '../database/pool.ts'
import { toEmailKey } from '../email.ts'
import { unwrapResult } from '../http/large-body.ts'
import { takeFromAddressBudget } from '../limits/budgets.ts'
import { tellOwner } from '../mail/notices.ts'
import { lockNode, lockNodeById, type Node } from '../nodes/store.ts'
import { computeUserId } from '../nodes/user-id.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import type { Judgment, Learned } from './captures.ts'
import { type IssuedChallenge, listRounds, openChallenge } from './challenge.ts'
import { demandMayEnroll, nextEnrollment } from './enroll-again.ts'
import { sealEnrollment, type Template } from './enrollment.ts'
import { recall } from './memory.ts'
import {
  anonymousUserId,
  type CaptureProblem,
  challengeProblem,
  enrollmentEnd,
  isTooEarly,
  type RejectionReason,
  describeRefusal,
  rejectionWords,
  listUnacceptable,
} from './rules.ts'
import { useChallenge } from './store.ts'
import { type EnrollmentBody, judgeEnrollment, traceEnrollment } from './worker-tasks.ts'

type Admission = { refused: RejectionReason } | { wrongCode: RequestProblem } | { issued: IssuedChallenge; now: Date }

/**
 * Enrolls whoever answered the challenge; 401 without the node's token, 403 where it enrolled before and shows no fresh code or
 * verification, 400 with the reason for anything else.
 */
export async function enrollCaptures(
  service: Service,
  given: EnrollmentBody,
  request: FastifyRequest,
): Promise<Enrollment> {
  if (given.otp !== undefined) await takeFromAddressBudget(service, 'code.try.address', request)
  const admission = await service.db.transaction((tx) => admit(tx, service, { given, request }))
  if ('refused' in admission) throw challengeRefused(admission.refused)
  // Thrown only now: a wrong guess has been committed.
  if ('wrongCode' in admission) throw admission.wrongCode
  const { issued, now } = admission
  const unacceptable = listUnacceptable(given, service.settings)
  if (unacceptable.length > 0) throw capturesRefused(unacceptable)
  const judgment = await judge(service, given, issued)
  if ('problems' in judgment) throw capturesRefused(judgment.problems)
  const { version, count } = judgment.template
  const shown = {
    user_id: userIdFor(service, issued),
    number: await decideNumber(service, issued),
    signature: { version },
    sample_count: count,
    ...(judgment.strokes && { stroke_count: countStrokes(judgment.strokes) }),
    enrolled_at: now.toISOString(),
    expires_at: enrollmentEnd(now).toISOString(),
    device_info: given.deviceInfo,
  }
  if (issued.node) await tellOfEnrollment(service, issued.node.id)
  return sealEnrollment(service.secrets, shown, toTemplate(judgment))
}

async function decideNumber(service: Service, { node }: IssuedChallenge): Promise<number> {
  return node === null ? 1 : service.db.transaction((tx) => nextEnrollment(tx, service, node.id))
}

function tellOfEnrollment(service: Service, nodeId: number): Promise<void> {
  return service.db.transaction(async (tx) => {
    const node = await lockNodeById(tx, nodeId)
    if (node) await tellOwner(tx, service, { node, event: 'enrollment' })
  })
}

type Given = { given: EnrollmentBody; request: FastifyRequest }

async function admit(tx: Transaction, service: Service, { given, request }: Given): Promise<Admission> {
  const { email, otp } = given
  const node = email === undefined ? null : await demandOwnNode(tx, service, { email, request })
  const wrongCode = node && (await demandMayEnroll(tx, service, { node, otp, request }))
  if (wrongCode) return { wrongCode }
  const issued = openChallenge(service.secrets, given.challenge.token)
  const problem = challengeProblem(issued, { id: given.challenge.id, purpose: 'enroll', now: tx.now })
  if (problem || issued === null) return { refused: problem ?? 'challenge_invalid' }
  if ((issued.node?.id ?? null) !== (node?.id ?? null)) return { refused: 'challenge_invalid' }
  if (!(await useChallenge(tx, issued))) return { refused: 'challenge_replayed' }
  if (isTooEarly(issued, { spansMs: given.spansMs, now: tx.now })) return { refused: 'challenge_too_early' }
  return { issued, now: tx.now }
}

/** The node that the e-mail address names, locked, if the token is a proved one of it: nobody enrolls as somebody else. */
async function demandOwnNode(
  tx: Transaction,
  service: Service,
  { email, request }: { email: string; request: FastifyRequest },
): Promise<Node> {
  const { nodeId, proved } = await demandToken(tx, service, request)
  const node = await lockNode(tx, toEmailKey(email))
  if (proved && node?.id === nodeId) return node
  throw new RequestProblem('UNAUTHORIZED', 'Enrolling a node needs a token that it was given at or after activation.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** Only here motion is read: whoever has no genuine challenge gets none of it computed. */
async function judge(service: Service, given: EnrollmentBody, issued: IssuedChallenge): Promise<Judgment> {
  const { threads } = service
  const rounds = listRounds(issued)
  const read = await threads.run(traceEnrollment, { bytes: given.bytes, rounds }, [given.bytes.buffer])
  const { bytes, traces } = unwrapResult(read)
  const recalled = await recall(service, traces)
  const { refusesSimulation } = service.settings
  return threads.run(judgeEnrollment, { bytes, rounds, recalled, refusesSimulation }, [bytes.buffer])
}

function userIdFor({ secrets }: Service, { node }: IssuedChallenge): string {
  return node ? computeUserId(secrets, node.id) : anonymousUserId(randomBytes(32))
}

function toTemplate({ template: { mean, variance, missing, statistics }, strokes }: Learned): Template {
  return {
    vector: roundAll(mean, 6),
    variance: roundAll(variance, 6),
    missing: [...missing],
    ...(statistics && { statistics: roundAll(statistics, 3) }),
    ...(strokes && { strokes: roundStrokes(strokes) }),
  }
}

function roundStrokes({ version, gestures }: StrokeTemplate): StrokeTemplate {
  return { version, gestures: gestures.map((entry) => ({ ...entry, mean: roundAll(entry.mean, 2) })) }
}

/** So many digits behind the point are far below what a capture measures, and a fraction of the bytes. */
function roundAll(values: readonly number[], digits: number): number[] {
  const unit = 10 ** digits
  return values.map((value) => Math.round(value * unit) / unit)
}

function countStrokes({ gestures }: StrokeTemplate): number {
  return gestures.reduce((sum, { count }) => sum + count, 0)
}

/** Captures that cannot be taken, each with its own reason. */
export function capturesRefused(problems: readonly CaptureProblem[]): RequestProblem {
  const { detail, errors } = describeRefusal(problems)
  return new RequestProblem('CHALLENGE_REFUSED', detail, { errors })
}

/** A challenge that cannot be answered, or not any more. */
export function challengeRefused(reason: RejectionReason): RequestProblem {
  const message = `${reason}: ${rejectionWords(reason)}`
  return new RequestProblem('CHALLENGE_REFUSED', message, { errors: [{ pointer: '/challenge', message }] })
}
