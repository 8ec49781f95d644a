import type { FastifyRequest } from 'fastify'
import { checkFreshCode, freshCodeRequired } from '../codes/fresh-code.ts'
import type { Queries, Transaction } from '../database/pool.ts'
import type { Node } from '../nodes/store.ts'
import { RequestProblem } from '../problem.ts'
import { ownerHash } from '../receipts/issue.ts'
import type { Service } from '../service.ts'
import { allowEnrolling, type Enrolling, mayEnroll, numberEnrollment } from './store.ts'

/** For how long a verification or a code lets a node enroll again: a scan may fail, and is then made once more. */
const FRESH_MS = 600_000

const ENROLLED_BEFORE =
  'This node has enrolled before. Verify with its present enrollment first, or send a fresh code as otp.'

type Asking = { node: Node; otp: string | undefined; request: FastifyRequest }

/**
 * Uses up the code, if one was sent, and demands that the node may enroll: a stolen token alone must not put another person in its
 * owner's place. Returns what is wrong with the code, to be committed first; 403 where a code or a verification is missing.
 */
export async function demandMayEnroll(
  tx: Transaction,
  service: Service,
  { node, otp, request }: Asking,
): Promise<RequestProblem | undefined> {
  if (otp !== undefined) {
    const problem = await checkFreshCode(tx, service, { node, otp, request })
    if (problem) return problem
    await allowEnrolling(tx, node.id, new Date(tx.now.getTime() + FRESH_MS))
  }
  if (await mayEnroll(tx, enrolling(service, node.id, tx.now))) return undefined
  throw freshCodeRequired(ENROLLED_BEFORE)
}

/** Whether the node must show a fresh code or a verification before it may enroll. */
export async function needsFreshCode(db: Queries, service: Service, nodeId: number): Promise<boolean> {
  return !(await mayEnroll(db, enrolling(service, nodeId, service.now())))
}

/** The number of the node's new enrollment, which ends the one before; 403 if it may not enroll any more. */
export async function nextEnrollment(tx: Transaction, service: Service, nodeId: number): Promise<number> {
  const number = await numberEnrollment(tx, enrolling(service, nodeId, tx.now))
  if (number === undefined) throw freshCodeRequired(ENROLLED_BEFORE)
  return number
}

function enrolling({ secrets }: Service, nodeId: number, now: Date): Enrolling {
  return { nodeId, owner: ownerHash(secrets, nodeId), now, freshSince: new Date(now.getTime() - FRESH_MS) }
}
