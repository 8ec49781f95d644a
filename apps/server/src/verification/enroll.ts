import { randomBytes } from 'node:crypto'
import type { Enrollment } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { demandToken } from '../auth/authorize.ts'
import type { Transaction } from '../database/pool.ts'
import { resultOf } from '../http/large-body.ts'
import { RequestProblem } from '../http/problem.ts'
import { emailKeyOf } from '../identity/email.ts'
import { findNode } from '../nodes/store.ts'
import type { Service } from '../service.ts'
import type { Judgement } from './captures.ts'
import { type IssuedChallenge, openChallenge } from './challenge.ts'
import { sealEnrollment } from './enrollment.ts'
import { type Recalled, recall, type Trace } from './memory.ts'
import {
  anonymousUserId,
  type CaptureProblem,
  challengeProblem,
  enrollmentEnd,
  isTooEarly,
  type RejectionReason,
  refusalOf,
  rejectionWords,
  tooLongProblem,
  userIdOfNode,
} from './rules.ts'
import { useChallenge } from './store.ts'
import type { ReadEnrolment } from './work.ts'

type Admission = { refused: RejectionReason } | { issued: IssuedChallenge; now: Date }

/** Enrolls whoever answered the challenge; 401 without the node's token, 400 with the reason for anything else. */
export async function enrollCaptures(
  service: Service,
  given: ReadEnrolment,
  request: FastifyRequest,
): Promise<Enrollment> {
  const admission = await service.db.transaction((tx) => admit(tx, service, { given, request }))
  if ('refused' in admission) throw challengeRefused(admission.refused)
  const { issued, now } = admission
  if (given.tooLong.length > 0) throw capturesRefused(given.tooLong.map(tooLongProblem))
  const judgement = await judge(service, given, issued)
  if ('problems' in judgement) throw capturesRefused(judgement.problems)
  return sealEnrollment(service.secrets, {
    user_id: userIdFor(service, issued),
    ...templateOf(judgement.template),
    enrolled_at: now.toISOString(),
    expires_at: enrollmentEnd(now).toISOString(),
    device_info: given.deviceInfo,
  })
}

type Given = { given: ReadEnrolment; request: FastifyRequest }

async function admit(tx: Transaction, service: Service, { given, request }: Given): Promise<Admission> {
  const nodeId = given.email === undefined ? null : await demandOwnNode(tx, service, { email: given.email, request })
  const issued = openChallenge(service.secrets, given.challenge.token)
  const problem = challengeProblem(issued, { id: given.challenge.id, purpose: 'enroll', now: tx.now })
  if (problem || issued === null) return { refused: problem ?? 'challenge_invalid' }
  if ((issued.node?.id ?? null) !== nodeId) return { refused: 'challenge_invalid' }
  if (!(await useChallenge(tx, issued))) return { refused: 'challenge_replayed' }
  if (isTooEarly(issued, { spansMs: given.spansMs, now: tx.now })) return { refused: 'challenge_too_early' }
  return { issued, now: tx.now }
}

/** The number of the node that the e-mail address names, if the token is a proved one of it: nobody enrolls as somebody else. */
async function demandOwnNode(
  tx: Transaction,
  service: Service,
  { email, request }: { email: string; request: FastifyRequest },
): Promise<number> {
  const { nodeId, proved } = await demandToken(tx, service, request)
  const node = await findNode(tx, emailKeyOf(email))
  if (proved && node?.id === nodeId) return nodeId
  throw new RequestProblem('UNAUTHORIZED', 'Enrolling a node needs a token that it was given at or after activation.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** Only here motion is read: whoever has no genuine challenge gets none of it computed. */
async function judge({ db, threads }: Service, given: ReadEnrolment, issued: IssuedChallenge): Promise<Judgement> {
  const read = await threads.run('traceEnrolment', given.bytes, [given.bytes.buffer])
  const { bytes, traces } = resultOf(read)
  const recalled = await db.transaction((tx) => recallEach(tx, traces))
  return threads.run('judgeEnrolment', { bytes, challenge: issued.challenge, recalled }, [bytes.buffer])
}

async function recallEach(tx: Transaction, traces: readonly Trace[][]): Promise<Recalled[][]> {
  const all: Recalled[][] = []
  for (const ofOne of traces) all.push(await recall(tx, ofOne))
  return all
}

function userIdFor({ secrets }: Service, { node }: IssuedChallenge): string {
  return node ? userIdOfNode(secrets.hash('user', String(node.id))) : anonymousUserId(randomBytes(32))
}

type Template = Extract<Judgement, { template: unknown }>['template']

function templateOf({ mean, version, variance, count, missing }: Template) {
  return {
    signature: { vector: mean.map(shortened), version },
    variance: variance.map(shortened),
    sample_count: count,
    missing,
  }
}

/** Six digits behind the point are far below what a capture measures, and a third of the bytes. */
function shortened(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

function capturesRefused(problems: readonly CaptureProblem[]): RequestProblem {
  const { detail, errors } = refusalOf(problems)
  return new RequestProblem('CHALLENGE_REFUSED', detail, { errors })
}

function challengeRefused(reason: RejectionReason): RequestProblem {
  const message = `${reason}: ${rejectionWords(reason)}`
  return new RequestProblem('CHALLENGE_REFUSED', message, { errors: [{ pointer: '/challenge', message }] })
}
