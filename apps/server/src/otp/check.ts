import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../database/pool.ts'
import { RequestProblem } from '../http/problem.ts'
import { purseOfEmail, tooMany } from '../limits/spend.ts'
import { giveBack, type Purse, spendExactly } from '../limits/store.ts'
import type { Node } from '../nodes/store.ts'
import type { Service } from '../service.ts'
import { CODE_SECONDS, MAX_TRIES, secondsUntil } from './rules.ts'
import { closedUntil, markCodeUsed, takeTry } from './store.ts'

/** What a guess came to. A value, never thrown: a wrong guess must be committed. */
export type Checked = { outcome: 'right'; inviteId: number | null } | NotRight
export type NotRight = { outcome: 'wrong' } | { outcome: 'closed'; retryAfterSeconds: number }

const WRONG_GUESSES = ['code.wrong.email', 'code.wrong.email.month'] as const

/** What of a request tells who asks. */
export type Asking = Pick<FastifyRequest, 'ip' | 'headers'>

/** A code that somebody typed for an e-mail address, and the request that brought it; the node, if the address has one. */
export type Guess = { emailKey: string; node: Node | undefined; code: string; request: Asking }

/**
 * Counts a guess, compares it, and uses the code up when it is right: for signing in, and for whatever needs a fresh code
 * beside a token. The caller has spent `code.try.address` and locked the node first, commits whatever the outcome, and then
 * throws `checkProblem` for any but the right one.
 */
export async function checkCode(tx: Transaction, service: Service, { emailKey, code }: Guess): Promise<Checked> {
  const emailHash = hashEmail(service, emailKey)
  const given = hashCode(service, emailKey, code)
  const tried = await takeTry(tx, emailHash, tx.now)
  // The same work for an e-mail address without a code.
  const isRight = timingSafeEqual(given, tried?.codeHash ?? Buffer.alloc(given.length))
  if (!tried) return missWithoutCode(tx, service, emailKey)
  const wrongs = WRONG_GUESSES.map((name) => purseOfEmail(tx, service, name, emailKey))
  // Before anybody learns of the comparison, so that parallel guesses cannot outrun the budgets.
  const checked = await spendFrom(tx, wrongs)
  if (!isRight || checked.outcome === 'closed') return checked
  for (const purse of wrongs) await giveBack(tx, purse)
  await markCodeUsed(tx, emailHash, tx.now)
  return { outcome: 'right', inviteId: tried.inviteId }
}

/** The answer to a guess that was not right. */
export function checkProblem(checked: NotRight): RequestProblem {
  if (checked.outcome === 'closed') return tooMany(checked.retryAfterSeconds, 'Too many wrong codes.', 'TOO_MANY_TRIES')
  return new RequestProblem('CODE_INVALID', 'The code is wrong, used or too old.')
}

export function hashEmail({ secrets }: Service, emailKey: string): Buffer {
  return secrets.hash('email', emailKey)
}

/** Bound to the e-mail address: a stored code is of no use for another. */
export function hashCode({ secrets }: Service, emailKey: string, code: string): Buffer {
  return secrets.hash('code', `${emailKey} ${code}`)
}

async function spendFrom(tx: Transaction, purses: readonly Purse[]): Promise<NotRight> {
  for (const purse of purses) {
    const spent = await spendExactly(tx, purse)
    if (!spent.ok) return { outcome: 'closed', retryAfterSeconds: spent.retryAfterSeconds }
  }
  return { outcome: 'wrong' }
}

// As many guesses as a code would have allowed: the answers do not tell whether there was one.
async function missWithoutCode(tx: Transaction, service: Service, emailKey: string): Promise<NotRight> {
  const closed = await closedUntil(tx, hashEmail(service, emailKey), tx.now)
  if (closed) return { outcome: 'closed', retryAfterSeconds: secondsUntil(closed, tx.now) }
  const key = service.secrets.hash('budget', `code.none.email:${emailKey}`)
  const limit = { count: MAX_TRIES, perSeconds: CODE_SECONDS }
  return spendFrom(tx, [{ name: 'code.none.email', key, limit, now: tx.now }])
}
