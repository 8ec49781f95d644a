import type { Transaction } from '../database/pool.ts'
import { purseOfEmail } from '../limits/spend.ts'
import { correctRoughly, giveBack, type Purse, type Spent, spendExactly, spendRoughly } from '../limits/store.ts'
import type { Service } from '../service.ts'
import type { LimitName } from '../settings/limits.ts'
import type { Asker } from './asker.ts'

/** What wrong tries are paid from: all of them from what is the asker's own, those at others' codes also from what all share. */
export type WrongTries = { own: Purse[]; shared: Purse[] }

/** Only known askers draw on theirs, so that no stranger can use it up. */
export function wrongTriesOf(tx: Transaction, service: Service, { isKnown, emailKey, owner }: Asker): WrongTries {
  const purse = (name: LimitName, whose = emailKey) => purseOfEmail(tx, service, name, whose)
  if (isKnown) return { own: [purse('code.wrong.known'), purse('code.wrong.known.month')], shared: [] }
  return {
    own: [purse('code.wrong.email.address', owner)],
    shared: [purse('code.wrong.email'), purse('code.wrong.email.month')],
  }
}

/** What sending a code is paid from. */
export function sendsOf(tx: Transaction, service: Service, asker: Asker): Purse[] {
  const names: [LimitName, string][] = asker.isKnown
    ? [
        ['code.send.known', asker.emailKey],
        ['code.send.known.burst', asker.emailKey],
      ]
    : [
        ['code.send.email.address', asker.owner],
        ['code.send.email.address.burst', asker.owner],
        ['code.send.email', asker.emailKey],
      ]
  return names.map(([name, owner]) => purseOfEmail(tx, service, name, owner))
}

/** Spends one of each; the first that is empty decides. */
export async function spendAll(tx: Transaction, budgets: readonly Purse[]): Promise<Spent> {
  let spent: Spent = { ok: true, remaining: 0 }
  for (const budget of budgets) {
    spent = await (REFILLS_EVENLY.has(budget.name) ? spendRoughly : spendExactly)(tx, budget)
    if (!spent.ok) return spent
  }
  return spent
}

/** Undoes what spendAll has spent in the same transaction. */
export async function giveBackAll(tx: Transaction, budgets: readonly Purse[]): Promise<void> {
  for (const budget of budgets) {
    if (REFILLS_EVENLY.has(budget.name)) await correctRoughly(tx, budget, -1)
    else await giveBack(tx, budget)
  }
}

const REFILLS_EVENLY: ReadonlySet<string> = new Set<LimitName>([
  'code.send.known.burst',
  'code.send.email.address.burst',
  'code.wrong.email.month',
])
