import { type StatusList, signStatusList } from '@stillhere/receipt'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { chooseKeyUse, openKey } from './issuer.ts'
import { findUnlisted, type IssuerKey, listKeys, listRevoked, RECORDS_KEPT_DAYS } from './store.ts'

const MINUTE_MS = 60_000

/** A list is current for so long. */
const CURRENT_MS = 60 * MINUTE_MS

const DAY_MS = 24 * 60 * MINUTE_MS

// Those that expired longest ago go first; a reader takes twice as many.
const MAX_LISTED = 50_000

/** The status list of a key of this service, the active one by default; 404 for a key that is unknown or compromised. */
export async function signCurrentList(
  { db, secrets, settings, now }: Service,
  issuerId: string | undefined,
): Promise<StatusList> {
  const keys = await listKeys(db)
  const use = chooseKeyUse(settings)
  const isActive = (key: IssuerKey) => key.retiredAt === null && key.use === use
  const key = keys.find((one) => (issuerId === undefined ? isActive(one) : one.id === issuerId))
  if (!key || key.compromised) throw new RequestProblem('NOT_FOUND', 'There is no status list of this key.')
  const { secretKey } = openKey(secrets, key)
  const issuedAt = roundToMinute(now())
  const expiredAfter = new Date(issuedAt - RECORDS_KEPT_DAYS * DAY_MS)
  const revoked = await listRevoked(db, { issuerId: key.id, expiredAfter, limit: MAX_LISTED })
  return signStatusList({ revoked, issuedAt, nextUpdate: issuedAt + CURRENT_MS }, secretKey)
}

/** Since when the list of a key names every revoked receipt that has expired; it stays the same for a day. */
export async function findListedSince({ db, now }: Service, issuerId: string): Promise<Date> {
  const unlisted = await findUnlisted(db, { issuerId, limit: MAX_LISTED })
  const forgotten = now().getTime() - RECORDS_KEPT_DAYS * DAY_MS
  // A day more than needed, since this is read and kept apart from the list.
  const since = Math.max(forgotten, unlisted?.getTime() ?? 0) + 2 * DAY_MS
  return new Date(since - (since % DAY_MS))
}

// Ed25519 signs the same list alike, so within a minute caches see one document until somebody revokes.
function roundToMinute(moment: Date): number {
  return moment.getTime() - (moment.getTime() % MINUTE_MS)
}
