import { timingSafeEqual } from 'node:crypto'
import type { Transaction } from '../../platform/database/pool.ts'
import { createBudget, refuseTooMany } from '../../platform/limits/budgets.ts'
import {
  type Budget,
  type BudgetResult,
  updateBucket,
  cancelSpending,
  spendExactly,
  takeRoughly,
} from '../../platform/limits/store.ts'
import { RequestProblem } from '../../platform/problem.ts'
import { openToken, type Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import type { LimitName } from '../../platform/settings/limits.ts'
import { lockNode } from '../node-store.ts'
import { type Asker, type Asking, recognizeAsker } from './asker.ts'
import {
  type CodeKey,
  findClosedUntil,
  giveBackTry,
  spendCode,
  takeOtherTries,
  takeOwnTry,
  type TriedCode,
} from './store.ts'

/** A code that was typed for an e-mail address, and the request that brought it. */
type Guess = { emailKey: string; code: string; request: Asking }

/** A code that was typed right, and the budgets that paid for the try. */
export type RightCode = { code: TriedCode; paid: readonly Budget[] }

/**
 * Counts a guess, commits that, and only then compares it: a later error, a timeout or the death of the process gives no try back.
 * Throws for a guess that is wrong. The caller has spent `code.try.address` first, and uses the code up in the transaction that does
 * its work (see spendRightCode).
 */
export async function requireRightCode(service: Service, guess: Guess): Promise<RightCode> {
  const given = hashCode(service, guess.emailKey, guess.code)
  const own = await service.db.transaction((tx) => countOwn(tx, service, guess))
  if (own instanceof RequestProblem) throw own
  if (own.code && isSame(given, own.code)) return { code: own.code, paid: own.paid }
  const others = await service.db.transaction((tx) => countOthers(tx, service, { guess, own }))
  if (others instanceof RequestProblem) throw others
  // The same work for an e-mail address without a code.
  const compared = others.codes.length === 0 ? [{ codeHash: Buffer.alloc(given.length) }] : others.codes
  const right = others.codes[compared.findIndex((code) => isSame(given, code))]
  if (!right) throw refuseCode()
  return { code: right, paid: others.paid }
}

/** Uses up a code that was guessed right, and gives back what its tries were paid from. Throws if it was used meanwhile. */
export async function spendRightCode(tx: Transaction, { code, paid }: RightCode): Promise<{ inviteId: number | null }> {
  const used = await spendCode(tx, { ...code, now: tx.now })
  if (!used) throw refuseCode()
  await giveBackAll(tx, paid)
  return used
}

/** Takes back the count of a right guess, where the code is not used up after all. */
export async function forgiveTry(tx: Transaction, { code, paid }: RightCode): Promise<void> {
  await giveBackTry(tx, code)
  await giveBackAll(tx, paid)
}

export function refuseCode(): RequestProblem {
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
  if (code?.tries === 1 && !(await spendAll(tx, own)).ok) return refuseCode()
  const codes = await takeOtherTries(tx, key, tx.now)
  if (codes.length === 0) return { codes, paid }
  const spent = await spendAll(tx, code ? shared : [...own, ...shared])
  if (spent.ok) return { codes, paid: [...own, ...shared] }
  // Strangers may have used up the budget of all together: the asker's own code stays open all the same.
  return code ? refuseCode() : closeFor(spent.retryAfterSeconds)
}

function closeFor(retryAfterSeconds: number): RequestProblem {
  const detail = 'Too many wrong codes. A new code works at the first try, where it was asked for.'
  return refuseTooMany(retryAfterSeconds, detail, 'TOO_MANY_TRIES')
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
  const spent = await spendExactly(tx, { name: 'code.none', key: budget, limit, now: tx.now })
  return spent.ok ? undefined : closeFor(spent.retryAfterSeconds)
}

/** What wrong tries are paid from: all of them from what is the asker's own, those at others' codes also from what all share. */
type WrongTries = { own: Budget[]; shared: Budget[] }

/** Only known askers draw on theirs, so that no stranger can use it up. */
function listWrongTryBudgets(
  tx: Transaction,
  service: Service,
  { isKnown, isFamiliar, emailKey, owner }: Asker,
): WrongTries {
  const budget = (name: LimitName, whose = emailKey) => createBudget(tx, service, name, whose)
  const own = [budget('code.wrong.asker', owner)]
  if (isKnown) return { own: [...own, budget('code.wrong.known.month')], shared: [] }
  return { own, shared: isFamiliar ? [] : [budget('code.wrong.email'), budget('code.wrong.email.month')] }
}

/** What sending a code is paid from. */
export function listSendBudgets(tx: Transaction, service: Service, asker: Asker): Budget[] {
  const budgets = [
    createBudget(tx, service, 'code.send.asker', asker.owner),
    createBudget(tx, service, 'code.send.asker.burst', asker.owner),
  ]
  // Strangers can use up what strangers share, and nothing else.
  if (!asker.isKnown && !asker.isFamiliar) budgets.push(createBudget(tx, service, 'code.send.email', asker.emailKey))
  return budgets
}

/** Spends one of each; the first that is empty decides. */
export async function spendAll(tx: Transaction, budgets: readonly Budget[]): Promise<BudgetResult> {
  let spent: BudgetResult = { ok: true, remaining: 0 }
  for (const budget of budgets) {
    spent = await (REFILLS_EVENLY.has(budget.name) ? takeRoughly : spendExactly)(tx, budget)
    if (!spent.ok) return spent
  }
  return spent
}

/** Gives back what spendAll has spent. */
async function giveBackAll(tx: Transaction, budgets: readonly Budget[]): Promise<void> {
  for (const budget of budgets) {
    if (REFILLS_EVENLY.has(budget.name)) await updateBucket(tx, budget, -1)
    else await cancelSpending(tx, budget)
  }
}

const REFILLS_EVENLY: ReadonlySet<string> = new Set<LimitName>(['code.send.asker.burst', 'code.wrong.email.month'])

export const CODE_SECONDS = 600

/** Guesses at one code; the table has the same bound. */
const MAX_TRIES = 5

/** Six digits; `draw` returns a whole number from 0 up to, but not including, the given one. */
export function newCode(draw: (below: number) => number): string {
  return String(draw(1_000_000)).padStart(6, '0')
}

export function computeExpiry(now: Date): Date {
  return new Date(now.getTime() + CODE_SECONDS * 1000)
}

/** Whole seconds from now until then; at least one. */
export function secondsUntil(then: Date, now: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000))
}

/** Which code a link stands for: of which e-mail address, asked for by whom. */
type LinkedCode = { emailKey: string; askerHash: Buffer; code: string }

/** What stands after the # of the link in a mail. Only this service can write or read it, so that there is nothing to guess. */
export function writeLink(secrets: Secrets, { emailKey, askerHash, code }: LinkedCode): string {
  const text = JSON.stringify([emailKey, askerHash.toString('base64url'), code])
  return secrets.seal('sign-in-link', text).toString('base64url')
}

/** The code behind a link; undefined for one that this service did not write. */
export function readLink(secrets: Secrets, link: string): LinkedCode | undefined {
  const text = openToken(secrets, 'sign-in-link', link)
  if (text === null) return undefined
  const [emailKey, asker, code] = JSON.parse(text) as [string, string, string]
  return { emailKey, askerHash: Buffer.from(asker, 'base64url'), code }
}
