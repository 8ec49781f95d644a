import { randomInt } from 'node:crypto'
import type { Endpoint } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import type { Service } from '../service.ts'
import type { Limit } from '../settings/limits.ts'
import { toBudgetOwner, refuseTooMany } from './budgets.ts'
import type { BudgetResult } from './store.ts'

/**
 * Limits the GET requests about nodes that one network address may send; refuses further ones with 429. Public statistics and calls of
 * sites aren't counted.
 */
export function addLookupLimit(app: FastifyInstance, { settings, now }: Service): void {
  const flood = createFlood(settings.limits['lookup.address'])
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isLookup(request.routeOptions.config.endpoint)) return done()
    const spent = flood.take(toBudgetOwner('lookup.address', request.ip), now().getTime())
    done(spent.ok ? undefined : refuseTooMany(spent.retryAfterSeconds, 'Too many lookups from this address.'))
  })
}

function isLookup(endpoint: Endpoint | undefined): boolean {
  // A site asks about its own checks with its secret.
  if (endpoint?.method !== 'GET' || endpoint.access === 'site') return false
  return endpoint.access !== 'public' || 'email' in (endpoint.query?.properties ?? {})
}

const ROWS = 3
const SLOTS = 65_536

/** A rate limiter in the memory of this process, for any number of keys in at most 1.5 MB. */
export type Flood = {
  /** Spends one from the budget of a key. */
  take: (key: string, nowMs: number) => BudgetResult
  /** Returns what `take` would return, but spends nothing. */
  look: (key: string, nowMs: number) => BudgetResult
}

/**
 * Creates a rate limiter in memory for any number of keys: leaky buckets (GCRA) in a count-min table. A key whose slots are all shared with
 * other keys may be refused too early, but no key is refused too late; random seeds keep callers from choosing keys that share slots.
 */
export function createFlood({ count, perSeconds }: Limit, seeds = createSeeds()): Flood {
  const periodMs = perSeconds * 1000
  const stepMs = periodMs / Math.max(1, count)
  // Allocated at the first call: many budgets of a service are never used.
  let table: Float64Array | undefined

  function look(key: string, nowMs: number): BudgetResult {
    if (count === 0) return { ok: false, retryAfterSeconds: perSeconds }
    const leftMs = nowMs + periodMs - dueAfter(findSlots(key, seeds), nowMs)
    if (leftMs < 0) return { ok: false, retryAfterSeconds: Math.ceil(-leftMs / 1000) }
    return { ok: true, remaining: Math.floor(leftMs / stepMs) }
  }

  function take(key: string, nowMs: number): BudgetResult {
    const spent = look(key, nowMs)
    if (!spent.ok) return spent
    const slots = findSlots(key, seeds)
    const after = dueAfter(slots, nowMs)
    table ??= new Float64Array(ROWS * SLOTS)
    for (const slot of slots) table[slot] = Math.max(table[slot] ?? 0, after)
    return spent
  }

  function dueAfter(slots: readonly number[], nowMs: number): number {
    return Math.max(nowMs, Math.min(...slots.map((slot) => table?.[slot] ?? 0))) + stepMs
  }

  return { take, look }
}

function createSeeds(): number[] {
  return Array.from({ length: ROWS }, () => randomInt(2 ** 32))
}

function findSlots(key: string, seeds: readonly number[]): number[] {
  return seeds.map((seed, row) => row * SLOTS + (hash(key, seed) % SLOTS))
}

// FNV-1a with a seed, then the last steps of MurmurHash3, which spread every bit.
function hash(key: string, seed: number): number {
  let sum = seed
  for (let index = 0; index < key.length; index++) sum = Math.imul(sum ^ key.charCodeAt(index), 0x01000193)
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b)
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35)
  return (sum ^ (sum >>> 16)) >>> 0
}
