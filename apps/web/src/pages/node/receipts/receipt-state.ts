import type { OutputOf } from '@stillhere/client/http'
import { say } from '../../../words/speak.ts'

export type ReceiptRecord = OutputOf<'listReceipts'>['receipts'][number]

/** Good: others may take it. Expired: its five minutes are over. Revoked: taken back. */
export type ReceiptState = 'good' | 'expired' | 'revoked'

export const STATE_WORDS: Readonly<Record<ReceiptState, string>> = {
  good: say('Valid'),
  expired: say('Expired'),
  revoked: say('Revoked'),
}

export function receiptState(
  { revoked_at, expires_at }: Pick<ReceiptRecord, 'revoked_at' | 'expires_at'>,
  now: number,
): ReceiptState {
  if (revoked_at !== null) return 'revoked'
  return Date.parse(expires_at) > now ? 'good' : 'expired'
}
