import { readStatusList } from '@stillhere/client'
import { expiryOf } from '@stillhere/client/receipt/view'
import type { AnyReceipt, Issuers } from './trust.ts'

/** What the signed list of its issuer says of a receipt. */
export type Revocation =
  | { kind: 'clear' | 'revoked'; issuedAt: string }
  /** Of receipts that expired before `since` the list does not speak. */
  | { kind: 'forgotten'; issuedAt: string; since: string }
  | { kind: 'stale'; nextUpdate: string }
  | { kind: 'refused'; detail: string }
  | { kind: 'no list' | 'not looked up' }

/** Status lists as they came, by the id of their issuer; and the moment at which they are read. */
export type KnownLists = { issuers: Issuers; lists: ReadonlyMap<string, unknown>; now: number }

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
  // Where nothing is promised, a list speaks only of what had not expired when it was made.
  const since = findKey(receipt, issuers)?.listedSince ?? issuedAt
  return expiryOf(receipt) <= Date.parse(since) ? { kind: 'forgotten', issuedAt, since } : { kind: 'clear', issuedAt }
}

// Of a key that is not the service's own there is nobody to ask.
function isAnswerable(receipt: AnyReceipt, issuers: Issuers): boolean {
  const key = findKey(receipt, issuers)
  return issuers.document === null || (key !== undefined && key.status !== 'compromised')
}

function findKey({ issuer }: AnyReceipt, { document }: Issuers) {
  return document?.keys.find(({ publicKey }) => publicKey === issuer.publicKey)
}

function readNextUpdate(list: unknown): string {
  const { nextUpdate }: { nextUpdate?: unknown } = Object(list)
  return String(nextUpdate)
}
