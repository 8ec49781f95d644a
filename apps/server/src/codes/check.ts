import { timingSafeEqual } from 'node:crypto'
import type { Transaction } from '../database/pool.ts'
import { tooMany } from '../limits/budgets.ts'
import { type Budget, takeExactly } from '../limits/store.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { type AskedFor, type Asker, recognizeAsker } from './asker.ts'
import { giveBackAll, spendAll, type WrongTries, listWrongTryBudgets } from './budgets.ts'
import { CODE_SECONDS, MAX_TRIES, secondsUntil } from './rules.ts'
import { type CodeKey, findClosedUntil, markCodeUsed, type TriedCode, takeOtherTries, takeOwnTry } from './store.ts'

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
  const budgets = listWrongTryBudgets(tx, service, asker)
  const own = await takeOwnTry(tx, key, tx.now)
  const decided = own
    ? await compareOwn(tx, { given, own, tries: budgets.own })
    : await countWithoutCode(tx, service, { key, asker })
  if (decided) return decided
  const compared = await compareOthers(tx, { given, own, codes: await takeOtherTries(tx, key, tx.now), budgets })
  // Strangers may have used up the budget of all together: the asker's own code stays open all the same.
  return own && compared.outcome === 'closed' ? WRONG : compared
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

/**
 * The code that the asker asked for; undefined when the guess is wrong and others' codes are left to compare. Only the tries at
 * this code and the asker's own wrong ones count here, so that nothing that others did keeps the right code out.
 */
async function compareOwn(
  tx: Transaction,
  { given, own, tries }: { given: Buffer; own: TriedCode; tries: readonly Budget[] },
): Promise<Checked | undefined> {
  const isFirst = own.tries === 1
  const isRight = isSame(given, own)
  // The first try is free: somebody behind the same network address may have used up its budget.
  if (isFirst && isRight) return useUp(tx, own)
  const spent = await spendAll(tx, tries)
  if (!spent.ok) return isFirst ? WRONG : closeFor(spent.retryAfterSeconds)
  if (!isRight) return undefined
  await giveBackAll(tx, tries)
  return useUp(tx, own)
}

type OthersCodes = { given: Buffer; own: TriedCode | undefined; codes: readonly TriedCode[]; budgets: WrongTries }

async function compareOthers(tx: Transaction, { given, own, codes, budgets }: OthersCodes): Promise<Checked> {
  // The same work for an e-mail address without a code.
  const compared = codes.length === 0 ? [{ codeHash: Buffer.alloc(given.length) }] : codes
  const at = compared.findIndex((code) => isSame(given, code))
  if (codes.length === 0) return WRONG
  // Before anybody learns of the comparison, so that parallel guesses cannot outrun the budgets.
  const all = [...budgets.own, ...budgets.shared]
  const spent = await spendAll(tx, own ? budgets.shared : all)
  if (!spent.ok) return closeFor(spent.retryAfterSeconds)
  const right = codes[at]
  if (!right) return WRONG
  await giveBackAll(tx, all)
  return useUp(tx, right)
}

function closeFor(retryAfterSeconds: number): NotRight {
  return { outcome: 'closed', retryAfterSeconds }
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
  const closed = await findClosedUntil(tx, key, tx.now)
  if (closed) return closeFor(secondsUntil(closed, tx.now))
  const budget = service.secrets.hash('budget', `code.none:${asker.hash.toString('hex')}`)
  const limit = { count: MAX_TRIES, perSeconds: CODE_SECONDS }
  const spent = await takeExactly(tx, { name: 'code.none', key: budget, limit, now: tx.now })
  return spent.ok ? undefined : closeFor(spent.retryAfterSeconds)
}
