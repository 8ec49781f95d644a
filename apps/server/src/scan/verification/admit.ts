import { randomBytes } from 'node:crypto'
import type { SubjectKind } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { requireNodeAccess } from '../../identity/access/authorize.ts'
import { computeUserId, findNode } from '../../identity/node-store.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { createAddressBudget, refuseTooMany } from '../../platform/limits/budgets.ts'
import { type Budget, type BudgetResult, cancelSpending, spendExactly } from '../../platform/limits/store.ts'
import { refuseField, type RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { LimitName } from '../../platform/settings/limits.ts'
import { type ActiveCalibration, activeCalibration } from '../calibration/run.ts'
import { type IssuedChallenge, openChallenge } from './challenge.ts'
import { holdsSeal, openTemplate, type ReadEnrollment } from './enrollment.ts'
import { type Commitments, settleLive } from './live.ts'
import {
  challengeProblem,
  drawVisitor,
  enrollmentFits,
  isTooEarly,
  type RejectionReason,
  TOO_LONG_WORDS,
} from './rules.ts'
import { currentEnrollment, useChallenge } from './store.ts'
import { type Binding, type ScanTarget, TARGET_GONE } from './target.ts'
import type { EnrolledMotion, ReadAnswer } from './worker-tasks.ts'

/** A genuine answer that is worth judging, or why it is not. */
type Admission =
  | { rejection: RejectionReason; words?: string }
  | RequestProblem
  | {
      issued: IssuedChallenge
      /** For whom and for what, as the receipt will say it. */
      binding: Binding
      /** Of a live challenge. */
      commitments: Commitments | null
      userId: string
      subjectKind: SubjectKind
      /** Null on a first visit: no one is recognized. */
      enrolled: EnrolledMotion | null
      /** Taken before the answer is judged, and given back where it is verified. */
      tries: Budget[]
      calibration: ActiveCalibration | null
      /** In a sandbox, and for a site that tests. */
      isTest: boolean
    }

export type Admitted = Extract<Admission, { userId: string }>

/** Why an answer gets no receipt. */
export type Rejection = Extract<Admission, { rejection: unknown }>

type Given = { answer: ReadAnswer; request: FastifyRequest; scanTarget: ScanTarget }

/** Uses the challenge up, and finds whether its answer is worth judging; 401 where AUTH_MODE asks for a token. */
export async function admit(
  tx: Transaction,
  service: Service,
  { answer, request, scanTarget }: Given,
): Promise<Admission> {
  const sealed = openChallenge(service.secrets, answer.challenge.token)
  const problem = challengeProblem(sealed, { id: answer.challenge.id, purpose: 'verify', now: tx.now })
  if (problem || sealed === null) return { rejection: problem ?? 'challenge_invalid' }
  if (!(await isNodeThere(tx, service, { issued: sealed, request }))) return { rejection: 'challenge_invalid' }
  const audience = chooseAudience(sealed, answer)
  // It may have been asked for when the site was still registered, or the token has been revoked since.
  await scanTarget.requireAccess(tx, service, { target: sealed.target, audience, request })
  if (!(await useChallenge(tx, sealed))) return { rejection: 'challenge_replayed' }
  const target = sealed.target && (await scanTarget.lock(tx, service, sealed.target))
  if (sealed.target && !target) return TARGET_GONE
  const live = sealed.pace === 'live' ? await settleLive(tx, service, sealed.id) : null
  if (isTooEarly(sealed, { spansMs: [answer.spanMs], now: tx.now })) return { rejection: 'challenge_too_early' }
  if (answer.answered !== sealed.id) return { rejection: 'challenge_mismatch' }
  if (live && 'words' in live) return { rejection: 'challenge_mismatch', words: live.words }
  const issued = live ? { ...sealed, challenge: live.challenge } : sealed
  const mover = await findMover(tx, service, { answer, issued, takesFirstVisit: target?.takesFirstVisit === true })
  if ('rejection' in mover) return mover
  const { userId, subjectKind, enrolled } = mover
  const isTest = service.settings.sandbox || target?.test === true
  if (answer.isMarked && !isTest) return { rejection: 'test_motion' }
  if (answer.isTooLong) return { rejection: 'insufficient_signal', words: TOO_LONG_WORDS }
  const tries = subjectKind === 'once' ? listVisitorTries(tx, service, request) : listUserTries(tx, service, userId)
  const taken = await takeTry(tx, tries)
  if (!taken.ok) return refuseTooMany(taken.retryAfterSeconds, REFUSED_TOO_OFTEN[subjectKind])
  // By what was enrolled, not by what came: nobody may choose by which thresholds they are judged.
  const calibration = enrolled && (await activeCalibration(tx, enrolled.strokes === null ? 'landmarks' : 'strokes'))
  return {
    issued,
    binding: { ...sealed.binding, ...(audience && { audience }) },
    commitments: live?.commitments ?? null,
    userId,
    subjectKind,
    enrolled,
    tries,
    calibration,
    isTest,
  }
}

const REFUSED_TOO_OFTEN: Readonly<Record<SubjectKind, string>> = {
  same: 'This user was refused too often.',
  once: 'Scans without an enrollment were refused too often from this network.',
}

type Mover = Pick<Admitted, 'userId' | 'subjectKind' | 'enrolled'>

/** Whose motion it is to be: that of the enrollment or, without one, of a person whom a check takes without knowing them. */
async function findMover(
  tx: Transaction,
  service: Service,
  { answer, issued, takesFirstVisit }: { answer: ReadAnswer; issued: IssuedChallenge; takesFirstVisit: boolean },
): Promise<Mover | Rejection> {
  if (answer.enrollment === undefined) {
    const { node, assurance = 1 } = issued
    if (takesFirstVisit && node === null && assurance === 1)
      return { userId: drawVisitor(randomBytes(32)), subjectKind: 'once', enrolled: null }
    return { rejection: 'enrollment_invalid', words: 'This scan needs an enrollment. Enroll first, and scan again.' }
  }
  const enrollment = await acceptEnrollment(tx, service, { answer, issued })
  if (enrollment === null) return { rejection: 'enrollment_invalid' }
  return { userId: enrollment.userId, subjectKind: 'same', enrolled: openEnrolledMotion(service, enrollment) }
}

/** For whom the receipt is: as the challenge says or, where it says nothing and no passkey signed so, as the answer does. 400 otherwise. */
function chooseAudience({ binding }: IssuedChallenge, { audience, passkey }: ReadAnswer): string | undefined {
  const sealed = binding?.audience
  const isFixed = sealed !== undefined || passkey !== undefined
  if (audience !== undefined && isFixed && audience !== sealed)
    throw refuseField('/audience', 'must be the one that the challenge was asked for with')
  return sealed ?? audience
}

/** Whether the challenge's node still exists; 401 where AUTH_MODE asks for its token. */
async function isNodeThere(
  tx: Transaction,
  service: Service,
  { issued: { node }, request }: { issued: IssuedChallenge; request: FastifyRequest },
): Promise<boolean> {
  if (node === null) return true
  const found = await findNode(tx, node.emailKey)
  if (found?.id !== node.id) return false
  await requireNodeAccess(tx, service, { node: found, request })
  return true
}

/** The enrollment, if this service sealed it, it fits the challenge, and the node has no newer one; or null. */
async function acceptEnrollment(
  tx: Transaction,
  { secrets }: Service,
  { answer, issued: { node } }: { answer: ReadAnswer; issued: IssuedChallenge },
): Promise<ReadEnrollment | null> {
  const { enrollment, claimedUser } = answer
  if (!enrollment || !holdsSeal(secrets, enrollment)) return null
  const owner = node && computeUserId(secrets, node.id)
  if (!enrollmentFits(enrollment, { owner, claimedUser, now: tx.now })) return null
  const isNewest = node === null || enrollment.number === (await currentEnrollment(tx, node.id))
  return isNewest ? enrollment : null
}

function openEnrolledMotion({ secrets }: Service, enrollment: ReadEnrollment): EnrolledMotion {
  const { vector, variance, strokes = null, ...more } = openTemplate(secrets, enrollment)
  const { version, sampleCount } = enrollment
  return { signature: { vector, version }, variance, sample_count: sampleCount, strokes, ...more }
}

/** The refusals that a user may have. The shorter one first: its budget is the one that is empty most often. */
function listUserTries({ now }: Transaction, { secrets, settings }: Service, userId: string): Budget[] {
  const names = ['verify.refused.user', 'verify.refused.user.day'] as const satisfies LimitName[]
  return names.map((name) => {
    return { name, key: secrets.hash('budget', `${name}:${userId}`), limit: settings.limits[name], now }
  })
}

/** Those of a first visit: nothing is known of the person but the network address. */
function listVisitorTries(tx: Transaction, service: Service, request: FastifyRequest): Budget[] {
  return [createAddressBudget(tx, service, 'verify.refused.address', request)]
}

/**
 * Takes one of the refusals that are left, before the answer is judged: else any number of parallel answers would be
 * judged while none of them is counted yet. A verified answer gives it back.
 */
async function takeTry(tx: Transaction, tries: readonly Budget[]): Promise<BudgetResult> {
  let result: BudgetResult = { ok: true, remaining: 0 }
  for (const [index, budget] of tries.entries()) {
    result = await spendExactly(tx, budget)
    if (!result.ok) {
      await giveBackTry(tx, tries.slice(0, index))
      return result
    }
  }
  return result
}

export async function giveBackTry(tx: Transaction, tries: readonly Budget[]): Promise<void> {
  for (const budget of tries) await cancelSpending(tx, budget)
}
