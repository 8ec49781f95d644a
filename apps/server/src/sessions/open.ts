import { makeBlocked, makeUnauthorized } from '../auth/authorize.ts'
import { findNewSession, type Session, turnIntoSession } from '../auth/store.ts'
import type { Transaction } from '../database/pool.ts'
import type { Service } from '../service.ts'

// A page whose answer got lost asks again at once; later, a token that was read somewhere opens nothing.
const ASK_AGAIN_MS = 300_000

type Opening = { token: string; secret: string; deviceName: string | undefined; expiresAt: Date }

/** Turns a token into the session of a browser; the same one again for whoever repeats it soon, and 401 for anything else. */
export async function openSession(
  tx: Transaction,
  { secrets }: Service,
  { token, secret, deviceName = 'Browser', expiresAt }: Opening,
): Promise<Session> {
  const hash = secrets.hash('token', secret)
  const tokenHash = secrets.hash('token', token)
  const turned = await turnIntoSession(tx, { tokenHash, hash, deviceName, now: tx.now, expiresAt })
  const since = new Date(tx.now.getTime() - ASK_AGAIN_MS)
  const session = turned ?? (await findNewSession(tx, hash, since))
  if (session?.isBlocked) throw makeBlocked()
  if (session) return session
  throw makeUnauthorized()
}
