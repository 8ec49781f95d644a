import {
  endOtherSessions,
  endSession,
  getSession,
  renameSession as renameSessionEndpoint,
  SESSION_DAYS,
  startSession,
} from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import type { Queries } from '../../platform/database/pool.ts'
import { toDay, toDaysBefore } from '../../platform/day.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import { findAcceptedLanguage } from '../../platform/http/origin.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { requireOwner, requireOwnerLocked } from '../access/authorize.ts'
import {
  requireOwnPage,
  computeSessionSecret,
  isSecureCall,
  readCarriedSession,
  readSessionCookie,
  formatSessionCookie,
} from '../access/credentials.ts'
import { deleteOtherTokens, deleteToken, findSession, updateSessionName, type Session } from '../access/store.ts'
import { countScans } from '../activity-store.ts'
import { closeNode, findNodeById, saveLanguage } from '../node-store.ts'
import { openSession, readSignInToken } from './open.ts'
import { describeSession, type SessionState } from './rules.ts'

/** Serves browser sessions: exchange a sign-in's token for a cookie, read the session, sign out. */
export function serveSessions(app: FastifyInstance, service: Service): void {
  const { db, secrets, settings } = service

  serveTx(app, startSession, async (tx, { body, request, reply }) => {
    const token = readSignInToken(service, request)
    const secret = computeSessionSecret(secrets, token)
    const expiresAt = toDaysBefore(tx.now, -SESSION_DAYS)
    const deviceName = body.device_name?.trim()
    const session = await openSession(tx, service, { token, secret, deviceName, expiresAt, request })
    // From now on an address alone opens nothing.
    if (settings.authMode !== 'open') await closeNode(tx, session.nodeId, tx.now)
    const language = findAcceptedLanguage(request)
    if (language !== undefined) await saveLanguage(tx, session.nodeId, language)
    reply.header('set-cookie', formatSessionCookie(secret, isSecureCall(settings, request)))
    reply.header('cache-control', 'no-store')
    return describeSession(await readKnown(tx, session, tx.now))
  })

  serve(app, getSession, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    const secret = readCarriedSession(settings, request)
    if (secret === undefined) return { session: null }
    const session = await findSession(db, secrets.hash('token', secret), service.now())
    // Not deleted: unblocking restores it. A new sign-in says why it is refused.
    if (session?.isBlocked) return { session: null }
    if (session) return { session: describeSession(await readKnown(db, session, service.now())) }
    reply.header('set-cookie', formatSessionCookie('', isSecureCall(settings, request)))
    return { session: null }
  })

  serveTx(app, endSession, async (tx, { request, reply }) => {
    const secret = readSessionCookie(settings, request)
    if (secret === undefined) return { success: true }
    requireOwnPage(settings, request)
    const session = await findSession(tx, secrets.hash('token', secret), tx.now)
    if (session) await deleteToken(tx, session.nodeId, String(session.id))
    reply.header('set-cookie', formatSessionCookie('', isSecureCall(settings, request)))
    return { success: true }
  })

  serveTx(app, renameSessionEndpoint, async (tx, { params, body, request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    const deviceName = body.device_name.trim()
    // Text that is no number must not reach the database: it could hold a NUL, which PostgreSQL refuses.
    const { id } = params
    if (/^\d+$/.test(id) && (await updateSessionName(tx, { nodeId, id, deviceName }))) return { success: true }
    throw new RequestProblem('NOT_FOUND', 'No browser with this id is signed in to this node.')
  })

  serveTx(app, endOtherSessions, async (tx, { request }) => ({
    success: true,
    ended: await deleteOtherTokens(tx, await requireOwnerLocked(tx, service, request)),
  }))
}

async function readKnown(db: Queries, session: Session, now: Date): Promise<SessionState> {
  const node = await findNodeById(db, session.nodeId)
  return { node, session, scansToday: await countScans(db, node.id, toDay(now)) }
}
