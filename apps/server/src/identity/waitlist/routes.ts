import {
  admitWaiting,
  askForInvite,
  getWaitlist,
  joinWaitlist,
  leaveWaitlist,
  listWaiting,
  removeWaiting,
} from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toEmail } from '../../platform/email.ts'
import { openCursor, sealCursor, serve, serveTx } from '../../platform/http/endpoint.ts'
import { findIssuerName, readLanguage } from '../../platform/http/origin.ts'
import { budgetOwner, refuseIfUsedUp, takeFromAddressBudget } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import { fieldProblem, RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { findInvisible } from '../../platform/visible-text.ts'
import { admit, describeWaiting } from './admit.ts'
import { join, leave, mailLink } from './join.ts'
import { decideState } from './rules.ts'
import { deleteWaitingById, listWaitingPage } from './store.ts'

/** People without an invite: they ask for one, and the operator lets them in. */
export function waitlistRoutes(app: FastifyInstance, service: Service): void {
  const { db, secrets, settings } = service
  const openings = createFlood(settings.limits['lookup.address'])
  const takeOpening = ({ ip }: FastifyRequest) =>
    refuseIfUsedUp(openings.take(budgetOwner('lookup.address', ip), service.now().getTime()))

  serve(app, getWaitlist, async () => ({ state: decideState(settings) }))

  serveTx(app, askForInvite, {
    prepare: async ({ request }) => {
      demandOpen(service)
      await takeFromAddressBudget(service, 'waitlist.address', request)
    },
    commit: async (tx, { body, request }) => {
      const origin = findIssuerName(settings, request) ?? null
      await mailLink(tx, service, { email: toEmail(body.email), origin, language: readLanguage(request) })
      return { success: true }
    },
  })

  serveTx(app, joinWaitlist, {
    prepare: async ({ request }) => {
      demandOpen(service)
      takeOpening(request)
    },
    commit: async (tx, { body: { link, note = '' }, request, reply }) => {
      if (findInvisible(note) !== undefined) return fieldProblem('/note', 'must be one line of visible characters')
      reply.header('cache-control', 'no-store')
      return { state: await join(tx, service, { link, note: note.trim(), language: readLanguage(request) }) }
    },
  })

  serveTx(app, leaveWaitlist, {
    prepare: async ({ request }) => takeOpening(request),
    commit: async (tx, { body }) => {
      await leave(tx, service, body.link)
      return { success: true }
    },
  })

  serve(app, listWaiting, async ({ query: { limit = 100, cursor }, reply }) => {
    reply.header('cache-control', 'no-store')
    const after = cursor === undefined ? 0 : Number(openCursor(secrets, 'waitlist', cursor))
    const rows = await listWaitingPage(db, { after, limit: limit + 1 })
    const waiting = rows.slice(0, limit).map((row) => describeWaiting(secrets, row))
    const last = rows.length > limit ? waiting.at(-1) : undefined
    return { waiting, nextCursor: last ? sealCursor(secrets, 'waitlist', last.id) : null }
  })

  serveTx(app, admitWaiting, async (tx, { params, request }) => {
    const origin = findIssuerName(settings, request) ?? null
    if (await admit(tx, service, { id: readId(params.id), origin })) return { success: true }
    throw makeUnknown()
  })

  serveTx(app, removeWaiting, async (tx, { params }) => {
    if (await deleteWaitingById(tx, readId(params.id))) return { success: true }
    throw makeUnknown()
  })
}

function demandOpen({ settings }: Service): void {
  if (decideState(settings) !== 'open')
    throw new RequestProblem('WAITLIST_CLOSED', 'This service takes no requests for invites.')
}

function makeUnknown(): RequestProblem {
  return new RequestProblem('NOT_FOUND', 'Nobody with this id waits for an invite.')
}

// Nobody has the id 0.
function readId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}
