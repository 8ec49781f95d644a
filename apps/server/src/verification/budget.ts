import type { Transaction } from '../database/pool.ts'
import { type Budget, type BudgetResult, giveBack, takeExactly } from '../limits/store.ts'
import type { Service } from '../service.ts'
import type { LimitName } from '../settings/limits.ts'

/** The shorter one first: its budget is the one that is empty most often. */
const LIMITS = ['verify.refused.user', 'verify.refused.user.day'] as const satisfies LimitName[]

/**
 * Takes one of the refusals that a user may have, before the answer is judged: else any number of parallel answers would be
 * judged while none of them is counted yet. Whoever is verified gets it back.
 */
export async function takeTry(tx: Transaction, service: Service, userId: string): Promise<BudgetResult> {
  const [hour, day] = makeBudgets(tx, service, userId)
  const spent = await takeExactly(tx, hour)
  if (!spent.ok) return spent
  const spentToday = await takeExactly(tx, day)
  if (!spentToday.ok) await giveBack(tx, hour)
  return spentToday
}

export async function giveBackTry(tx: Transaction, service: Service, userId: string): Promise<void> {
  for (const budget of makeBudgets(tx, service, userId)) await giveBack(tx, budget)
}

function makeBudgets({ now }: Transaction, { secrets, settings }: Service, userId: string): [Budget, Budget] {
  const budget = (name: LimitName): Budget => {
    return { name, key: secrets.hash('budget', `${name}:${userId}`), limit: settings.limits[name], now }
  }
  return [budget(LIMITS[0]), budget(LIMITS[1])]
}
