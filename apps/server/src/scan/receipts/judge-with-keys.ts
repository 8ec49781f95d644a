import type { ReceiptReport } from '@stillhere/contract'
import { unwrapResult } from '../../platform/http/body.ts'
import type { Service } from '../../platform/service.ts'
import { judgeBytes, type Judgment, type Known } from './judge.ts'
import { isRevoked, listKeys } from './store.ts'

/** Judges a receipt by what the database knows: the keys first, and a revocation once the receipt has named itself. */
export async function judgeWithKeys(
  { db, now }: Pick<Service, 'db' | 'now'>,
  judge: (known: Known) => Promise<Judgment>,
): Promise<ReceiptReport> {
  const keys = (await listKeys(db)).map(({ sealedSeed: _sealed, ...validity }) => validity)
  const known: Known = { keys, now: now(), isRevoked: false }
  const { report, receiptId } = await judge(known)
  if (receiptId === null || !(await isRevoked(db, receiptId))) return report
  return (await judge({ ...known, isRevoked: true })).report
}

/** Judges the receipt in a body, in a thread. */
export function judgeBody(service: Service, bytes: Buffer): Promise<ReceiptReport> {
  return judgeWithKeys(service, async (known) =>
    unwrapResult(await service.threads.run(judgeBytes, { bytes, ...known })),
  )
}
