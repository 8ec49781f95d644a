import type { BodyOf, CheckResult, confirmCheck } from '@stillhere/contract'
import { makeBlocked } from '../auth/authorize.ts'
import type { Asking } from '../codes/asker.ts'
import { codeInvalid, type RightCode, tryCode, useCode } from '../codes/check.ts'
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
import { passCheck, type StoredCheck } from './store.ts'

type Confirmation = { id: string; body: BodyOf<typeof confirmCheck>; request: Asking }

/** Tries the code of a confirmation, once the check may be confirmed by one. */
export async function tryConfirmation(service: Service, { id, body, request }: Confirmation): Promise<RightCode> {
  await service.db.transaction((tx) => demandOtherWay(tx, service, { id, body }))
  return tryCode(service, { emailKey: toEmailKey(body.email), code: body.otp, request })
}

/** Passes a check without motion: the code was mailed to a node, so its owner typed it. That is assurance 0, and no receipt. */
export async function confirmByCode(
  tx: Transaction,
  service: Service,
  { id, body, code }: Pick<Confirmation, 'id' | 'body'> & { code: RightCode },
): Promise<CheckResult | RequestProblem> {
  const found = await demandOtherWay(tx, service, { id, body })
  const node = await lockNode(tx, toEmailKey(body.email))
  await useCode(tx, code)
  // A code that would activate a node is for that: it needs an invite, too.
  if (!node?.activatedAt) return codeInvalid()
  if (node.blockedAt !== null) return makeBlocked()
  const check = await lockScanned(tx, { id, holder: readHolder(found) })
  if (!check) return refuseEnded()
  const subject = computeSubject(service.secrets, {
    userId: computeUserId(service.secrets, node.id),
    audience: check.audience,
  })
  await passCheck(tx, id, { subject, reached: 0, sealed: null }, tx.now)
  await emitEnd(tx, service, check, 'passed')
  return tellResult(service, check, 'passed')
}

async function demandOtherWay(
  tx: Transaction,
  service: Service,
  { id, body }: Pick<Confirmation, 'id' | 'body'>,
): Promise<StoredCheck> {
  const found = await demandScannable(tx, service, { id, token: body.check_token })
  if (found.otherWay) return found
  throw new RequestProblem('OTHER_WAY_NOT_ALLOWED', 'The site wants a scan for this check.')
}
