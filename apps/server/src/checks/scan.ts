import type { AssuranceLevel, CheckResult } from '@stillhere/contract'
import { computePayloadDigest, type Receipt } from '@stillhere/receipt'
import type { Transaction } from '../database/pool.ts'
import { sealOutcome } from '../receipts/outcome.ts'
import type { Service } from '../service.ts'
import { computeCode } from './code.ts'
import { emitEnd } from './end.ts'
import { demandCheck, findReturn, refuseEnded, refuseTaken, refuseUnproven } from './page.ts'
import { type CheckStatus, readStatus } from './rules.ts'
import { countRefusal, lockOpenCheck, passCheck, type StoredCheck } from './store.ts'

/** Which check a scan is for, and who had it when the scan was asked for. */
export type ScannedCheck = { id: string; holder: string | null }

/** The open check that a scan is asked for; 404 for an unknown one, 409 for one that has ended or that another page has. */
export async function demandScannable(
  tx: Transaction,
  { secrets }: Service,
  { id, token }: { id: string; token: string | undefined },
): Promise<StoredCheck> {
  const check = await demandCheck(tx, id)
  if (readStatus(check, tx.now) !== 'open') throw refuseEnded()
  const holder = readHolder(check)
  if (check.needsProof && holder === null) throw refuseUnproven()
  const given = token === undefined ? null : secrets.hash('check-token', token).toString('hex')
  if (holder !== given) throw refuseTaken()
  return check
}

/** Who has the check: the phone that joined or, without one, the page that opened it; null where nobody opened it. */
export function readHolder({ deviceHash, screenHash }: StoredCheck): string | null {
  return (deviceHash ?? screenHash)?.toString('hex') ?? null
}

/** For whom and for what a scan for a check is. */
export function bindToCheck({ audience, action, nonce, details }: StoredCheck): {
  audience: string
  action: string
  nonce?: string
  actionDigest?: string
} {
  // Of all that the person was shown: the receipt has room for the action only.
  const actionDigest = details === null ? undefined : computePayloadDigest({ action, details })
  return { audience, action, ...(nonce !== null && { nonce }), ...(actionDigest && { actionDigest }) }
}

/** The check, locked until the transaction ends; undefined where it has ended since, or went to another page. */
export async function lockScanned(tx: Transaction, { id, holder }: ScannedCheck): Promise<StoredCheck | undefined> {
  const check = await lockOpenCheck(tx, id, tx.now)
  return check && readHolder(check) === holder ? check : undefined
}

type Passed = { receipt: Receipt; token?: string; level: AssuranceLevel }

/** Lets a locked check pass with the receipt of the scan. */
export async function passByScan(
  tx: Transaction,
  service: Service,
  { check, passed: { receipt, token, level } }: { check: StoredCheck; passed: Passed },
): Promise<CheckResult> {
  const sealed = sealOutcome(service, { receipt, ...(token && { token }) })
  await passCheck(tx, check.id, { subject: receipt.subject.id, reached: level, sealed }, tx.now)
  await emitEnd(tx, service, check, 'passed')
  return tellResult(service, check, 'passed')
}

/** Counts a scan that was refused; too many end the check. */
export async function refuseByScan(tx: Transaction, service: Service, id: string): Promise<CheckResult> {
  const state = await countRefusal(tx, id, tx.now)
  const check = await demandCheck(tx, id)
  if (state === 'failed') await emitEnd(tx, service, check, 'failed')
  return tellResult(service, check, state ?? readStatus(check, tx.now))
}

/** What the page is told that has the check open; where a phone joined, the screen beside it brings the person back. */
export function tellResult(service: Service, check: StoredCheck, status: CheckStatus): CheckResult {
  const isTold = check.deviceHash === null && (status === 'passed' || status === 'failed')
  if (!isTold) return { id: check.id, status, code: null, return_url: null }
  // Of a check that a page started, that page alone gets it.
  const code = check.needsProof ? null : computeCode(service, check.id)
  return { id: check.id, status, code, return_url: findReturn(service, check) }
}
