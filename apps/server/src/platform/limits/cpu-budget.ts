import type { FastifyRequest } from 'fastify'
import type { Service } from '../service.ts'
import { meterThreads } from '../threads/pool.ts'
import { addressBudget, refuseIfUsedUp } from './budgets.ts'
import { correctRoughly, takeRoughly } from './store.ts'

/** An estimate of what an answer costs, corrected afterwards by what it did cost. It is taken before the work, so that parallel calls cannot all begin on the last of a budget. */
const GUESSED_MS = 250

/**
 * Works with threads whose processor time the caller's network address pays for; 429 when it has none left. Throws for an endpoint that
 * the contract doesn't mark as `countsCpu`.
 */
export async function workOnCpuBudget<Result>(
  service: Service,
  request: FastifyRequest,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const { endpoint } = request.routeOptions.config
  if (endpoint && !endpoint.countsCpu) throw new Error(`${endpoint.path} must be marked as countsCpu in the contract`)
  const budget = addressBudget({ now: service.now() }, service, 'verify.cpu.address', request)
  const guessedMs = Math.min(GUESSED_MS, budget.limit.count)
  refuseIfUsedUp(await takeRoughly(service.db, budget, guessedMs))
  const { threads, cpuMs } = meterThreads(service.threads)
  try {
    return await work({ ...service, threads })
  } finally {
    await correctRoughly(service.db, budget, cpuMs() - guessedMs)
  }
}
