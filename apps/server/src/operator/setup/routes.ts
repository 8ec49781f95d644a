import { randomBytes } from 'node:crypto'
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
  formatEmptyAdminCookie,
  findCarriedSession,
  openAdminSession,
  type OpenedSession,
  formatAdminCookie,
} from '../../identity/access/admin.ts'
import { requireOwnPage } from '../../identity/access/credentials.ts'
import { deleteAdminSession } from '../../identity/access/store.ts'
import { describeOutbox } from '../../identity/mail/transport.ts'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { HOUR_MS } from '../../platform/day.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { spendAddressBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { addLink, deleteOpenLinks, findLinkEnd, spendLink } from './store.ts'

/**
 * Registers the endpoints by which the operator signs in (with a set-up link or the admin secret; both start a session with a cookie), reads and
 * ends the session, and reads the state of the set-up.
 */
export function serveSetup(app: FastifyInstance, service: Service): void {
  const { db, settings } = service

  serveTx(app, openSetupLink, {
    prepare: async ({ request }) => {
      requireOwnPage(settings, request)
      await spendAddressBudget(service, 'code.try.address', request)
    },
    commit: async (tx, { body, request, reply }) => {
      await spendSetupLink(tx, service, body.token)
      return sendOpened(service, { request, reply }, await openAdminSession(tx, service, tx.now))
    },
  })

  serveTx(app, openAdminSessionEndpoint, async (tx, { request, reply }) => {
    requireOwnPage(settings, request)
    // A stolen cookie must not become a second session that outlasts it.
    if (request.headers['x-admin-secret'] === undefined)
      throw new RequestProblem('UNAUTHORIZED', 'The header x-admin-secret is missing: no session opens another one.')
    await deleteOpenLinks(tx, tx.now)
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
    reply.header('set-cookie', formatEmptyAdminCookie(settings, request))
    return { success: true }
  })

  serve(app, getSetup, async ({ request }): Promise<AnswerOf<typeof getSetup>> => ({
    public_url: settings.publicUrl ?? null,
    seen_address: `${request.protocol}://${request.headers.host}`,
    mail: settings.smtpUrl === undefined ? 'files' : 'smtp',
    mail_folder: settings.smtpUrl === undefined ? describeOutbox(settings.dataDir, process.cwd()) : null,
    invites: settings.invites,
  }))
}

type SentMail = { request: FastifyRequest; reply: FastifyReply }

function sendOpened({ settings }: Service, { request, reply }: SentMail, { token, expiresAt }: OpenedSession) {
  reply.header('set-cookie', formatAdminCookie(settings, request, token)).header('cache-control', 'no-store')
  return { expires_at: expiresAt.toISOString() }
}

/** How long a set-up link can be used. */
const LINK_MS = HOUR_MS

/**
 * Creates a set-up link and returns its path. For an hour, the first browser to open it is signed in as the operator. Only the hash of its secret
 * is stored.
 */
export async function addSetupLink(db: Queries, { secrets }: Service, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + LINK_MS)
  await addLink(db, { hash: secrets.hash('setup-link', token), now, expiresAt })
  // After the #, so that no log of a server or proxy gets to see the token.
  return `/setup#${token}`
}

/** Uses up a set-up link. Throws a RequestProblem: 409 if the link was used, 410 if it was ended, is unknown or has expired. */
async function spendSetupLink(tx: Transaction, { secrets }: Service, token: string): Promise<void> {
  const hash = secrets.hash('setup-link', token)
  if (await spendLink(tx, hash, tx.now)) return
  const end = await findLinkEnd(tx, hash)
  if (end === 'used') throw new RequestProblem('LINK_USED', 'This link works once, and was opened before.')
  if (end === 'ended')
    throw new RequestProblem('LINK_ENDED', 'This link ended when an operator signed in with the admin secret.')
  throw new RequestProblem(
    'LINK_EXPIRED',
    'This link is not complete, or too old. npx --no-install stillhere setup prints a new one.',
  )
}
