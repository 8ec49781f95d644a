import { isIPv6 } from 'node:net'
import type { ProblemCode } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import type { Queries, Transaction } from '../database/pool.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { type LimitName, NETWORK_LIMITS } from '../settings/limits.ts'
import { meterThreads } from '../threads/threads.ts'
import { type Budget, type BudgetResult, updateBucket, spendBudget, takeRoughly, takeRoughlyFromAll } from './store.ts'

/** An estimate of what an answer costs, corrected afterwards by what it did cost. It is taken before the work, so that parallel calls cannot all begin on the last of a budget. */
const GUESSED_MS = 250

/**
 * Works with threads whose processor time the caller's network address pays for; 429 when it has none left. Throws for an endpoint that
 * the contract doesn't mark as `countsCpu`.
 */
export async function runOnCpuBudget<Result>(
  service: Service,
  request: FastifyRequest,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const { endpoint } = request.routeOptions.config
  if (endpoint && !endpoint.countsCpu) throw new Error(`${endpoint.path} must be marked as countsCpu in the contract`)
  const budget = createAddressBudget({ now: service.now() }, service, 'verify.cpu.address', request)
  const guessedMs = Math.min(GUESSED_MS, budget.limit.count)
  requireSpent(await takeRoughly(service.db, budget, guessedMs))
  const { threads, cpuMs } = meterThreads(service.threads)
  try {
    return await work({ ...service, threads })
  } finally {
    await updateBucket(service.db, budget, cpuMs() - guessedMs)
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Takes one call from the budget of the site or operator that shows its secret, and otherwise from the budget of the network address: a
     * server calls for many people from one address. 429 when it is used up, 401 for a wrong secret.
     */
    spendCallerBudget: (name: LimitName, request: FastifyRequest) => Promise<void>
  }
}

/** The budget of an e-mail address, for callers to whom an empty one is no reason to undo their work. */
export function createBudget({ now }: Transaction, service: Service, name: LimitName, emailKey: string): Budget {
  return makeBudget(service, { name, owner: emailKey, now })
}

/** The budget of a network address, for callers that take from it in the transaction that writes. */
export function createAddressBudget(
  { now }: Pick<Transaction, 'now'>,
  service: Service,
  name: LimitName,
  { ip }: FastifyRequest,
): Budget {
  return makeBudget(service, { name, owner: toBudgetOwner(name, ip), now })
}

/** Takes one call from the rate limit of a network address, at once; 429 when it is used up. Its row must not be locked while others wait. */
export async function spendAddressBudget(service: Service, name: LimitName, request: FastifyRequest): Promise<void> {
  const budget = createAddressBudget({ now: service.now() }, service, name, request)
  requireSpent(await spendBudget(service.db, budget))
}

/** Takes one call from the rate limit of a site, at once; 429 when it is used up. */
export async function spendSiteBudget(service: Service, name: LimitName, siteKey: string): Promise<void> {
  requireSpent(await takeRoughly(service.db, makeBudget(service, { name, owner: siteKey, now: service.now() })))
}

/** Takes one from each budget that all callers share; 429 when one is used up. Always in the same order, or callers wait for each other. */
export async function spendSharedBudgets(db: Queries, service: Service, names: readonly LimitName[]): Promise<void> {
  const now = service.now()
  const budgets = names.map((name) => makeBudget(service, { name, owner: 'all', now }))
  requireSpent(await takeRoughlyFromAll(db, budgets))
}

/** Takes one from the budget of an agent, an origin or all together, inside the transaction that does the work. */
export async function spendOwnerBudget(
  tx: Transaction,
  service: Service,
  name: LimitName,
  owner: string,
): Promise<void> {
  requireSpent(await takeRoughly(tx, makeBudget(service, { name, owner, now: tx.now })))
}

/** A 429 with the time to wait in the fields that clients look for. */
export function refuseTooMany(
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
export function requireSpent(spent: BudgetResult): void {
  if (!spent.ok) throw refuseTooMany(spent.retryAfterSeconds)
}

/** Limits of a network address that are kept in memory and have no place in LIMITS. */
type ProcessLimit = 'connections' | 'requests under way'

/**
 * The owner of a budget that counts callers by their network address. Budgets in NETWORK_LIMITS, and shares of what a process has,
 * count the /48 network of an IPv6 address: one customer may have 65,536 networks /64 and would use up what is meant for all.
 */
export function toBudgetOwner(name: LimitName | ProcessLimit, address: string | undefined): string {
  const isShared = name === 'connections' || name === 'requests under way' || NETWORK_LIMITS.has(name)
  return writeKey(address, isShared ? 48 : 64)
}

/**
 * What counts as one caller outside of budgets: an IPv4 address, or the /64 network of an IPv6 address, which one household owns whole.
 * A caller that has hung up has no address, although the types of a request promise one.
 */
export function toAddressKey(address: string | undefined): string {
  return writeKey(address, 64)
}

function writeKey(address: string | undefined, bits: 48 | 64): string {
  if (address === undefined) return ''
  const plain = withoutPort(address).replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const groups = toGroups(plain)
  return readMappedAddress(groups) ?? `${groups.slice(0, bits / 16).join(':')}::/${bits}`
}

// Some proxies write the caller's port into X-Forwarded-For.
function withoutPort(address: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address
}

// ::ffff:0:0/96 is an IPv4 address in the clothes of IPv6 (RFC 4291, section 2.5.5.2).
function readMappedAddress(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined
  const bytes = groups.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
  return bytes.join('.')
}

/** Eight groups of hexadecimal digits without leading zeros. */
function toGroups(address: string): string[] {
  const [head = '', tail] = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, asGroups).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16))
}

function asGroups(_: string, ...bytes: string[]): string {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
