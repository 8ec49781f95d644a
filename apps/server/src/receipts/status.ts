import { type StatusList, signStatusList } from '@stillhere/receipt'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { chooseKeyUse, openKey } from './issuer.ts'
import { type IssuerKey, listKeys, listRevoked } from './store.ts'

const MINUTE_MS = 60_000

/** A list is current for so long. */
const CURRENT_MS = 60 * MINUTE_MS

/** A revoked receipt stays in the list for so long after it has expired. */
const LISTED_MS = 24 * 60 * MINUTE_MS

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
  const expiredAfter = new Date(issuedAt - LISTED_MS)
  const revoked = await listRevoked(db, { issuerId: key.id, expiredAfter, limit: MAX_LISTED })
  return signStatusList({ revoked, issuedAt, nextUpdate: issuedAt + CURRENT_MS }, secretKey)
}

// Ed25519 signs the same list alike, so within a minute caches see one document until somebody revokes.
function roundToMinute(moment: Date): number {
  return moment.getTime() - (moment.getTime() % MINUTE_MS)
}
