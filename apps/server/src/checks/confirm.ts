import type { BodyOf, CheckResult, confirmCheck } from '@stillhere/contract'
import { makeBlocked } from '../auth/authorize.ts'
import type { Asking } from '../codes/asker.ts'
import { checkCode, checkProblem } from '../codes/check.ts'
import type { Transaction } from '../database/pool.ts'
import { toEmailKey } from '../email.ts'
import { lockNode } from '../nodes/store.ts'
import { computeUserId } from '../nodes/user-id.ts'
import { RequestProblem } from '../problem.ts'
import { computeSubject } from '../receipts/issue.ts'
import type { Service } from '../service.ts'
import { emitEnd } from './end.ts'
import { refuseEnded } from './page.ts'
import { demandScannable, lockScanned, readHolder, tellResult } from './scan.ts'
import { passCheck } from './store.ts'

type Confirmation = { id: string; body: BodyOf<typeof confirmCheck>; request: Asking }

/**
 * Passes a check without motion: whoever has the code that was mailed to a node is its owner. That is assurance 0, and no receipt.
 * A wrong code is answered, not thrown: the guess must be committed first.
 */
export async function confirmByCode(
  tx: Transaction,
  service: Service,
  { id, body, request }: Confirmation,
): Promise<CheckResult | { refused: RequestProblem }> {
  const found = await demandScannable(tx, service, { id, token: body.check_token })
  if (!found.otherWay) throw new RequestProblem('OTHER_WAY_NOT_ALLOWED', 'The site wants a scan for this check.')
  const emailKey = toEmailKey(body.email)
  const node = await lockNode(tx, emailKey)
  const checked = await checkCode(tx, service, { emailKey, node, code: body.otp, request })
  if (checked.outcome !== 'right') return { refused: checkProblem(checked) }
  // A code that would activate a node is for that: it needs an invite, too.
  if (!node?.activatedAt) return { refused: checkProblem({ outcome: 'wrong' }) }
  if (node.blockedAt !== null) return { refused: makeBlocked() }
  const check = await lockScanned(tx, { id, holder: readHolder(found) })
  if (!check) return { refused: refuseEnded() }
  const subject = computeSubject(service.secrets, {
    userId: computeUserId(service.secrets, node.id),
    audience: check.audience,
  })
  await passCheck(tx, id, { subject, reached: 0, sealed: null }, tx.now)
  await emitEnd(tx, service, check, 'passed')
  return tellResult(service, check, 'passed')
}
