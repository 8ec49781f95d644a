import { timingSafeEqual } from 'node:crypto'
import type { Transaction } from '../../platform/database/pool.ts'
import { tooMany } from '../../platform/limits/budgets.ts'
import { type Budget, takeExactly } from '../../platform/limits/store.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { lockNode } from '../nodes/store.ts'
import { type Asker, type Asking, recognizeAsker } from './asker.ts'
import { giveBackAll, listWrongTryBudgets, spendAll } from './budgets.ts'
import { CODE_SECONDS, MAX_TRIES, secondsUntil } from './rules.ts'
import {
  type CodeKey,
  findClosedUntil,
  giveBackTry,
  spendCode,
  type TriedCode,
  takeOtherTries,
  takeOwnTry,
} from './store.ts'

/** A code that was typed for an e-mail address, and the request that brought it. */
export type Guess = { emailKey: string; code: string; request: Asking }

/** A code that was typed right, and the budgets that paid for the try. */
export type RightCode = { code: TriedCode; paid: readonly Budget[] }

/**
 * Counts a guess, commits that, and only then compares it: a later error, a timeout or the death of the process gives no try back.
 * Throws for a guess that is wrong. The caller has spent `code.try.address` first, and uses the code up in the transaction that does
 * its work (see useCode).
 */
export async function tryCode(service: Service, guess: Guess): Promise<RightCode> {
  const given = hashCode(service, guess.emailKey, guess.code)
  const own = await service.db.transaction((tx) => countOwn(tx, service, guess))
  if (own instanceof RequestProblem) throw own
  if (own.code && isSame(given, own.code)) return { code: own.code, paid: own.paid }
  const others = await service.db.transaction((tx) => countOthers(tx, service, { guess, own }))
  if (others instanceof RequestProblem) throw others
  // The same work for an e-mail address without a code.
  const compared = others.codes.length === 0 ? [{ codeHash: Buffer.alloc(given.length) }] : others.codes
  const right = others.codes[compared.findIndex((code) => isSame(given, code))]
  if (!right) throw codeInvalid()
  return { code: right, paid: others.paid }
}

/** Uses up a code that was guessed right, and gives back what its tries were paid from. Throws if it was used meanwhile. */
export async function useCode(tx: Transaction, { code, paid }: RightCode): Promise<{ inviteId: number | null }> {
  const used = await spendCode(tx, { ...code, now: tx.now })
  if (!used) throw codeInvalid()
  await giveBackAll(tx, paid)
  return used
}

/** Takes back the count of a right guess, where the code is not used up after all. */
export async function forgiveTry(tx: Transaction, { code, paid }: RightCode): Promise<void> {
  await giveBackTry(tx, code)
  await giveBackAll(tx, paid)
}

export function codeInvalid(): RequestProblem {
  return new RequestProblem('CODE_INVALID', 'The code is wrong, used or too old.')
}

export function hashEmail({ secrets }: Service, emailKey: string): Buffer {
  return secrets.hash('email', emailKey)
}

/** Bound to the e-mail address: a stored code is of no use for another. */
export function hashCode({ secrets }: Service, emailKey: string, code: string): Buffer {
  return secrets.hash('code', `${emailKey} ${code}`)
}

/** The asker's own code, if there is a live one, with its tries counted; `paid` is empty for the first one. */
type OwnCode = { asker: Asker; key: CodeKey; code: TriedCode | undefined; paid: readonly Budget[] }

/**
 * Counts a guess at the code that the asker asked for. Only the tries at this code and the asker's own wrong ones count here, so that
 * nothing that others did keeps the right code out.
 */
async function countOwn(tx: Transaction, service: Service, guess: Guess): Promise<OwnCode | RequestProblem> {
  const node = await lockNode(tx, guess.emailKey)
  const asker = await recognizeAsker(tx, service, { ...guess, node })
  const key = { emailHash: hashEmail(service, guess.emailKey), askerHash: asker.hash }
  const code = await takeOwnTry(tx, key, tx.now)
  if (!code) return (await countWithoutCode(tx, service, { key, asker })) ?? { asker, key, code, paid: [] }
  // The first try is free: others may have used up the budget behind the same network address.
  if (code.tries === 1) return { asker, key, code, paid: [] }
  const { own } = listWrongTryBudgets(tx, service, asker)
  const spent = await spendAll(tx, own)
  return spent.ok ? { asker, key, code, paid: own } : closeFor(spent.retryAfterSeconds)
}

/** Counts a guess at codes that others asked for, after it was not the asker's own. */
async function countOthers(
  tx: Transaction,
  service: Service,
  { guess, own: { asker, key, code, paid } }: { guess: Guess; own: OwnCode },
): Promise<{ codes: readonly TriedCode[]; paid: readonly Budget[] } | RequestProblem> {
  await lockNode(tx, guess.emailKey)
  const { own, shared } = listWrongTryBudgets(tx, service, asker)
  if (code?.tries === 1 && !(await spendAll(tx, own)).ok) return codeInvalid()
  const codes = await takeOtherTries(tx, key, tx.now)
  if (codes.length === 0) return { codes, paid }
  const spent = await spendAll(tx, code ? shared : [...own, ...shared])
  if (spent.ok) return { codes, paid: [...own, ...shared] }
  // Strangers may have used up the budget of all together: the asker's own code stays open all the same.
  return code ? codeInvalid() : closeFor(spent.retryAfterSeconds)
}

function closeFor(retryAfterSeconds: number): RequestProblem {
  const detail = 'Too many wrong codes. A new code works at the first try, where it was asked for.'
  return tooMany(retryAfterSeconds, detail, 'TOO_MANY_TRIES')
}

function isSame(given: Buffer, { codeHash }: Pick<TriedCode, 'codeHash'>): boolean {
  return timingSafeEqual(given, codeHash)
}

// As many guesses as a code would have allowed: the answers do not tell whether there was one.
async function countWithoutCode(
  tx: Transaction,
  service: Service,
  { key, asker }: { key: CodeKey; asker: Asker },
): Promise<RequestProblem | undefined> {
  const closed = await findClosedUntil(tx, key, tx.now)
  if (closed) return closeFor(secondsUntil(closed, tx.now))
  const budget = service.secrets.hash('budget', `code.none:${asker.hash.toString('hex')}`)
  const limit = { count: MAX_TRIES, perSeconds: CODE_SECONDS }
  const spent = await takeExactly(tx, { name: 'code.none', key: budget, limit, now: tx.now })
  return spent.ok ? undefined : closeFor(spent.retryAfterSeconds)
}
