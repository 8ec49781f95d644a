import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { createExpiry } from '../database/store.ts'
import { type Limit, MOST_EXACT } from '../settings/limits.ts'

/** The budget of one owner: the limit's name, and a keyed hash of the owner, such as an e-mail address or network address. */
export type Budget = { name: string; key: Buffer; limit: Limit; now: Date }

/** How much is left of a budget, or for an empty budget the seconds until something can be spent again. */
export type BudgetResult = { ok: true; remaining: number } | { ok: false; retryAfterSeconds: number }

/** Spends one from a budget: from an exact log of times if the limit is at most 100, otherwise from a leaky bucket. */
export function spendBudget(db: Queries, budget: Budget): Promise<BudgetResult> {
  return budget.limit.count <= MOST_EXACT ? spendExactly(db, budget) : spendBuckets(db, [budget])
}

/** Spends one from a budget that is stored as an exact log of the last times, for limits of up to 100. Stores nothing if the budget is empty. */
export async function spendExactly(db: Queries, { name, key, limit, now }: Budget): Promise<BudgetResult> {
  const since = new Date(now.getTime() - limit.perSeconds * 1000)
  const stale = new Date(now.getTime() + limit.perSeconds * 1000)
  const spent = await db.maybeOne<{ used: number }>(sql`
    INSERT INTO budget AS b (name, key, hits, stale_at) VALUES (${name}, ${key}, ARRAY[${now}::timestamptz], ${stale})
    ON CONFLICT (name, key) DO UPDATE
    SET hits = ARRAY(SELECT hit FROM unnest(b.hits) AS hit WHERE hit > ${since} ORDER BY hit) || ${now}::timestamptz,
      stale_at = excluded.stale_at
    WHERE (SELECT count(*) FROM unnest(b.hits) AS hit WHERE hit > ${since}) < ${limit.count}
    RETURNING cardinality(hits) AS used`)
  if (spent) return { ok: true, remaining: limit.count - spent.used }
  return { ok: false, retryAfterSeconds: await countSecondsToWait(db, { name, key, limit, now }) }
}

/** Returns how much is left of a budget that is stored as an exact log; spends nothing. */
export async function readBudget(db: Queries, { name, key, limit, now }: Budget): Promise<BudgetResult> {
  const since = new Date(now.getTime() - limit.perSeconds * 1000)
  const { used } = await db.one<{ used: number }>(sql`
    SELECT count(*) AS used FROM budget AS b, unnest(b.hits) AS hit
    WHERE b.name = ${name} AND b.key = ${key} AND hit > ${since}`)
  if (used < limit.count) return { ok: true, remaining: limit.count - used }
  return { ok: false, retryAfterSeconds: await countSecondsToWait(db, { name, key, limit, now }) }
}

/** Gives back the newest entry of a budget that is stored as an exact log. */
export async function cancelSpending(db: Queries, { name, key }: Budget): Promise<void> {
  await db.query(sql`
    UPDATE budget SET hits = trim_array(hits, 1) WHERE name = ${name} AND key = ${key} AND cardinality(hits) > 0`)
}

/**
 * Spends `count` from each of several leaky buckets (GCRA, ITU-T I.371), for large limits. If the result isn't `ok`, other buckets may have
 * been spent, so roll the transaction back. The buckets stay locked until the transaction ends.
 */
export async function spendBuckets(db: Queries, budgets: readonly Budget[], count = 1): Promise<BudgetResult> {
  const now = budgets[0]?.now ?? new Date(0)
  const stepsMs = budgets.map(({ limit }) => ((limit.perSeconds * 1000) / limit.count) * count)
  const full = budgets.map(({ limit }) => new Date(now.getTime() + limit.perSeconds * 1000))
  const [names, keys] = [budgets.map(({ name }) => name), budgets.map(({ key }) => key)]
  const steps = stepsMs.map((ms) => `${ms} milliseconds`)
  // The values of each budget travel in the row that was to be added: its step is due - now, its period stale_at - now. A row that is
  // due more than two periods ahead was written before the clock was set back, and must not lock callers out. One period would be too
  // few, because a transaction that began earlier may come later.
  const due = sql`CASE WHEN b.due > excluded.stale_at + (excluded.stale_at - ${now}::timestamptz) THEN ${now}::timestamptz
    ELSE greatest(b.due, ${now}) END + (excluded.due - ${now}::timestamptz)`
  const spent = await db.query<{ name: string; due: Date }>(sql`
    INSERT INTO budget AS b (name, key, due, stale_at)
    SELECT name, key, ${now}::timestamptz + step, stale_at
    FROM unnest(${names}::text[], ${keys}::bytea[], ${steps}::interval[], ${full}::timestamptz[]) AS given (name, key, step, stale_at)
    ON CONFLICT (name, key) DO UPDATE SET due = ${due}, stale_at = excluded.stale_at WHERE ${due} <= excluded.stale_at
    RETURNING name, due`)
  const remaining: number[] = []
  for (const [at, { name }] of budgets.entries()) {
    const [stepMs, row] = [stepsMs[at] ?? 1, spent.find((one) => one.name === name)]
    if (!row) return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(stepMs / 1000)) }
    remaining.push(Math.floor(((full[at]?.getTime() ?? 0) - row.due.getTime()) / stepMs))
  }
  return { ok: true, remaining: Math.min(...remaining) }
}

/**
 * Corrects a leaky bucket after the work, when its true cost is known: spends `count` more, or gives it back if it is negative. A bucket
 * can owe at most one period.
 */
export async function updateBucket(db: Queries, { name, key, limit, now }: Budget, count: number): Promise<void> {
  const periodMs = limit.perSeconds * 1000
  const step = `${(periodMs / limit.count) * count} milliseconds`
  const most = new Date(now.getTime() + 2 * periodMs)
  await db.query(sql`
    UPDATE budget SET due = least(due + ${step}::interval, ${most}), stale_at = ${most} WHERE name = ${name} AND key = ${key}`)
}

async function countSecondsToWait(db: Queries, { name, key, limit, now }: Budget): Promise<number> {
  const { oldest } = await db.one<{ oldest: Date | null }>(sql`
    SELECT hits[cardinality(hits) - ${limit.count}::int + 1] AS oldest FROM budget WHERE name = ${name} AND key = ${key}`)
  const freeAt = (oldest ?? now).getTime() + limit.perSeconds * 1000
  return Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000))
}

/** Deletes the rows of budgets that are full again. */
export const staleBudgets = createExpiry({
  table: sql`budget`,
  where: (now) => sql`stale_at < ${now}`,
})
