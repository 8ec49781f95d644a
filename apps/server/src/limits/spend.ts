import type { ProblemCode } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import type { Queries, Transaction } from '../database/pool.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import type { LimitName } from '../settings/limits.ts'
import { addressKey } from './address.ts'
import { type Purse, type Spent, spend, spendRoughly } from './store.ts'

/** Whose budget an e-mail address spends from, for callers to whom an empty one is no reason to undo their work. */
export function purseOfEmail({ now }: Transaction, service: Service, name: LimitName, emailKey: string): Purse {
  return purse(service, { name, owner: emailKey, now })
}

/** Whose budget a network address spends from, for callers that spend it in the transaction that writes. */
export function purseOfAddress(
  { now }: Pick<Transaction, 'now'>,
  service: Service,
  name: LimitName,
  { ip }: FastifyRequest,
): Purse {
  return purse(service, { name, owner: addressKey(ip), now })
}

/** Spends one of what a network address may do, at once and for itself: its row must not be held while others wait. */
export async function spendOfAddress(service: Service, name: LimitName, request: FastifyRequest): Promise<void> {
  const now = service.now()
  refuseIfSpent(await spend(service.db, purse(service, { name, owner: addressKey(request.ip), now })))
}

/** Spends one of what everybody together may do. */
export async function spendOfAll(db: Queries, service: Service, name: LimitName): Promise<void> {
  refuseIfSpent(await spendRoughly(db, purse(service, { name, owner: 'all', now: service.now() })))
}

/** Spends one of what an agent, an origin or all together may do, inside the transaction that does it. */
export async function spendOfOwner(tx: Transaction, service: Service, name: LimitName, owner: string): Promise<void> {
  refuseIfSpent(await spendRoughly(tx, purse(service, { name, owner, now: tx.now })))
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

function purse({ secrets, settings }: Service, { name, owner, now }: Owner): Purse {
  return { name, key: secrets.hash('budget', `${name}:${owner}`), limit: settings.limits[name], now }
}

/** Throws the 429 of a budget that is used up. */
export function refuseIfSpent(spent: Spent): void {
  if (!spent.ok) throw tooMany(spent.retryAfterSeconds)
}
