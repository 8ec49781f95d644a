import type { ServerResponse } from 'node:http'
import type { CheckEvent } from '@stillhere/contract'
import { unavailable } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { computeCode, findReturn, writeResponse } from '../request/redeem.ts'
import { readCheckStatus } from '../request/rules.ts'
import { findChanged, type StoredCheck } from '../request/store.ts'

/** As whom somebody follows a check: as the page that the person came with, as the phone, or as the site's own page. */
export type Role = 'screen' | 'device' | 'follower'

type Follower = { id: string; role: Role; response: ServerResponse; told: string }

/** Who follows a check, and how often it had changed when they were last told. */
type Followed = { changes: number; followers: Set<Follower> }

const POLL_MS = 1000
// Shorter than what proxies wait for a byte.
const ALIVE_EVERY_POLLS = 15
const MOST_FOLLOWERS = 20_000

/**
 * Tells the pages of one process what becomes of the checks that they follow. In whatever process a check changes, one statement a
 * second asks for all that are followed here: it needs no session of the database, so a pooler may stand between.
 */
export class Followers {
  readonly #service: Service
  readonly #followed = new Map<string, Followed>()
  #count = 0
  #polls = 0
  #timer: NodeJS.Timeout | undefined

  constructor(service: Service) {
    this.#service = service
  }

  /** Answers with events until the check ends or the page goes. */
  add(check: StoredCheck, role: Role, response: ServerResponse): void {
    const follower = { id: check.id, role, response, told: '' }
    this.#watch(follower, check.changes)
    this.#tell(check, follower)
  }

  /** 503 where this process has as many followers as it can have. */
  demandRoom(): void {
    if (this.#count >= MOST_FOLLOWERS) throw unavailable('Too many pages follow checks here.')
  }

  close(): void {
    for (const { response } of this.#list()) response.end()
  }

  // Apart from add, so that what is kept for as long as a page follows does not keep the row of the check.
  #watch(follower: Follower, changes: number): void {
    const { id, response } = follower
    // Others may not have been told yet what this one is told at once.
    const followed = this.#followed.get(id) ?? { changes, followers: new Set() }
    followed.followers.add(follower)
    this.#followed.set(id, followed)
    this.#count += 1
    response.once('close', () => this.#remove(follower))
    // A poll that fails is made up for by the next.
    this.#timer ??= setInterval(() => void this.#poll().catch(() => {}), POLL_MS).unref()
  }

  #list(): Follower[] {
    return [...this.#followed.values()].flatMap(({ followers }) => [...followers])
  }

  #remove(follower: Follower): void {
    const { id } = follower
    const followers = this.#followed.get(id)?.followers
    if (!followers?.delete(follower)) return
    this.#count -= 1
    if (followers.size === 0) this.#followed.delete(id)
    if (this.#followed.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #poll(): Promise<void> {
    this.#polls += 1
    if (this.#polls % ALIVE_EVERY_POLLS === 0) for (const { response } of this.#list()) response.write(':\n\n')
    const { db, now } = this.#service
    const seen = [...this.#followed].map(([id, { changes }]) => ({ id, changes }))
    for (const check of await findChanged(db, seen, now())) this.#tellAll(check)
  }

  #tellAll(check: StoredCheck): void {
    const followed = this.#followed.get(check.id)
    if (!followed) return
    followed.changes = check.changes
    for (const follower of followed.followers) this.#tell(check, follower)
  }

  #tell(check: StoredCheck, follower: Follower): void {
    const event = describeEvent(this.#service, check, follower.role)
    const text = JSON.stringify(event)
    if (text !== follower.told) follower.response.write(`data: ${text}\n\n`)
    follower.told = text
    if (event.status !== 'open') follower.response.end()
  }
}

/** What a page is told: only the one that the person came with brings them back, and only the site's own gets the response. */
function describeEvent(service: Service, check: StoredCheck, role: Role): CheckEvent {
  const status = readCheckStatus(check, service.now())
  const { reason, deviceHash, wrongNumbers } = check
  const told = { status, reason, joined: deviceHash !== null, wrong_numbers: wrongNumbers }
  const hasEnded = status === 'passed' || status === 'failed'
  if (role === 'screen' && hasEnded) return { ...told, return_url: findReturn(service, check) }
  if (role === 'follower' && status === 'passed')
    return { ...told, response: writeResponse(check.id, computeCode(service, check.id)) }
  return told
}
