import { randomBytes } from 'node:crypto'
import type { Enrollment } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { requireFreshSignIn } from '../../identity/access/authorize.ts'
import { queueOwnerNotice } from '../../identity/mail/queue.ts'
import { computeUserId, lockNode, lockNodeById, type Node } from '../../identity/node-store.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { toEmailKey } from '../../platform/email.ts'
import { requireResult } from '../../platform/http/body.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { refuseCaptures, listUnacceptableCaptures } from '../challenge/captures.ts'
import {
  checkChallenge,
  refuseChallenge,
  type IssuedChallenge,
  isTooEarly,
  listRounds,
  openChallenge,
  type RejectionReason,
} from '../challenge/challenge.ts'
import { spendChallenge } from '../challenge/store.ts'
import { findSimilarMotion } from '../memory/memory.ts'
import {
  createAnonymousUserId,
  countStrokes,
  type EnrollmentBody,
  computeEnrollmentEnd,
  judgeEnrollment,
  type EnrollmentJudgment,
  type LearnedMotion,
  sealEnrollment,
  type Template,
  computeEnrollmentTraces,
} from './enrollment.ts'
import { addEnrollmentNumber } from './store.ts'

type Admission = { rejection: RejectionReason } | { issued: IssuedChallenge; now: Date }

/** A body of POST /api/enroll, the challenge that it answers, and the motion that was learned from its captures. */
type JudgedEnrollment = { given: EnrollmentBody; issued: IssuedChallenge; learned: LearnedMotion; now: Date }

/**
 * Spends the challenge of an enrollment and learns from its captures, before the transaction that enrolls. Throws 401 without a token of the named
 * node, 403 without a fresh sign-in, and 400 with the reason for everything else.
 */
export async function judgeEnrollmentBody(
  service: Service,
  given: EnrollmentBody,
  request: FastifyRequest,
): Promise<JudgedEnrollment> {
  const admission = await service.db.transaction((tx) => claimCaptures(tx, service, { given, request }))
  if ('rejection' in admission) throw refuseChallenge(admission.rejection)
  const unacceptable = listUnacceptableCaptures(given, service.settings)
  if (unacceptable.length > 0) throw refuseCaptures(unacceptable)
  const learned = await judgeMotion(service, given, admission.issued)
  if ('problems' in learned) throw refuseCaptures(learned.problems)
  return { given, learned, ...admission }
}

/**
 * Creates the enrollment of captures that were judged, invalidates the previous enrollment of the node and queues a notice to its owner. Returns a
 * problem if the node no longer exists.
 */
export async function issueEnrollment(
  tx: Transaction,
  service: Service,
  { given, issued, learned, now }: JudgedEnrollment,
): Promise<Enrollment | RequestProblem> {
  const node = issued.node ? await lockNodeById(tx, issued.node.id) : null
  if (node === undefined) return refuseChallenge('challenge_invalid')
  const { version, count } = learned.template
  const shown = {
    user_id: computeEnrolledUser(service, issued),
    number: node ? await addEnrollmentNumber(tx, { nodeId: node.id, now }) : 1,
    signature: { version },
    sample_count: count,
    ...(learned.strokes && { stroke_count: countStrokes(learned.strokes) }),
    enrolled_at: now.toISOString(),
    expires_at: computeEnrollmentEnd(now).toISOString(),
    device_info: given.deviceInfo,
  }
  if (node) await queueOwnerNotice(tx, service, { node, event: 'enrollment' })
  return sealEnrollment(service.secrets, shown, toTemplate(learned))
}

type EnrollmentCall = { given: EnrollmentBody; request: FastifyRequest }

async function claimCaptures(
  tx: Transaction,
  service: Service,
  { given, request }: EnrollmentCall,
): Promise<Admission> {
  const { email } = given
  const issued = openChallenge(service.secrets, given.challenge.token)
  // The sign-in counts at the moment when the challenge was given: the captures take a minute.
  const at = issued?.issuedAt ?? tx.now
  const node = email === undefined ? null : await requireOwnNode(tx, service, { email, request, at })
  const problem = checkChallenge(issued, { id: given.challenge.id, purpose: 'enroll', now: tx.now })
  if (problem || issued === null) return { rejection: problem ?? 'challenge_invalid' }
  if ((issued.node?.id ?? null) !== (node?.id ?? null)) return { rejection: 'challenge_invalid' }
  if (!(await spendChallenge(tx, issued))) return { rejection: 'challenge_replayed' }
  if (isTooEarly(issued, { spansMs: given.spansMs, now: tx.now })) return { rejection: 'challenge_too_early' }
  return { issued, now: tx.now }
}

/**
 * Locks and returns the node with this e-mail address, so that no person enrolls as another. Throws 401 unless the request has a token of that
 * node, and 403 unless its sign-in is fresh at the time `at`.
 */
export async function requireOwnNode(
  tx: Transaction,
  service: Service,
  { email, request, at = tx.now }: { email: string; request: FastifyRequest; at?: Date },
): Promise<Node> {
  const { nodeId } = await requireFreshSignIn(tx, service, { request, at })
  const node = await lockNode(tx, toEmailKey(email))
  if (node?.id === nodeId) return node
  throw new RequestProblem('UNAUTHORIZED', 'The token is not of the node with this e-mail address.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** Judges the motion. It is read only here, so callers without a genuine challenge cause no work. */
async function judgeMotion(
  service: Service,
  given: EnrollmentBody,
  issued: IssuedChallenge,
): Promise<EnrollmentJudgment> {
  const { threads } = service
  const rounds = listRounds(issued)
  const read = await threads.run(computeEnrollmentTraces, { bytes: given.bytes, rounds }, [given.bytes.buffer])
  const { bytes, traces } = requireResult(read)
  const recalled = await findSimilarMotion(service, traces)
  const { refusesSimulation } = service.settings
  return threads.run(judgeEnrollment, { bytes, rounds, recalled, refusesSimulation }, [bytes.buffer])
}

function computeEnrolledUser({ secrets }: Service, { node }: IssuedChallenge): string {
  return node ? computeUserId(secrets, node.id) : createAnonymousUserId(randomBytes(32))
}

function toTemplate({
  template: { mean, variance, missing, statistics, windows },
  strokes,
  reaction,
}: LearnedMotion): Template {
  return {
    vector: toRounded(mean, 6),
    variance: toRounded(variance, 6),
    missing: [...missing],
    ...(statistics && { statistics: toRounded(statistics, 3) }),
    ...(windows && { windows }),
    ...(strokes && { strokes }),
    ...(reaction && { reaction }),
  }
}

/** Rounds values to so many digits after the point: far more precise than a capture, and a fraction of the bytes. */
function toRounded(values: readonly number[], digits: number): number[] {
  const unit = 10 ** digits
  return values.map((value) => Math.round(value * unit) / unit)
}
