import { isIPv6 } from 'node:net'
import type { ProblemCode } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import type { Queries, Transaction } from '../database/pool.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { type LimitName, NETWORK_LIMITS } from '../settings/limits.ts'
import { measureThreads } from '../threads/threads.ts'
import { type Budget, type BudgetResult, spendBuckets, spendBudget, updateBucket } from './store.ts'

/** The estimated cost of a call, which is corrected afterwards. It is spent before the work, so that parallel calls can't all start on the last of a budget. */
const ESTIMATED_MS = 250

/**
 * Runs `work`, measures the processor time of its worker threads, and spends it from the budget of the caller's network address. Throws 429
 * before the work if the budget is empty; throws an Error if the contract doesn't mark the endpoint as `countsCpu`.
 */
export async function runOnCpuBudget<Result>(
  service: Service,
  request: FastifyRequest,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const { endpoint } = request.routeOptions.config
  if (endpoint && !endpoint.countsCpu) throw new Error(`${endpoint.path} must be marked as countsCpu in the contract`)
  const budget = createAddressBudget({ now: service.now() }, service, 'verify.cpu.address', request)
  const estimatedMs = Math.min(ESTIMATED_MS, budget.limit.count)
  requireSpent(await spendBuckets(service.db, [budget], estimatedMs))
  const { threads, cpuMs } = measureThreads(service.threads)
  try {
    return await work({ ...service, threads })
  } finally {
    await updateBucket(service.db, budget, cpuMs() - estimatedMs)
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Spends one from the budget of the site or operator whose secret the call contains, otherwise from that of the network address, since
     * a site's server calls for many people from one address. Throws 429 if the budget is empty, 401 for a wrong secret.
     */
    spendCallerBudget: (name: LimitName, request: FastifyRequest) => Promise<void>
  }
}

/** Returns the budget `name` of one owner, such as an e-mail address, with the limit of the settings; stores nothing. The owner becomes a keyed hash. */
export function createBudget(
  { now }: { now: Date },
  { secrets, settings }: Service,
  name: LimitName,
  owner: string,
): Budget {
  return { name, key: secrets.hash('budget', `${name}:${owner}`), limit: settings.limits[name], now }
}

/** Returns the budget `name` of the caller's network address, for spending it in the caller's transaction; stores nothing. */
export function createAddressBudget(
  { now }: { now: Date },
  service: Service,
  name: LimitName,
  { ip }: FastifyRequest,
): Budget {
  return createBudget({ now }, service, name, toBudgetOwner(name, ip))
}

/**
 * Spends one from the budget `name` of the caller's network address; throws 429 if it is empty. Runs outside of a transaction, so that the
 * budget's row doesn't stay locked.
 */
export async function spendAddressBudget(service: Service, name: LimitName, request: FastifyRequest): Promise<void> {
  const budget = createAddressBudget({ now: service.now() }, service, name, request)
  requireSpent(await spendBudget(service.db, budget))
}

/** Spends one from the budget `name` of a site; throws 429 if it is empty. Runs outside of a transaction. */
export async function spendSiteBudget(service: Service, name: LimitName, siteKey: string): Promise<void> {
  requireSpent(await spendBuckets(service.db, [createBudget({ now: service.now() }, service, name, siteKey)]))
}

/**
 * Spends one from each of the budgets that all callers share; throws 429 if one is empty. Always pass the names in the same order, or
 * concurrent transactions can deadlock.
 */
export async function spendSharedBudgets(db: Queries, service: Service, names: readonly LimitName[]): Promise<void> {
  const now = service.now()
  const budgets = names.map((name) => createBudget({ now }, service, name, 'all'))
  requireSpent(await spendBuckets(db, budgets))
}

/** Spends one from the budget `name` of an owner, for example an agent or an origin, in the caller's transaction; throws 429 if it is empty. */
export async function spendOwnerBudget(
  tx: Transaction,
  service: Service,
  name: LimitName,
  owner: string,
): Promise<void> {
  requireSpent(await spendBuckets(tx, [createBudget(tx, service, name, owner)]))
}

/** Returns a 429 with the seconds to wait in the detail and in the header fields that clients read. */
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

/** Throws a 429 if the result of spending a budget says that it was empty. */
export function requireSpent(spent: BudgetResult): void {
  if (!spent.ok) throw refuseTooMany(spent.retryAfterSeconds)
}

/** Limits per network address that are counted in memory and aren't part of LIMITS. */
type ProcessLimit = 'connections' | 'requests under way'

/**
 * Returns the owner of a budget that counts callers by network address: an IPv4 address, or an IPv6 network. Budgets in NETWORK_LIMITS and
 * shares of a process's resources use the /48 network, because one customer can have all 65,536 /64 networks in it; other budgets use the
 * /64 network.
 */
export function toBudgetOwner(name: LimitName | ProcessLimit, address: string | undefined): string {
  const isShared = name === 'connections' || name === 'requests under way' || NETWORK_LIMITS.has(name)
  return toNetwork(address, isShared ? 48 : 64)
}

/**
 * Returns the key by which a caller's address is counted outside of budgets: an IPv4 address, or the /64 network of an IPv6 address.
 * `address` is undefined if the caller has closed the connection.
 */
export function toAddressKey(address: string | undefined): string {
  return toNetwork(address, 64)
}

function toNetwork(address: string | undefined, bits: 48 | 64): string {
  if (address === undefined) return ''
  // Some proxies write the caller's port into X-Forwarded-For.
  const host = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address
  const plain = host.replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const groups = parseGroups(plain)
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, bits / 16).join(':')}::/${bits}`
  // ::ffff:0:0/96 is an IPv4 address written as IPv6 (RFC 4291, section 2.5.5.2).
  const numbers = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.')
}

/** Parses an IPv6 address into eight groups of hexadecimal digits without leading zeros. */
function parseGroups(address: string): string[] {
  const hexadecimal = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [head = '', tail] = hexadecimal.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16))
}
