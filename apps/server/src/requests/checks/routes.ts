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
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tryCode } from '../../identity/codes/codes.ts'
import { lockNode } from '../../identity/node-store.ts'
import { toEmailKey } from '../../platform/email.ts'
import { serve, serveEvents, serveTx } from '../../platform/http/endpoint.ts'
import { takeFromAddressBudget, takeFromSiteBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { redeemForSite, requireOwnCheck, verifyResponse } from '../request/redeem.ts'
import { describeCheck, newCheckToken } from '../request/rules.ts'
import { confirmUnmoved, requireCheck, requireOpenCheck, requireOtherWay } from '../request/scan.ts'
import { countUsage } from '../request/store.ts'
import { demandSiteSecret } from '../sites/authorize.ts'
import { demandKey, demandSite } from '../sites/sites.ts'
import { findAskingSite } from '../sites/store.ts'
import { addCheck, draftForPage, draftForServer } from './create.ts'
import { Followers, type Role } from './events.ts'
import { cancel, holds, join, open, pair, refuseHolder } from './page.ts'

export function checksRoutes(app: FastifyInstance, service: Service): void {
  serveSites(app, service)
  servePages(app, service)
  serveFollowers(app, service)
}

/** What sites call with their secret, and operators with theirs. */
function serveSites(app: FastifyInstance, service: Service): void {
  const { db } = service

  serveTx(app, createCheck, {
    prepare: async ({ body, request }) => {
      const site = await demandSiteSecret(db, service, request)
      const check = await draftForServer(service, site, body)
      await takeFromSiteBudget(service, 'check.site', site.siteKey)
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
    days: await countUsage(tx, (await demandSite(tx, siteKey)).id),
  }))
}

/** What pages call: those of the site, and ours on a screen and on a phone. */
function servePages(app: FastifyInstance, service: Service): void {
  const { db } = service

  serveTx(app, startCheck, {
    prepare: async ({ params: { site_key: siteKey }, body, request }) => {
      await takeFromAddressBudget(service, 'check.address', request)
      const site = await findAskingSite(db, demandKey(siteKey))
      if (!site) throw new RequestProblem('NOT_FOUND', 'There is no site with this key.')
      const proof = {
        token: newCheckToken(randomBytes),
        open_secret: randomBytes(32).toString('base64url'),
        number: String(randomInt(100)).padStart(2, '0'),
      }
      const check = await draftForPage(service, site, { body, origin: request.headers.origin, proof })
      await takeFromSiteBudget(service, 'check.page.site', siteKey)
      return { check, proof }
    },
    commit: async (tx, { request, prepared: { check, proof } }) => ({
      ...(await addCheck(tx, service, { check, request })),
      ...proof,
    }),
  })

  const takeAddress = ({ request }: { request: FastifyRequest }) =>
    takeFromAddressBudget(service, 'check.address', request)

  serveTx(app, openCheck, {
    prepare: takeAddress,
    commit: (tx, { params: { id }, body }) => open(tx, service, { id, body }),
  })

  serveTx(app, pairCheck, {
    prepare: takeAddress,
    commit: (tx, { params: { id }, request }) => pair(tx, service, { id, request }),
  })

  serveTx(app, joinCheck, {
    prepare: takeAddress,
    commit: (tx, { params: { id }, body }) => join(tx, service, { id, body }),
  })

  serveTx(app, confirmCheck, {
    prepare: async ({ params: { id }, body, request }) => {
      await takeFromAddressBudget(service, 'code.try.address', request)
      await db.transaction(async (tx) =>
        requireOtherWay(await requireOpenCheck(tx, service, { id, token: body.check_token })),
      )
      return tryCode(service, { emailKey: toEmailKey(body.email), code: body.otp, request })
    },
    commit: async (tx, { params: { id }, body, prepared: code }) => {
      const found = requireOtherWay(await requireOpenCheck(tx, service, { id, token: body.check_token }))
      const node = await lockNode(tx, toEmailKey(body.email))
      const granted = await confirmUnmoved(tx, service, { found, node, code })
      return granted instanceof RequestProblem ? granted : granted.check
    },
  })

  serveTx(app, cancelCheck, (tx, { params: { id }, request }) => cancel(tx, service, { id, request }))
}

function serveFollowers(app: FastifyInstance, service: Service): void {
  const followers = new Followers(service)
  app.addHook('preClose', (done) => {
    followers.close()
    done()
  })
  serveEvents(app, followCheck, async ({ params: { id }, request }) => {
    await takeFromAddressBudget(service, 'check.address', request)
    const check = await requireCheck(service.db, id)
    const hashes = { screen: check.screenHash, device: check.deviceHash, follower: check.followerHash }
    const role = (Object.keys(hashes) as Role[]).find((one) => holds(service, hashes[one], request))
    if (role === undefined) throw refuseHolder()
    followers.demandRoom()
    return (response) => followers.add(check, role, response)
  })
}
