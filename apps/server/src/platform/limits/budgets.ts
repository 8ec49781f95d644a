import type { ProblemCode } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import type { Queries, Transaction } from '../database/pool.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import type { LimitName } from '../settings/limits.ts'
import { budgetOwner } from './address.ts'
import { type Budget, type BudgetResult, takeFromBudget, takeRoughly, takeRoughlyFromAll } from './store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Takes one call from the budget of the site or operator that shows its secret, and otherwise from the budget of the network address: a
     * server calls for many people from one address. 429 when it is used up, 401 for a wrong secret.
     */
    takeFromCallerBudget: (name: LimitName, request: FastifyRequest) => Promise<void>
  }
}

/** The budget of an e-mail address, for callers to whom an empty one is no reason to undo their work. */
export function emailBudget({ now }: Transaction, service: Service, name: LimitName, emailKey: string): Budget {
  return makeBudget(service, { name, owner: emailKey, now })
}

/** The budget of a network address, for callers that take from it in the transaction that writes. */
export function addressBudget(
  { now }: Pick<Transaction, 'now'>,
  service: Service,
  name: LimitName,
  { ip }: FastifyRequest,
): Budget {
  return makeBudget(service, { name, owner: budgetOwner(name, ip), now })
}

/** Takes one call from the rate limit of a network address, at once; 429 when it is used up. Its row must not be locked while others wait. */
export async function takeFromAddressBudget(service: Service, name: LimitName, request: FastifyRequest): Promise<void> {
  const budget = addressBudget({ now: service.now() }, service, name, request)
  refuseIfUsedUp(await takeFromBudget(service.db, budget))
}

/** Takes one call from the rate limit of a site, at once; 429 when it is used up. */
export async function takeFromSiteBudget(service: Service, name: LimitName, siteKey: string): Promise<void> {
  refuseIfUsedUp(await takeRoughly(service.db, makeBudget(service, { name, owner: siteKey, now: service.now() })))
}

/** Takes one from each budget that all callers share; 429 when one is used up. Always in the same order, or callers wait for each other. */
export async function takeFromSharedBudgets(db: Queries, service: Service, names: readonly LimitName[]): Promise<void> {
  const now = service.now()
  const budgets = names.map((name) => makeBudget(service, { name, owner: 'all', now }))
  refuseIfUsedUp(await takeRoughlyFromAll(db, budgets))
}

/** Takes one from the budget of an agent, an origin or all together, inside the transaction that does the work. */
export async function takeFromOwnerBudget(
  tx: Transaction,
  service: Service,
  name: LimitName,
  owner: string,
): Promise<void> {
  refuseIfUsedUp(await takeRoughly(tx, makeBudget(service, { name, owner, now: tx.now })))
}

/** A 429 with the time to wait in the fields that clients look for. */
export function tooMany(
  retryAfterSeconds: number,
  detail = 'Too many requests.',
  code: ProblemCode = 'TOO_MANY_REQUESTS',
): RequestProblem {
  const headers = {
    'retry-after': String(retryAfterSeconds),
    'x-ratelimit-remaining': '0',
    ratelimit: `"default";r=0;t=${retryAfterSeconds}`,
  }
  return new RequestProblem(code, `${detail} Try again in ${retryAfterSeconds} seconds.`, { headers })
}

type Owner = { name: LimitName; owner: string; now: Date }

function makeBudget({ secrets, settings }: Service, { name, owner, now }: Owner): Budget {
  return { name, key: secrets.hash('budget', `${name}:${owner}`), limit: settings.limits[name], now }
}

/** Throws the 429 of a budget that is used up. */
export function refuseIfUsedUp(spent: BudgetResult): void {
  if (!spent.ok) throw tooMany(spent.retryAfterSeconds)
}
