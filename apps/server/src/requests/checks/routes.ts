import { randomBytes, randomInt } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import {
  cancelCheck,
  type CheckEvent,
  confirmCheck,
  createCheck,
  followCheck,
  getCheck,
  getSiteUsage,
  joinCheck,
  openCheck,
  pairCheck,
  redeemCheck,
  siteverify,
  startCheck,
} from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireRightCode } from '../../identity/codes/codes.ts'
import { lockNode } from '../../identity/node-store.ts'
import { toEmailKey } from '../../platform/email.ts'
import { serve, serveEvents, serveTx } from '../../platform/http/endpoint.ts'
import { spendAddressBudget, spendSiteBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem, refuseForNow } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { addCheck } from '../request/create.ts'
import {
  computeCode,
  findReturn,
  redeemForSite,
  requireOwnCheck,
  verifyResponse,
  toResponse,
} from '../request/redeem.ts'
import { describeCheck, createCheckToken, readCheckStatus } from '../request/rules.ts'
import { confirmUnmoved, requireCheck, requireOpenCheck, requireOtherWay } from '../request/scan.ts'
import { countUsage, findChanged, type StoredCheck } from '../request/store.ts'
import { requireSiteKey, requireSite, requireSiteSecret } from '../sites/authorize.ts'
import { findAskingSite } from '../sites/store.ts'
import {
  cancelOpenCheck,
  createPageCheck,
  createServerCheck,
  hasCheckToken,
  claimCheckOnPhone,
  openCheckPage,
  createPairing,
  refuseHolder,
} from './page.ts'

/** Serves the endpoints of checks: for sites' servers, for pages and phones, and the event stream by which pages follow a check. */
export function serveChecks(app: FastifyInstance, service: Service): void {
  serveSites(app, service)
  servePages(app, service)
  serveFollowers(app, service)
}

/** Serves the endpoints that sites and operators call with a secret. */
function serveSites(app: FastifyInstance, service: Service): void {
  const { db } = service

  serveTx(app, createCheck, {
    prepare: async ({ body, request }) => {
      const site = await requireSiteSecret(db, service, request)
      const check = await createServerCheck(service, site, body)
      await spendSiteBudget(service, 'check.site', site.siteKey)
      return check
    },
    commit: (tx, { request, prepared: check }) => addCheck(tx, service, { check, request }),
  })

  serve(app, getCheck, async ({ params: { id }, request }) => {
    const check = await requireOwnCheck(db, service, { id, request })
    return { ...describeCheck(check, service.now()), redeemed_at: check.redeemedAt?.toISOString() ?? null }
  })

  serveTx(app, redeemCheck, (tx, { params: { id }, body, request }) =>
    redeemForSite(tx, service, { id, body, request }),
  )

  serveTx(app, siteverify, (tx, { body }) => verifyResponse(tx, service, body))

  serveTx(app, getSiteUsage, async (tx, { params: { site_key: siteKey } }) => ({
    days: await countUsage(tx, (await requireSite(tx, siteKey)).id),
  }))
}

/** Serves the endpoints that pages call: those of the site, and the page of a check on a screen or a phone. */
function servePages(app: FastifyInstance, service: Service): void {
  const { db } = service

  serveTx(app, startCheck, {
    prepare: async ({ params: { site_key: siteKey }, body, request }) => {
      await spendAddressBudget(service, 'check.address', request)
      const site = await findAskingSite(db, requireSiteKey(siteKey))
      if (!site) throw new RequestProblem('NOT_FOUND', 'There is no site with this key.')
      const proof = {
        token: createCheckToken(randomBytes),
        open_secret: randomBytes(32).toString('base64url'),
        number: String(randomInt(100)).padStart(2, '0'),
      }
      const check = await createPageCheck(service, site, { body, origin: request.headers.origin, proof })
      await spendSiteBudget(service, 'check.page.site', siteKey)
      return { check, proof }
    },
    commit: async (tx, { request, prepared: { check, proof } }) => ({
      ...(await addCheck(tx, service, { check, request })),
      ...proof,
    }),
  })

  const takeAddress = ({ request }: { request: FastifyRequest }) =>
    spendAddressBudget(service, 'check.address', request)

  serveTx(app, openCheck, {
    prepare: takeAddress,
    commit: (tx, { params: { id }, body }) => openCheckPage(tx, service, { id, body }),
  })

  serveTx(app, pairCheck, {
    prepare: takeAddress,
    commit: (tx, { params: { id }, request }) => createPairing(tx, service, { id, request }),
  })

  serveTx(app, joinCheck, {
    prepare: takeAddress,
    commit: (tx, { params: { id }, body }) => claimCheckOnPhone(tx, service, { id, body }),
  })

  serveTx(app, confirmCheck, {
    prepare: async ({ params: { id }, body, request }) => {
      await spendAddressBudget(service, 'code.try.address', request)
      await db.transaction(async (tx) =>
        requireOtherWay(await requireOpenCheck(tx, service, { id, token: body.check_token })),
      )
      return requireRightCode(service, { emailKey: toEmailKey(body.email), code: body.otp, request })
    },
    commit: async (tx, { params: { id }, body, prepared: code }) => {
      const found = requireOtherWay(await requireOpenCheck(tx, service, { id, token: body.check_token }))
      const node = await lockNode(tx, toEmailKey(body.email))
      const granted = await confirmUnmoved(tx, service, { found, node, code })
      return granted instanceof RequestProblem ? granted : granted.check
    },
  })

  serveTx(app, cancelCheck, (tx, { params: { id }, request }) => cancelOpenCheck(tx, service, { id, request }))
}

