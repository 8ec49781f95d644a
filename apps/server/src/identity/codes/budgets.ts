import type { Transaction } from '../../platform/database/pool.ts'
import { emailBudget } from '../../platform/limits/budgets.ts'
import {
  type Budget,
  type BudgetResult,
  correctRoughly,
  giveBack,
  takeExactly,
  takeRoughly,
} from '../../platform/limits/store.ts'
import type { Service } from '../../platform/service.ts'
import type { LimitName } from '../../platform/settings/limits.ts'
import type { Asker } from './asker.ts'

/** What wrong tries are paid from: all of them from what is the asker's own, those at others' codes also from what all share. */
export type WrongTries = { own: Budget[]; shared: Budget[] }

/** Only known askers draw on theirs, so that no stranger can use it up. */
export function listWrongTryBudgets(
  tx: Transaction,
  service: Service,
  { isKnown, isFamiliar, emailKey, owner }: Asker,
): WrongTries {
  const budget = (name: LimitName, whose = emailKey) => emailBudget(tx, service, name, whose)
  const own = [budget('code.wrong.asker', owner)]
  if (isKnown) return { own: [...own, budget('code.wrong.known.month')], shared: [] }
  return { own, shared: isFamiliar ? [] : [budget('code.wrong.email'), budget('code.wrong.email.month')] }
}

/** What sending a code is paid from. */
export function listSendBudgets(tx: Transaction, service: Service, asker: Asker): Budget[] {
  const budgets = [
    emailBudget(tx, service, 'code.send.asker', asker.owner),
    emailBudget(tx, service, 'code.send.asker.burst', asker.owner),
  ]
  // Strangers can use up what strangers share, and nothing else.
  if (!asker.isKnown && !asker.isFamiliar) budgets.push(emailBudget(tx, service, 'code.send.email', asker.emailKey))
  return budgets
}

/** Spends one of each; the first that is empty decides. */
export async function spendAll(tx: Transaction, budgets: readonly Budget[]): Promise<BudgetResult> {
  let spent: BudgetResult = { ok: true, remaining: 0 }
  for (const budget of budgets) {
    spent = await (REFILLS_EVENLY.has(budget.name) ? takeRoughly : takeExactly)(tx, budget)
    if (!spent.ok) return spent
  }
  return spent
}

/** Gives back what spendAll has spent. */
export async function giveBackAll(tx: Transaction, budgets: readonly Budget[]): Promise<void> {
  for (const budget of budgets) {
    if (REFILLS_EVENLY.has(budget.name)) await correctRoughly(tx, budget, -1)
    else await giveBack(tx, budget)
  }
}

const REFILLS_EVENLY: ReadonlySet<string> = new Set<LimitName>(['code.send.asker.burst', 'code.wrong.email.month'])
