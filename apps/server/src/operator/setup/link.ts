import { randomBytes } from 'node:crypto'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { HOUR_MS } from '../../platform/day.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { addLink, findLinkEnd, takeLink } from './store.ts'

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

/** Uses a link up: 409 when it was used before, 410 when it was ended, is unknown or too old. */
export async function spendLink(tx: Transaction, { secrets }: Service, token: string): Promise<void> {
  const hash = secrets.hash('setup-link', token)
  if (await takeLink(tx, hash, tx.now)) return
  const end = await findLinkEnd(tx, hash)
  if (end === 'used') throw new RequestProblem('LINK_USED', 'This link works once, and was opened before.')
  if (end === 'ended')
    throw new RequestProblem('LINK_ENDED', 'This link ended when an operator signed in with the admin secret.')
  throw new RequestProblem(
    'LINK_EXPIRED',
    'This link is not complete, or too old. npx --no-install stillhere setup prints a new one.',
  )
}