function serveFollowers(app: FastifyInstance, service: Service): void {
  const followers = new Followers(service)
  app.addHook('preClose', (done) => {
    followers.close()
    done()
  })
  serveEvents(app, followCheck, async ({ params: { id }, request }) => {
    await spendAddressBudget(service, 'check.address', request)
    const check = await requireCheck(service.db, id)
    const hashes = { screen: check.screenHash, device: check.deviceHash, follower: check.followerHash }
    const role = (Object.keys(hashes) as Role[]).find((one) => hasCheckToken(service, hashes[one], request))
    if (role === undefined) throw refuseHolder()
    followers.demandRoom()
    return (response) => followers.add(check, role, response)
  })
}

/** The role of a follower: the page that the person came with, the phone, or the site's own page. */
type Role = 'screen' | 'device' | 'follower'

type Follower = { id: string; role: Role; response: ServerResponse; told: string }

/** The followers of a check, and its change counter when they last got an event. */
type FollowedCheck = { changes: number; followers: Set<Follower> }

const POLL_MS = 1000
// Shorter than what proxies wait for a byte.
const ALIVE_EVERY_POLLS = 15
const MOST_FOLLOWERS = 20_000

/**
 * Tells the pages of one process what becomes of the checks that they follow. Whichever process changes a check, one statement a
 * second asks for all that are followed here: it needs no session of the database, so a pooler may stand between.
 */
class Followers {
  readonly #service: Service
  readonly #followed = new Map<string, FollowedCheck>()
  #count = 0
  #polls = 0
  #timer: NodeJS.Timeout | undefined

  constructor(service: Service) {
    this.#service = service
  }

  /** Sends events to the follower until the check ends or the page closes the connection. */
  add(check: StoredCheck, role: Role, response: ServerResponse): void {
    const follower = { id: check.id, role, response, told: '' }
    this.#watch(follower, check.changes)
    this.#tell(check, follower)
  }

  /** Throws 503 if this process has the maximum number of followers. */
  demandRoom(): void {
    if (this.#count >= MOST_FOLLOWERS) throw refuseForNow('Too many pages follow checks here.')
  }

  close(): void {
    for (const { response } of this.#list()) response.end()
  }

  // Apart from add, so that what is kept for as long as a page follows does not keep the row of the check.
  #watch(follower: Follower, changes: number): void {
    const { id, response } = follower
    // This follower gets the current state at once; the others may not have received it yet.
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

/**
 * Returns the event about a check for one follower: only the page that the person came with gets the return address, and only the site's own
 * page gets the response.
 */
function describeEvent(service: Service, check: StoredCheck, role: Role): CheckEvent {
  const status = readCheckStatus(check, service.now())
  const { reason, deviceHash, wrongNumbers } = check
  const told = { status, reason, joined: deviceHash !== null, wrong_numbers: wrongNumbers }
  const hasEnded = status === 'passed' || status === 'failed'
  if (role === 'screen' && hasEnded) return { ...told, return_url: findReturn(service, check) }
  if (role === 'follower' && status === 'passed')
    return { ...told, response: toResponse(check.id, computeCode(service, check.id)) }
  return told
}
