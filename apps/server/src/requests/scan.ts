import type { AssuranceLevel, BodyOf, requestChallenge } from '@stillhere/contract'
import * as approvals from '../approvals/scan.ts'
import * as checks from '../checks/scan.ts'
import { fieldProblem } from '../problem.ts'
import { demandAudience } from '../sites/audience.ts'
import type { ScanTarget } from '../verification/target.ts'

type Body = BodyOf<typeof requestChallenge>

/** Checks and approvals, as verification answers them. */
export const requestScans: ScanTarget = {
  read: async (tx, service, { body, node, request }) => {
    const { check, approval } = body
    if (check !== undefined && approval !== undefined) throw fieldProblem('/approval', 'must be absent beside a check')
    if (check !== undefined) {
      demandNothingElse('check', body)
      const found = await checks.demandScannable(tx, service, { id: check, token: body.check_token })
      const target = { kind: 'check' as const, id: found.id, holder: checks.readHolder(found) }
      return { target, binding: checks.bindToCheck(found), assurance: demandPace(found, body) }
    }
    if (approval === undefined) return undefined
    demandNothingElse('approval', body)
    if (node === null) throw fieldProblem('/email', 'must be the address of the node that was asked to approve')
    const asked = { id: approval, digest: body.approval_digest, nodeId: node.id, request }
    const found = await approvals.demandGrantable(tx, service, asked)
    const target = { kind: 'approval' as const, id: found.id, holder: String(node.id) }
    return { target, binding: approvals.bindToApproval(found), assurance: demandPace(found, body) }
  },

  requireAccess: async (tx, service, { target, audience, request }) => {
    // Once more at the end: the token may have been revoked since, and AUTH_MODE open would let anybody answer.
    if (target?.kind === 'approval')
      await approvals.demandApproverToken(tx, service, { nodeId: Number(target.holder), request })
    // An approval has the audience of its asker, which may be an agent; whether it may still ask is looked at with it.
    else if (audience !== undefined) await demandAudience(tx, service, { audience, request })
  },

  requireAudience: demandAudience,

  lock: async (tx, service, { kind, id, holder }) => {
    if (kind === 'check') {
      const check = await checks.lockScanned(tx, { id, holder })
      return (
        check && {
          test: check.test,
          grant: async (passed) => ({ check: await checks.passByScan(tx, service, { check, passed }) }),
        }
      )
    }
    const approval = await approvals.lockGrantable(tx, { id, nodeId: Number(holder) })
    return (
      approval && {
        test: approval.test,
        grant: async (granted) => ({ approval: await approvals.grantByScan(tx, service, { approval, granted }) }),
      }
    )
  },

  refuse: async (tx, service, { kind, id }) =>
    kind === 'check'
      ? { check: await checks.refuseByScan(tx, service, id) }
      : { approval: await approvals.refuseByScan(tx, service, id) },
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
