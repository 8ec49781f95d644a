import type { AssuranceLevel, BodyOf, requestChallenge, Verification } from '@stillhere/contract'
import type { Receipt } from '@stillhere/receipt'
import type { FastifyRequest } from 'fastify'
import * as approvals from '../approvals/scan.ts'
import type { StoredApproval } from '../approvals/store.ts'
import * as checks from '../checks/scan.ts'
import type { StoredCheck } from '../checks/store.ts'
import type { Transaction } from '../database/pool.ts'
import { fieldProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import type { IssuedChallenge } from './challenge.ts'

/** What a scan is for beside its receipt: a check that it passes, or an approval that it grants. */
export type Target = Pick<IssuedChallenge, 'check' | 'approval'>

type Body = BodyOf<typeof requestChallenge>
type Asked = { body: Body; node: IssuedChallenge['node']; request: FastifyRequest }
type ReadTarget = Pick<IssuedChallenge, 'binding' | 'check' | 'approval' | 'assurance'>

/** What a challenge for a check or an approval is bound to, or undefined for one that is for neither; 400 for what the caller cannot choose beside it. */
export async function readTarget(tx: Transaction, service: Service, asked: Asked): Promise<ReadTarget | undefined> {
  const { check, approval } = asked.body
  if (check !== undefined && approval !== undefined) throw fieldProblem('/approval', 'must be absent beside a check')
  if (check !== undefined) return readCheck(tx, service, asked.body)
  return approval === undefined ? undefined : readApproval(tx, service, asked)
}

async function readCheck(tx: Transaction, service: Service, body: Body): Promise<ReadTarget> {
  demandNothingElse('check', body)
  const check = await checks.demandScannable(tx, service, { id: body.check ?? '', token: body.check_token })
  const holder = checks.readHolder(check)
  return { binding: checks.bindToCheck(check), check: { id: check.id, holder }, assurance: demandPace(check, body) }
}

async function readApproval(tx: Transaction, service: Service, { body, node, request }: Asked): Promise<ReadTarget> {
  demandNothingElse('approval', body)
  if (node === null) throw fieldProblem('/email', 'must be the address of the node that was asked to approve')
  const { approval: id = '', approval_digest: digest } = body
  const approval = await approvals.demandGrantable(tx, service, { id, digest, nodeId: node.id, request })
  const scanned = { id: approval.id, nodeId: node.id }
  return { binding: approvals.bindToApproval(approval), approval: scanned, assurance: demandPace(approval, body) }
}

function demandNothingElse(name: 'check' | 'approval', { purpose, audience, action, nonce }: Body): void {
  if (purpose !== 'verify') throw fieldProblem(`/${name}`, 'must be absent unless the purpose is verify')
  const [chosen] = Object.entries({ audience, action, nonce }).find(([, value]) => value !== undefined) ?? []
  if (chosen !== undefined) throw fieldProblem(`/${chosen}`, `must be absent: the ${name} says it`)
}

function demandPace(target: { assurance: AssuranceLevel }, { pace, assurance = 1 }: Body): AssuranceLevel {
  const least = Math.max(assurance, target.assurance) as AssuranceLevel
  if (least > 1 && pace !== 'live') throw fieldProblem('/pace', `must be live: level ${least} is asked for`)
  return least
}

/** What a scan is for, held until the transaction ends; undefined where the scan is for its receipt alone. */
export type LockedTarget = { check: StoredCheck } | { approval: StoredApproval } | undefined

/** Locks what a scan is for; 'gone' where that has ended since, or went to somebody else. */
export async function lockTarget(tx: Transaction, { check, approval }: Target): Promise<LockedTarget | 'gone'> {
  if (check) {
    const locked = await checks.lockScanned(tx, check)
    return locked ? { check: locked } : 'gone'
  }
  if (!approval) return undefined
  const locked = await approvals.lockGrantable(tx, approval)
  return locked ? { approval: locked } : 'gone'
}

/** Of a scan whose check or approval ended, or went to another page, before the scan was answered. */
export const TARGET_GONE = {
  refused: 'challenge_invalid',
  words: 'What this scan was for has ended, or another page or phone has it.',
} as const

type Passed = { receipt: Receipt; token?: string; level: AssuranceLevel }

/** Lets a check pass, or grants an approval, with the receipt of the scan. */
export async function passTarget(
  tx: Transaction,
  service: Service,
  { target, passed }: { target: LockedTarget; passed: Passed },
): Promise<Pick<Verification, 'check' | 'approval'>> {
  if (!target) return {}
  if ('check' in target) return { check: await checks.passByScan(tx, service, { check: target.check, passed }) }
  return { approval: await approvals.grantByScan(tx, service, { approval: target.approval, granted: passed }) }
}

/** The answer to a scan that was refused, with what that means for what it was for. */
export async function withRefusedTarget(
  tx: Transaction,
  service: Service,
  answer: Verification,
  { check, approval }: Target,
): Promise<Verification> {
  if (check) return { ...answer, check: await checks.refuseByScan(tx, service, check.id) }
  return approval ? { ...answer, approval: await approvals.refuseByScan(tx, service, approval.id) } : answer
}

/** As withRefusedTarget, in a transaction of its own where there is something to count. */
export function refuseTarget(service: Service, answer: Verification, target: Target): Promise<Verification> {
  if (!target.check && !target.approval) return Promise.resolve(answer)
  return service.db.transaction((tx) => withRefusedTarget(tx, service, answer, target))
}
