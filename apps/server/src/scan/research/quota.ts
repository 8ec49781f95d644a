import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { addressBudget, budgetOwner, tooMany } from '../../platform/limits/budgets.ts'
import type { Flood } from '../../platform/limits/flood.ts'
import { type BudgetResult, lookAtBudget, takeExactly } from '../../platform/limits/store.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'

/**
 * Demands, before a body is read, that its address may try and has uploads left; 429 otherwise. The transaction that writes decides
 * again.
 */
export async function demandUploads(service: Service, tries: Flood, request: FastifyRequest): Promise<void> {
  demandBudget(tries.take(budgetOwner('research.try.address', request.ip), service.now().getTime()))
  await service.db.transaction(async (tx) => {
    demandBudget(await lookAtBudget(tx, addressBudget(tx, service, 'research.upload.address', request)))
  })
}

/** Takes one of the address's uploads, of whichever kind, and returns how many are left; 429 when there are none. */
export async function takeUpload(tx: Transaction, service: Service, request: FastifyRequest): Promise<number> {
  return demandBudget(await takeExactly(tx, addressBudget(tx, service, 'research.upload.address', request)))
}

function demandBudget(spent: BudgetResult): number {
  if (spent.ok) return spent.remaining
  throw tooMany(spent.retryAfterSeconds, 'This address has uploaded as much as it may.')
}

export function duplicateSession(): RequestProblem {
  return new RequestProblem('DUPLICATE_SESSION', 'A session with this session_id was uploaded before.')
}
