import { timingSafeEqual } from 'node:crypto'
import type { Transaction } from '../../platform/database/pool.ts'
import { createBudget, refuseTooMany } from '../../platform/limits/budgets.ts'
import {
  type Budget,
  type BudgetResult,
  cancelSpending,
  spendBuckets,
  spendExactly,
  updateBucket,
} from '../../platform/limits/store.ts'
import { RequestProblem } from '../../platform/problem.ts'
import { openToken, type Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import type { LimitName } from '../../platform/settings/limits.ts'
import { type Asker, type AskerRequest, findAsker } from '../access/sign-in.ts'
import { lockNode } from '../node-store.ts'
import {
  cancelOwnTry,
  type CodeKey,
  findClosedUntil,
  spendCode,
  spendOtherTries,
  spendOwnTry,
  type TriedCode,
} from './store.ts'

/** A person's guess at a code for an e-mail address, and the request that contains it. */
type Guess = { emailKey: string; code: string; request: AskerRequest }

/** The stored code that a guess matched, and the budgets from which the guess was spent. */
export type RightCode = { code: TriedCode; paid: readonly Budget[] }

/**
 * Returns the stored code that a person's guess matches; throws if the guess is wrong or no tries are left. The guess is counted and
 * committed before it is compared, so an error, a timeout or a crash doesn't give a try back. The caller has spent `code.try.address`
 * before, and later calls spendRightCode in the transaction of its own work.
 */
export async function requireRightCode(service: Service, guess: Guess): Promise<RightCode> {
  const hash = hashCode(service, guess.emailKey, guess.code)
  const own = await service.db.transaction((tx) => countOwn(tx, service, guess))
  if (own instanceof RequestProblem) throw own
  if (own.code && timingSafeEqual(hash, own.code.codeHash)) return { code: own.code, paid: own.paid }
  const others = await service.db.transaction((tx) => countOthers(tx, service, { guess, own }))
  if (others instanceof RequestProblem) throw others
  // The same work for an e-mail address without a code.
  const compared = others.codes.length === 0 ? [{ codeHash: Buffer.alloc(hash.length) }] : others.codes
  const right = others.codes[compared.findIndex(({ codeHash }) => timingSafeEqual(hash, codeHash))]
  if (!right) throw refuseCode()
  return { code: right, paid: others.paid }
}

/**
 * Marks the code of a right guess as used, and gives the budgets back what the guess spent. Returns the id of the invite that the code was
 * sent with, or null. Throws if the code was used or replaced, or has expired since the guess.
 */
export async function spendRightCode(tx: Transaction, { code, paid }: RightCode): Promise<{ inviteId: number | null }> {
  const spent = await spendCode(tx, { ...code, now: tx.now })
  if (!spent) throw refuseCode()
  await cancelAll(tx, paid)
  return spent
}

/** Reverses the count of a right guess if its code isn't going to be spent: gives back the try, and what the guess spent from budgets. */
export async function cancelTry(tx: Transaction, { code, paid }: RightCode): Promise<void> {
  await cancelOwnTry(tx, code)
  await cancelAll(tx, paid)
}

/** Returns the problem CODE_INVALID, which doesn't distinguish a wrong code from a used or an expired one. */
export function refuseCode(): RequestProblem {
  return new RequestProblem('CODE_INVALID', 'The code is wrong, used or too old.')
}

/** Returns the keyed hash of an e-mail address by which codes and invites are stored. `emailKey`: the normalized address, from toEmailKey. */
export function hashEmail({ secrets }: Service, emailKey: string): Buffer {
  return secrets.hash('email', emailKey)
}

/** Returns the keyed hash of a mailed code together with its e-mail address, so that a stored code can't be used for another address. */
export function hashCode({ secrets }: Service, emailKey: string, code: string): Buffer {
  return secrets.hash('code', `${emailKey} ${code}`)
}

/**
 * The code that the asker requested, after the guess was counted; undefined if it doesn't exist. `paid` are the budgets from which the
 * guess was spent, none for the first guess.
 */
type OwnCode = { asker: Asker; key: CodeKey; code: TriedCode | undefined; paid: readonly Budget[] }

/**
 * Counts a guess at the code that the asker requested. Only guesses at this code and the asker's own wrong guesses are limited here, so
 * strangers can't make the right code unusable.
 */
async function countOwn(tx: Transaction, service: Service, guess: Guess): Promise<OwnCode | RequestProblem> {
  const node = await lockNode(tx, guess.emailKey)
  const asker = await findAsker(tx, service, { ...guess, node })
  const key = { emailHash: hashEmail(service, guess.emailKey), askerHash: asker.hash }
  const code = await spendOwnTry(tx, key, tx.now)
  if (!code) {
    const closed = await findClosedUntil(tx, key, tx.now)
    if (closed) return refuseTries(countSecondsUntil(closed, tx.now))
    // As many guesses as a code would have allowed, so that the responses don't tell whether there was one.
    const spent = await spendExactly(tx, {
      name: 'code.none',
      key: service.secrets.hash('budget', `code.none:${asker.hash.toString('hex')}`),
      limit: { count: MAX_TRIES, perSeconds: CODE_SECONDS },
      now: tx.now,
    })
    return spent.ok ? { asker, key, code, paid: [] } : refuseTries(spent.retryAfterSeconds)
  }
  // The first try is free: others may have used up the budget behind the same network address.
  if (code.tries === 1) return { asker, key, code, paid: [] }
  const { own } = listWrongTryBudgets(tx, service, asker)
  const spent = await spendAll(tx, own)
  return spent.ok ? { asker, key, code, paid: own } : refuseTries(spent.retryAfterSeconds)
}

/** Counts a guess at the codes that other askers requested for the same address, after it didn't match the asker's own code. */
async function countOthers(
  tx: Transaction,
  service: Service,
  { guess, own: { asker, key, code, paid } }: { guess: Guess; own: OwnCode },
): Promise<{ codes: readonly TriedCode[]; paid: readonly Budget[] } | RequestProblem> {
  await lockNode(tx, guess.emailKey)
  const { own, shared } = listWrongTryBudgets(tx, service, asker)
  if (code?.tries === 1 && !(await spendAll(tx, own)).ok) return refuseCode()
  const codes = await spendOtherTries(tx, key, tx.now)
  if (codes.length === 0) return { codes, paid }
  const spent = await spendAll(tx, code ? shared : [...own, ...shared])
  if (spent.ok) return { codes, paid: [...own, ...shared] }
  // Strangers may have used up the shared budget; the asker's own code stays open all the same.
  return code ? refuseCode() : refuseTries(spent.retryAfterSeconds)
}

function refuseTries(retryAfterSeconds: number): RequestProblem {
  const detail = 'Too many wrong codes. A new code works at the first try, where it was asked for.'
  return refuseTooMany(retryAfterSeconds, detail, 'TOO_MANY_TRIES')
}

/** Returns the budgets for wrong guesses: `own` are spent for each wrong guess, `shared` also for a guess at codes that others requested. */
function listWrongTryBudgets(
  tx: Transaction,
  service: Service,
  { isKnown, isFamiliar, emailKey, owner }: Asker,
): { own: Budget[]; shared: Budget[] } {
  const toBudget = (name: LimitName, whose = emailKey) => createBudget(tx, service, name, whose)
  const own = [toBudget('code.wrong.asker', owner)]
  // Only known askers spend the budget of known askers, so no stranger can use it up.
  if (isKnown) return { own: [...own, toBudget('code.wrong.known.month')], shared: [] }
  return { own, shared: isFamiliar ? [] : [toBudget('code.wrong.email'), toBudget('code.wrong.email.month')] }
}

/**
 * Returns the budgets that must be spent to send a code to this asker. The budget of the e-mail address is included only for an asker who
 * is neither known nor in a familiar network.
 */
export function listSendBudgets(tx: Transaction, service: Service, asker: Asker): Budget[] {
  const budgets = [
    createBudget(tx, service, 'code.send.asker', asker.owner),
    createBudget(tx, service, 'code.send.asker.burst', asker.owner),
  ]
  // Strangers can use up the budget of strangers, and no other.
  if (!asker.isKnown && !asker.isFamiliar) budgets.push(createBudget(tx, service, 'code.send.email', asker.emailKey))
  return budgets
}

/** Spends one from each budget in order, until one is empty. Returns the result of the empty budget, or of the last one. */
export async function spendAll(tx: Transaction, budgets: readonly Budget[]): Promise<BudgetResult> {
  let spent: BudgetResult = { ok: true, remaining: 0 }
  for (const budget of budgets) {
    spent = await (BUCKETS.has(budget.name) ? spendBuckets(tx, [budget]) : spendExactly(tx, budget))
    if (!spent.ok) return spent
  }
  return spent
}

async function cancelAll(tx: Transaction, budgets: readonly Budget[]): Promise<void> {
  for (const budget of budgets) {
    if (BUCKETS.has(budget.name)) await updateBucket(tx, budget, -1)
    else await cancelSpending(tx, budget)
  }
}

/** Budgets stored as leaky buckets, which refill evenly; the others are exact logs. */
const BUCKETS: ReadonlySet<string> = new Set<LimitName>(['code.send.asker.burst', 'code.wrong.email.month'])

export const CODE_SECONDS = 600

/** The number of guesses at one code. The table has the same bound. */
const MAX_TRIES = 5

/** Creates a code of six digits. `draw` returns a random whole number from 0 up to, but not including, its argument. */
export function createCode(draw: (below: number) => number): string {
  return String(draw(1_000_000)).padStart(6, '0')
}

/** Returns the whole seconds from `now` until `then`, rounded up; at least one. */
export function countSecondsUntil(then: Date, now: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000))
}

/** The contents of a sign-in link: the code, its e-mail address, and the keyed hash of its asker. */
type LinkedCode = { emailKey: string; askerHash: Buffer; code: string }

/**
 * Encrypts a mailed code with its e-mail address and asker into the text after the # of the sign-in link. Only this service can create or
 * read it, so it can't be guessed.
 */
export function sealLink(secrets: Secrets, { emailKey, askerHash, code }: LinkedCode): string {
  const text = JSON.stringify([emailKey, askerHash.toString('base64url'), code])
  return secrets.seal('sign-in-link', text).toString('base64url')
}

/** Decrypts the text that sealLink created; returns undefined for any other text. */
export function openLink(secrets: Secrets, link: string): LinkedCode | undefined {
  const text = openToken(secrets, 'sign-in-link', link)
  if (text === null) return undefined
  const [emailKey, asker, code] = JSON.parse(text) as [string, string, string]
  return { emailKey, askerHash: Buffer.from(asker, 'base64url'), code }
}
