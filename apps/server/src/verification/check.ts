import type { BodyOf, requestChallenge, Verification } from '@stillhere/contract'
import { bindToCheck, demandScannable, readHolder, refuseByScan } from '../checks/scan.ts'
import type { Transaction } from '../database/pool.ts'
import { fieldProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import type { IssuedChallenge } from './challenge.ts'

type Asked = BodyOf<typeof requestChallenge>

/** What a challenge for a check is bound to; 400 for what the caller cannot choose beside it. */
export async function readCheck(
  tx: Transaction,
  service: Service,
  { purpose, check: id = '', check_token: token, audience, action, nonce, pace, assurance = 1 }: Asked,
): Promise<Pick<IssuedChallenge, 'binding' | 'check' | 'assurance'>> {
  if (purpose !== 'verify') throw fieldProblem('/check', 'must be absent unless the purpose is verify')
  const [chosen] = Object.entries({ audience, action, nonce }).find(([, value]) => value !== undefined) ?? []
  if (chosen !== undefined) throw fieldProblem(`/${chosen}`, 'must be absent: the check says it')
  const check = await demandScannable(tx, service, { id, token })
  const least = Math.max(assurance, check.assurance) as typeof assurance
  if (least > 1 && pace !== 'live') throw fieldProblem('/pace', `must be live: the check asks for level ${least}`)
  return { binding: bindToCheck(check), check: { id: check.id, holder: readHolder(check) }, assurance: least }
}

/** The answer to a scan that was refused, with what that means for its check. */
export async function withRefusedCheck(
  tx: Transaction,
  service: Service,
  answer: Verification,
  check: IssuedChallenge['check'],
): Promise<Verification> {
  return check ? { ...answer, check: await refuseByScan(tx, service, check.id) } : answer
}

/** As withRefusedCheck, in a transaction of its own. */
export function refuseCheck(
  service: Service,
  answer: Verification,
  check: IssuedChallenge['check'],
): Promise<Verification> {
  return service.db.transaction((tx) => withRefusedCheck(tx, service, answer, check))
}

/** Of a scan whose check ended, or went to another page, before the scan was answered. */
export const CHECK_GONE = {
  refused: 'challenge_invalid',
  words: 'The check has ended, or another page or phone has it.',
} as const
