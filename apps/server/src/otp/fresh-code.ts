import type { Transaction } from '../database/pool.ts'
import { RequestProblem } from '../http/problem.ts'
import type { Node } from '../nodes/store.ts'
import type { Service } from '../service.ts'
import type { Asking } from './asker.ts'
import { checkCode, checkProblem } from './check.ts'

export type FreshCode = { node: Node; otp: string | undefined; request: Asking }

/**
 * Checks the code that a new key of a node, a wallet for instance, needs beside the token: a stolen token must not become a
 * way in that lasts. Throws when none came. A wrong one is answered, not thrown: the guess must be committed first.
 */
export async function checkFreshCode(
  tx: Transaction,
  service: Service,
  { node, otp, request }: FreshCode,
): Promise<RequestProblem | undefined> {
  if (otp === undefined) throw freshCodeRequired()
  const checked = await checkCode(tx, service, { emailKey: node.emailKey, node, code: otp, request })
  return checked.outcome === 'right' ? undefined : checkProblem(checked)
}

function freshCodeRequired(): RequestProblem {
  const detail =
    'Ask for a code by POST /api/send-otp and send it as otp, together with the token and the same message.'
  return new RequestProblem('FRESH_CODE_REQUIRED', detail)
}
