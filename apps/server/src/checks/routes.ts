import { randomBytes, randomInt } from 'node:crypto'
import {
  cancelCheck,
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
import type { FastifyInstance } from 'fastify'
import { serve, serveTx, serveEvents } from '../http/endpoint.ts'
import { takeFromAddressBudget, takeFromSiteBudget } from '../limits/budgets.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { demandSiteSecret } from '../sites/authorize.ts'
import { demandKey, demandSite } from '../sites/sites.ts'
import { findAskingSite } from '../sites/store.ts'
import { confirmByCode, tryConfirmation } from './confirm.ts'
import { add, draftForPage, draftForServer } from './create.ts'
import { Followers, type Role } from './events.ts'
import { cancel, demandCheck, demandOwnCheck, holds, join, open, pair, refuseHolder } from './page.ts'
import { redeemForSite, verifyResponse } from './redeem.ts'
import { describeCheck, newCheckToken } from './rules.ts'
import { countUsage } from './store.ts'

export function checksRoutes(app: FastifyInstance, service: Service): void {
  serveSites(app, service)
  servePages(app, service)
  serveFollowers(app, service)
}

/** What sites call with their secret, and operators with theirs. */
function serveSites(app: FastifyInstance, service: Service): void {
  const { db } = service

  serve(app, createCheck, async ({ body, request, keep }) => {
    const site = await demandSiteSecret(db, service, request)
    const check = draftForServer(service, site, body)
    await takeFromSiteBudget(service, 'check.site', site.siteKey)
    return db.transaction(async (tx) => keep(tx, await add(tx, service, { check, request })))
  })

  serve(app, getCheck, async ({ params: { id }, request }) => {
    const check = await demandOwnCheck(db, service, { id, request })
    return { ...describeCheck(check, service.now()), redeemed_at: check.redeemedAt?.toISOString() ?? null }
  })

  serve(app, redeemCheck, ({ params: { id }, body, request, keep }) =>
    db.transaction(async (tx) => keep(tx, await redeemForSite(tx, service, { id, body, request }))),
  )

  serve(app, siteverify, async ({ body, keepAfterwards }) => keepAfterwards(await verifyResponse(db, service, body)))

  serve(app, getSiteUsage, async ({ params: { site_key: siteKey } }) =>
    db.transaction(async (tx) => ({ days: await countUsage(tx, (await demandSite(tx, siteKey)).id) })),
  )
}

/** What pages call: those of the site, and ours on a screen and on a phone. */
function servePages(app: FastifyInstance, service: Service): void {
  const { db } = service

  serve(app, startCheck, async ({ params: { site_key: siteKey }, body, request, keep }) => {
    await takeFromAddressBudget(service, 'check.address', request)
    const site = await findAskingSite(db, demandKey(siteKey))
    if (!site) throw new RequestProblem('NOT_FOUND', 'There is no site with this key.')
    const proof = {
      token: newCheckToken(randomBytes),
      open_secret: randomBytes(32).toString('base64url'),
      number: String(randomInt(100)).padStart(2, '0'),
    }
    const check = draftForPage(service, site, { body, origin: request.headers.origin, proof })
    await takeFromSiteBudget(service, 'check.page.site', siteKey)
    return db.transaction(async (tx) => keep(tx, { ...(await add(tx, service, { check, request })), ...proof }))
  })

  serve(app, openCheck, async ({ params: { id }, body, request, keep }) => {
    await takeFromAddressBudget(service, 'check.address', request)
    const opened = await db.transaction(async (tx) => {
      const answer = await open(tx, service, { id, body })
      return 'refused' in answer ? answer : keep(tx, answer)
    })
    // Thrown only now: that a number was wrong is committed.
    if ('refused' in opened) throw opened.refused
    return opened
  })

  serve(app, pairCheck, async ({ params: { id }, request, keep }) => {
    await takeFromAddressBudget(service, 'check.address', request)
    return db.transaction(async (tx) => keep(tx, await pair(tx, service, { id, request })))
  })

  serve(app, joinCheck, async ({ params: { id }, body, request, keep }) => {
    await takeFromAddressBudget(service, 'check.address', request)
    const joined = await db.transaction(async (tx) => {
      const answer = await join(tx, service, { id, body })
      return 'refused' in answer ? answer : keep(tx, answer)
    })
    // Thrown only now: that the link is spent is committed.
    if ('refused' in joined) throw joined.refused
    return joined
  })

  serveTx(app, confirmCheck, {
    prepare: async ({ params: { id }, body, request }) => {
      await takeFromAddressBudget(service, 'code.try.address', request)
      return tryConfirmation(service, { id, body, request })
    },
    commit: (tx, { params: { id }, body, prepared: code }) => confirmByCode(tx, service, { id, body, code }),
  })

  serve(app, cancelCheck, ({ params: { id }, request, keep }) =>
    db.transaction(async (tx) => keep(tx, await cancel(tx, service, { id, request }))),
  )
}

function serveFollowers(app: FastifyInstance, service: Service): void {
  const followers = new Followers(service)
  app.addHook('preClose', (done) => {
    followers.close()
    done()
  })
  serveEvents(app, followCheck, async ({ params: { id }, request }) => {
    await takeFromAddressBudget(service, 'check.address', request)
    const check = await demandCheck(service.db, id)
    const hashes = { screen: check.screenHash, device: check.deviceHash, follower: check.followerHash }
    const role = (Object.keys(hashes) as Role[]).find((one) => holds(service, hashes[one], request))
    if (role === undefined) throw refuseHolder()
    followers.demandRoom()
    return (response) => followers.add(check, role, response)
  })
}
