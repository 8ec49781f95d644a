import type { FastifyRequest } from 'fastify'
import { demandApproverToken } from '../approvals/scan.ts'
import { authorizeNode } from '../auth/authorize.ts'
import { type ActiveCalibration, activeCalibration } from '../calibration/active.ts'
import type { Transaction } from '../database/pool.ts'
import { findNode } from '../nodes/store.ts'
import { computeUserId } from '../nodes/user-id.ts'
import type { Service } from '../service.ts'
import { type Binding, settleAudience } from './binding.ts'
import { takeTry } from './budget.ts'
import { type IssuedChallenge, openChallenge } from './challenge.ts'
import type { Commitments } from './commitments.ts'
import { holdsSeal, openTemplate, type ReadEnrollment } from './enrollment.ts'
import { settleLive } from './live.ts'
import { challengeProblem, enrollmentFits, isTooEarly, type RejectionReason, TOO_LONG_WORDS } from './rules.ts'
import { currentEnrollment, useChallenge } from './store.ts'
import { type LockedTarget, lockTarget, TARGET_GONE } from './target.ts'
import type { EnrolledMotion, ReadAnswer } from './worker-tasks.ts'

/** A genuine answer that is worth judging, or why it is not. */
export type Admission =
  | { refused: RejectionReason; words?: string }
  | { retryAfterSeconds: number }
  | {
      issued: IssuedChallenge
      /** For whom and for what, as the receipt will say it. */
      binding: Binding
      /** Of a live challenge. */
      commitments: Commitments | null
      userId: string
      enrolled: EnrolledMotion
      calibration: ActiveCalibration | null
      /** In a sandbox, and for a site that tests. */
      isTest: boolean
    }

export type Admitted = Extract<Admission, { userId: string }>

/** Why an answer gets no receipt. */
export type Refused = Extract<Admission, { refused: unknown }>

type Given = { answer: ReadAnswer; request: FastifyRequest }

/** Uses the challenge up, and finds whether its answer is worth judging; 401 where AUTH_MODE asks for a token. */
export async function admit(tx: Transaction, service: Service, { answer, request }: Given): Promise<Admission> {
  const sealed = openChallenge(service.secrets, answer.challenge.token)
  const problem = challengeProblem(sealed, { id: answer.challenge.id, purpose: 'verify', now: tx.now })
  if (problem || sealed === null) return { refused: problem ?? 'challenge_invalid' }
  if (!(await isNodeThere(tx, service, { issued: sealed, request }))) return { refused: 'challenge_invalid' }
  const audience = await settleAudience(tx, service, { issued: sealed, audience: answer.audience, request })
  if (!(await useChallenge(tx, sealed))) return { refused: 'challenge_replayed' }
  const target = await lockTarget(tx, sealed)
  if (target === 'gone') return TARGET_GONE
  const live = sealed.pace === 'live' ? await settleLive(tx, service, sealed.id) : null
  if (isTooEarly(sealed, { spansMs: [answer.spanMs], now: tx.now })) return { refused: 'challenge_too_early' }
  if (answer.answered !== sealed.id) return { refused: 'challenge_mismatch' }
  if (live && 'words' in live) return { refused: 'challenge_mismatch', words: live.words }
  const issued = live ? { ...sealed, challenge: live.challenge } : sealed
  const enrollment = await acceptEnrollment(tx, service, { answer, issued })
  if (enrollment === null) return { refused: 'enrollment_invalid' }
  const { userId } = enrollment
  const isTest = service.settings.sandbox || isForTest(target)
  if (answer.isMarked && !isTest) return { refused: 'test_motion' }
  if (answer.isTooLong) return { refused: 'insufficient_signal', words: TOO_LONG_WORDS }
  const taken = await takeTry(tx, service, userId)
  if (!taken.ok) return taken
  const enrolled = openEnrolledMotion(service, enrollment)
  // By what was enrolled, not by what came: nobody may choose by which thresholds they are judged.
  const calibration = await activeCalibration(tx, enrolled.strokes === null ? 'landmarks' : 'strokes')
  return {
    issued,
    binding: { ...sealed.binding, ...(audience && { audience }) },
    commitments: live?.commitments ?? null,
    userId,
    enrolled,
    calibration,
    isTest,
  }
}

function isForTest(target: LockedTarget): boolean {
  if (!target) return false
  return 'check' in target ? target.check.test : target.approval.test
}

/** Whether the challenge's node still exists; 401 where AUTH_MODE, or an approval, asks for its token. */
async function isNodeThere(
  tx: Transaction,
  service: Service,
  { issued: { node, approval }, request }: { issued: IssuedChallenge; request: FastifyRequest },
): Promise<boolean> {
  if (node === null) return true
  const found = await findNode(tx, node.emailKey)
  if (found?.id !== node.id) return false
  await authorizeNode(tx, service, { node: found, request })
  // Once more at the end: the token may have been revoked since, and AUTH_MODE open would let anybody answer.
  if (approval) await demandApproverToken(tx, service, { nodeId: approval.nodeId, request })
  return true
}

/** The enrollment, if this service sealed it, it fits the challenge, and the node has no newer one; or null. */
async function acceptEnrollment(
  tx: Transaction,
  { secrets }: Service,
  { answer, issued: { node } }: { answer: ReadAnswer; issued: IssuedChallenge },
): Promise<ReadEnrollment | null> {
  const { enrollment, claimedUser } = answer
  if (enrollment === null || !holdsSeal(secrets, enrollment)) return null
  const owner = node && computeUserId(secrets, node.id)
  if (!enrollmentFits(enrollment, { owner, claimedUser, now: tx.now })) return null
  const isNewest = node === null || enrollment.number === (await currentEnrollment(tx, node.id))
  return isNewest ? enrollment : null
}

function openEnrolledMotion({ secrets }: Service, enrollment: ReadEnrollment): EnrolledMotion {
  const { vector, variance, missing, statistics, strokes = null } = openTemplate(secrets, enrollment)
  const { version, sampleCount } = enrollment
  return { signature: { vector, version }, variance, sample_count: sampleCount, missing, statistics, strokes }
}
