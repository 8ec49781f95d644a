import {
  type AnswerOf,
  endAdminSession,
  getAdminSession,
  getSetup,
  openAdminSession as openAdminSessionEndpoint,
  openSetupLink,
} from '@stillhere/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  clearAdminCookie,
  findCarriedSession,
  openAdminSession,
  type OpenedSession,
  writeAdminCookie,
} from '../../identity/access/admin.ts'
import { demandOwnPage } from '../../identity/access/credentials.ts'
import { deleteAdminSession } from '../../identity/access/store.ts'
import { outboxName } from '../../identity/mail/transport.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { takeFromAddressBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { spendLink } from './link.ts'
import { endOpenLinks } from './store.ts'

/** How an operator comes in: by the link of the first start, or by the admin secret; both become a cookie. */
export function setupRoutes(app: FastifyInstance, service: Service): void {
  const { db, settings } = service

  serveTx(app, openSetupLink, {
    prepare: async ({ request }) => {
      demandOwnPage(settings, request)
      await takeFromAddressBudget(service, 'code.try.address', request)
    },
    commit: async (tx, { body, request, reply }) => {
      await spendLink(tx, service, body.token)
      return sendOpened(service, { request, reply }, await openAdminSession(tx, service, tx.now))
    },
  })

  serveTx(app, openAdminSessionEndpoint, async (tx, { request, reply }) => {
    demandOwnPage(settings, request)
    // A stolen cookie must not become a second session that outlasts it.
    if (request.headers['x-admin-secret'] === undefined)
      throw new RequestProblem('UNAUTHORIZED', 'The header x-admin-secret is missing: no session opens another one.')
    await endOpenLinks(tx, tx.now)
    return sendOpened(service, { request, reply }, await openAdminSession(tx, service, tx.now))
  })

  serve(app, getAdminSession, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    const session = await findCarriedSession(service, request)
    return { expires_at: session?.expiresAt.toISOString() ?? null }
  })

  serve(app, endAdminSession, async ({ request, reply }) => {
    const session = await findCarriedSession(service, request)
    if (session) await deleteAdminSession(db, session.hash)
    reply.header('set-cookie', clearAdminCookie(settings, request))
    return { success: true }
  })

  serve(app, getSetup, async ({ request }): Promise<AnswerOf<typeof getSetup>> => ({
    public_url: settings.publicUrl ?? null,
    seen_address: `${request.protocol}://${request.headers.host}`,
    mail: settings.smtpUrl === undefined ? 'files' : 'smtp',
    mail_folder: settings.smtpUrl === undefined ? outboxName(settings.dataDir, process.cwd()) : null,
    invites: settings.invites,
  }))
}

type Sent = { request: FastifyRequest; reply: FastifyReply }

function sendOpened({ settings }: Service, { request, reply }: Sent, { token, expiresAt }: OpenedSession) {
  reply.header('set-cookie', writeAdminCookie(settings, request, token)).header('cache-control', 'no-store')
  return { expires_at: expiresAt.toISOString() }
}
