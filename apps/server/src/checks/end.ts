import type { Transaction } from '../database/pool.ts'
import type { Service } from '../service.ts'
import { emitEvent } from '../webhooks/emit.ts'
import type { StoredCheck } from './store.ts'

/** Tells the site's webhook that its check has ended: which one, and how. Who was there, it asks for with its secret. */
export async function emitEnd(
  tx: Transaction,
  service: Service,
  { id, siteId }: Pick<StoredCheck, 'id' | 'siteId'>,
  status: 'passed' | 'failed',
): Promise<void> {
  await emitEvent(tx, service, { siteId, type: `check.${status}`, data: { check: id, status } })
}
