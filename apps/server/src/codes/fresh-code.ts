import type { Transaction } from '../database/pool.ts'
import type { Node } from '../nodes/store.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import type { Asking } from './asker.ts'
import { checkCode, checkProblem } from './check.ts'

type FreshCode = { node: Node; otp: string; request: Asking }

/**
 * Checks and uses up the code that a lasting change of a node, a new wallet for instance, needs beside the token: a stolen token
 * must not become a way in that lasts. A wrong one is answered, not thrown: the guess must be committed first.
 */
export async function checkFreshCode(
  tx: Transaction,
  service: Service,
  { node, otp, request }: FreshCode,
): Promise<RequestProblem | undefined> {
  const checked = await checkCode(tx, service, { emailKey: node.emailKey, node, code: otp, request })
  return checked.outcome === 'right' ? undefined : checkProblem(checked)
}

/** For a request that came without the code; the detail says what to do. */
export function freshCodeRequired(detail: string): RequestProblem {
  return new RequestProblem('FRESH_CODE_REQUIRED', detail, { errors: [{ pointer: '/otp', message: 'is missing' }] })
}
