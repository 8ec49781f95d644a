import type { Waiting } from '@stillhere/contract'
import type { Transaction } from '../../platform/database/pool.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { makeInviteCodes } from '../invites/invites.ts'
import { queueMail } from '../mail/queue.ts'
import type { Entry } from './join.ts'
import { markAdmitted, type StoredWaiting } from './store.ts'

/** Makes an invite for somebody who waits and mails it; false when nobody of this id waits. The mark decides, so that one mail goes out. */
export async function admit(
  tx: Transaction,
  service: Service,
  { id, origin }: { id: number; origin: string | null },
): Promise<boolean> {
  const sealed = await markAdmitted(tx, id, tx.now)
  if (!sealed) return false
  const { email, language = 'en' } = openEntry(service.secrets, sealed)
  // Not the address: notes of invites are kept for good.
  const [code = ''] = await makeInviteCodes(tx, service, { count: 1, note: 'Waitlist', now: tx.now })
  await queueMail(tx, service, { kind: 'invite', to: email, params: { code, origin }, language })
  return true
}

/** Somebody who waits, as the operator sees them. */
export function describeWaiting(secrets: Secrets, { id, sealed, askedAt }: StoredWaiting): Waiting {
  const { email, note } = openEntry(secrets, sealed)
  return { id: String(id), email, note, asked_at: askedAt.toISOString() }
}

function openEntry(secrets: Secrets, sealed: Buffer): Entry {
  return JSON.parse(secrets.open('waitlist-entry', sealed)) as Entry
}
