import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { addressBudget } from '../../platform/limits/budgets.ts'
import { type Budget, type BudgetResult, giveBack, takeExactly } from '../../platform/limits/store.ts'
import type { Service } from '../../platform/service.ts'
import type { LimitName } from '../../platform/settings/limits.ts'

/** The refusals that a user may have. The shorter one first: its budget is the one that is empty most often. */
export function listUserTries({ now }: Transaction, { secrets, settings }: Service, userId: string): Budget[] {
  const names = ['verify.refused.user', 'verify.refused.user.day'] as const satisfies LimitName[]
  return names.map((name) => {
    return { name, key: secrets.hash('budget', `${name}:${userId}`), limit: settings.limits[name], now }
  })
}

/** Those of a first visit: nothing is known of the person but the network address. */
export function listVisitorTries(tx: Transaction, service: Service, request: FastifyRequest): Budget[] {
  return [addressBudget(tx, service, 'verify.refused.address', request)]
}

/**
 * Takes one of the refusals that are left, before the answer is judged: else any number of parallel answers would be
 * judged while none of them is counted yet. A verified answer gives it back.
 */
export async function takeTry(tx: Transaction, tries: readonly Budget[]): Promise<BudgetResult> {
  let result: BudgetResult = { ok: true, remaining: 0 }
  for (const [index, budget] of tries.entries()) {
    result = await takeExactly(tx, budget)
    if (!result.ok) {
      await giveBackTry(tx, tries.slice(0, index))
      return result
    }
  }
  return result
}

export async function giveBackTry(tx: Transaction, tries: readonly Budget[]): Promise<void> {
  for (const budget of tries) await giveBack(tx, budget)
}
