import { timingSafeEqual } from 'node:crypto'
import type { Transaction } from '../database/pool.ts'
import { RequestProblem } from '../http/problem.ts'
import { tooMany } from '../limits/spend.ts'
import { type Purse, spendExactly } from '../limits/store.ts'
import type { Service } from '../service.ts'
import { type AskedFor, type Asker, recognizeAsker } from './asker.ts'
import { giveBackAll, spendAll, wrongTriesOf } from './budgets.ts'
import { CODE_SECONDS, MAX_TRIES, secondsUntil } from './rules.ts'
import { type CodeKey, closedUntil, markCodeUsed, type TriedCode, takeOtherTries, takeOwnTry } from './store.ts'

/** What a guess came to. A value, never thrown: a wrong guess must be committed. */
export type Checked = { outcome: 'right'; inviteId: number | null } | NotRight
export type NotRight = { outcome: 'wrong' } | { outcome: 'closed'; retryAfterSeconds: number }

/** A code that somebody typed for an e-mail address, and the request that brought it; the node, if the address has one. */
export type Guess = AskedFor & { code: string }

/**
 * Counts a guess, compares it, and uses the code up when it is right: for signing in, and for whatever needs a fresh code
 * beside a token. The caller has spent `code.try.address` and locked the node first, commits whatever the outcome, and then
 * throws `checkProblem` for any but the right one.
 */
export async function checkCode(tx: Transaction, service: Service, guess: Guess): Promise<Checked> {
  const asker = await recognizeAsker(tx, service, guess)
  const key = { emailHash: hashEmail(service, guess.emailKey), askerHash: asker.hash }
  const given = hashCode(service, guess.emailKey, guess.code)
  const own = await takeOwnTry(tx, key, tx.now)
  const isFirst = own?.tries === 1
  // The first try where a code was asked for is free: no budget that others may have used up keeps the right code out.
  if (isFirst && isSame(given, own)) return useUp(tx, own)
  const closed = own ? undefined : await countWithoutCode(tx, service, { key, asker })
  if (closed) return closed
  const codes = [...(own ? [own] : []), ...(await takeOtherTries(tx, key, tx.now))]
  const checked = await compare(tx, { given, codes, tries: wrongTriesOf(tx, service, asker) })
  return isFirst && checked.outcome === 'closed' ? WRONG : checked
}

/** The answer to a guess that was not right. */
export function checkProblem(checked: NotRight): RequestProblem {
  if (checked.outcome === 'closed') {
    const detail = 'Too many wrong codes. A new code works at the first try, where it was asked for.'
    return tooMany(checked.retryAfterSeconds, detail, 'TOO_MANY_TRIES')
  }
  return new RequestProblem('CODE_INVALID', 'The code is wrong, used or too old.')
}

export function hashEmail({ secrets }: Service, emailKey: string): Buffer {
  return secrets.hash('email', emailKey)
}

/** Bound to the e-mail address: a stored code is of no use for another. */
export function hashCode({ secrets }: Service, emailKey: string, code: string): Buffer {
  return secrets.hash('code', `${emailKey} ${code}`)
}

const WRONG: NotRight = { outcome: 'wrong' }

type Comparison = { given: Buffer; codes: readonly TriedCode[]; tries: readonly Purse[] }

async function compare(tx: Transaction, { given, codes, tries }: Comparison): Promise<Checked> {
  // The same work for an e-mail address without a code.
  const compared = codes.length === 0 ? [{ codeHash: Buffer.alloc(given.length) }] : codes
  const at = compared.findIndex((code) => isSame(given, code))
  if (codes.length === 0) return WRONG
  // Before anybody learns of the comparison, so that parallel guesses cannot outrun the budgets.
  const spent = await spendAll(tx, tries)
  if (!spent.ok) return { outcome: 'closed', retryAfterSeconds: spent.retryAfterSeconds }
  const right = codes[at]
  if (!right) return WRONG
  await giveBackAll(tx, tries)
  return useUp(tx, right)
}

function isSame(given: Buffer, { codeHash }: Pick<TriedCode, 'codeHash'>): boolean {
  return timingSafeEqual(given, codeHash)
}

async function useUp(tx: Transaction, code: TriedCode): Promise<Checked> {
  await markCodeUsed(tx, code, tx.now)
  return { outcome: 'right', inviteId: code.inviteId }
}

// As many guesses as a code would have allowed: the answers do not tell whether there was one.
async function countWithoutCode(
  tx: Transaction,
  service: Service,
  { key, asker }: { key: CodeKey; asker: Asker },
): Promise<NotRight | undefined> {
  const closed = await closedUntil(tx, key, tx.now)
  if (closed) return { outcome: 'closed', retryAfterSeconds: secondsUntil(closed, tx.now) }
  const budget = service.secrets.hash('budget', `code.none:${asker.hash.toString('hex')}`)
  const limit = { count: MAX_TRIES, perSeconds: CODE_SECONDS }
  const spent = await spendExactly(tx, { name: 'code.none', key: budget, limit, now: tx.now })
  return spent.ok ? undefined : { outcome: 'closed', retryAfterSeconds: spent.retryAfterSeconds }
}
