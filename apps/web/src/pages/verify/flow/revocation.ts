import { readStatusList } from '@stillhere/client'
import { expiryOf } from '@stillhere/client/receipt/view'
import type { AnyReceipt, Issuers } from './trust.ts'

/** What the signed list of its issuer says of a receipt. */
export type Revocation =
  | { kind: 'clear' | 'revoked' | 'forgotten'; issuedAt: string }
  | { kind: 'stale'; nextUpdate: string }
  | { kind: 'refused'; detail: string }
  | { kind: 'no list' | 'not looked up' }

/** Status lists as they came, by the id of their issuer; and the moment at which they are read. */
export type KnownLists = { issuers: Issuers; lists: ReadonlyMap<string, unknown>; now: number }

// The service takes a receipt off its list a day after it expired.
const LISTED_AFTER_EXPIRY_MS = 86_400_000

export function readRevocation(receipt: AnyReceipt, { issuers, lists, now }: KnownLists): Revocation {
  const list = lists.get(receipt.issuer.id)
  if (list === undefined) return { kind: isAnswerable(receipt, issuers) ? 'not looked up' : 'no list' }
  const reading = readStatusList(list, { now, trustedIssuers: [receipt.issuer.publicKey] })
  if (reading.status === 'REFUSED')
    return reading.reason === 'STALE'
      ? { kind: 'stale', nextUpdate: readNextUpdate(list) }
      : { kind: 'refused', detail: reading.detail }
  const { issuedAt } = reading
  if (reading.revoked(receipt, '')) return { kind: 'revoked', issuedAt }
  const isForgotten = expiryOf(receipt) + LISTED_AFTER_EXPIRY_MS < Date.parse(issuedAt)
  return { kind: isForgotten ? 'forgotten' : 'clear', issuedAt }
}

// Of a key that is not the service's own there is nobody to ask.
function isAnswerable({ issuer }: AnyReceipt, { document }: Issuers): boolean {
  if (document === null) return true
  return document.keys.some(({ publicKey, status }) => publicKey === issuer.publicKey && status !== 'compromised')
}

function readNextUpdate(list: unknown): string {
  const { nextUpdate }: { nextUpdate?: unknown } = Object(list)
  return String(nextUpdate)
}
