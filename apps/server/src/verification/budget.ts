import type { Transaction } from '../database/pool.ts'
import { giveBack, type Purse, type Spent, spendExactly } from '../limits/store.ts'
import type { Service } from '../service.ts'
import type { LimitName } from '../settings/limits.ts'

/** The shorter one first: its purse is the one that is empty most often. */
const LIMITS = ['verify.refused.user', 'verify.refused.user.day'] as const satisfies LimitName[]

/**
 * Takes one of the refusals that a user may have, before the answer is judged: else any number of parallel answers would be
 * judged while none of them is counted yet. Whoever is verified gets it back.
 */
export async function takeTry(tx: Transaction, service: Service, userId: string): Promise<Spent> {
  const [hour, day] = pursesOf(tx, service, userId)
  const spent = await spendExactly(tx, hour)
  if (!spent.ok) return spent
  const spentToday = await spendExactly(tx, day)
  if (!spentToday.ok) await giveBack(tx, hour)
  return spentToday
}

export async function giveBackTry(tx: Transaction, service: Service, userId: string): Promise<void> {
  for (const purse of pursesOf(tx, service, userId)) await giveBack(tx, purse)
}

function pursesOf({ now }: Transaction, { secrets, settings }: Service, userId: string): [Purse, Purse] {
  const purse = (name: LimitName): Purse => {
    return { name, key: secrets.hash('budget', `${name}:${userId}`), limit: settings.limits[name], now }
  }
  return [purse(LIMITS[0]), purse(LIMITS[1])]
}
