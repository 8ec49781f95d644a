import { randomBytes } from 'node:crypto'
import type { Queries, Transaction } from '../database/pool.ts'
import { HOUR_MS } from '../day.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { addLink, takeLink, wasUsed } from './store.ts'

/** Long enough to walk from a terminal to a browser. */
const LINK_MS = HOUR_MS

/** Makes a link by which somebody who sees it becomes the operator, once; returns its path. Only its hash is stored. */
export async function makeSetupPath(db: Queries, { secrets }: Service, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + LINK_MS)
  await addLink(db, { hash: secrets.hash('setup-link', token), now, expiresAt })
  // After the #, so that no log of a server or proxy gets to see the token.
  return `/setup#${token}`
}

/** Uses a link up: 409 when it was used before, 410 when it is unknown or too old. */
export async function spendLink(tx: Transaction, { secrets }: Service, token: string): Promise<void> {
  const hash = secrets.hash('setup-link', token)
  if (await takeLink(tx, hash, tx.now)) return
  throw (await wasUsed(tx, hash))
    ? new RequestProblem('LINK_USED', 'This link works once, and was opened before.')
    : new RequestProblem(
        'LINK_EXPIRED',
        'This link is not complete, or too old. npx --no-install stillhere setup prints a new one.',
      )
}
