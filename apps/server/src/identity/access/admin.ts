import { randomBytes } from 'node:crypto'
import { FRESH_SIGN_IN_MINUTES } from '@stillhere/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Queries } from '../../platform/database/pool.ts'
import { HOUR_MS } from '../../platform/day.ts'
import { toBudgetOwner, refuseTooMany } from '../../platform/limits/budgets.ts'
import { createFlood, type Flood } from '../../platform/limits/flood.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { isSameSecret } from './authorize.ts'
import { type Carrier, isCarried, isSecureCall, readCookie } from './credentials.ts'
import { addAdminSession, type AdminSession, findAdminSession } from './store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Throws unless a call has the admin secret or a session made with it: 401, 403 if the session is too old for an endpoint with lasting
     * effects, and 429 after too many wrong guesses.
     */
    requireAdmin: (request: FastifyRequest) => Promise<void>
  }
}

/** Adds `requireAdmin` to the app. All admin endpoints share the budgets of wrong guesses: one per network address and one for all callers. */
export function addRequireAdmin(app: FastifyInstance, service: Service): void {
  const { limits } = service.settings
  const guesses = {
    ofAddress: createFlood(limits['admin.wrong.address']),
    ofAll: createFlood(limits['admin.wrong.all']),
  }
  app.decorate('requireAdmin', (request: FastifyRequest) => requireAdmin(service, guesses, request))
}

type Guesses = { ofAddress: Flood; ofAll: Flood }

// Compared first, so that the right secret is never refused because of wrong guesses from any address. A secret is protected by its
// length (see settings.ts); the budgets bound the noise and make it visible.
async function requireAdmin(service: Service, guesses: Guesses, request: FastifyRequest): Promise<void> {
  const given = request.headers['x-admin-secret']
  const { adminSecret } = service.settings
  if (typeof given === 'string' && adminSecret !== undefined && isSameSecret(service, given, adminSecret)) return
  if (given !== undefined) countGuess(guesses, request, service.now().getTime())
  const session = given === undefined ? await findCarriedSession(service, request) : undefined
  if (!session) throw new RequestProblem('UNAUTHORIZED', 'The header x-admin-secret is missing or wrong.')
  const isFresh = session.createdAt.getTime() > service.now().getTime() - FRESH_SIGN_IN_MINUTES * 60_000
  if (request.routeOptions.config.endpoint?.freshFor === undefined || isFresh) return
  throw new RequestProblem(
    'FRESH_SIGN_IN_REQUIRED',
    'This needs the admin secret, or a session that was opened with it within the last ten minutes.',
  )
}

function countGuess({ ofAddress, ofAll }: Guesses, request: FastifyRequest, nowMs: number): void {
  const spent = ofAddress.take(toBudgetOwner('admin.wrong.address', request.ip), nowMs)
  if (!spent.ok) throw refuseTooMany(spent.retryAfterSeconds, 'Too many wrong admin secrets from this address.')
  // A caller that forges addresses has as many of them as there are.
  const spentByAll = ofAll.take('all', nowMs)
  if (spentByAll.ok) return
  request.log.warn('many wrong admin secrets come from many addresses')
  throw refuseTooMany(spentByAll.retryAfterSeconds, 'Too many wrong admin secrets.')
}

const ADMIN_SESSION_MS = 12 * HOUR_MS

// Not __Host-, which would demand the path /: pages and files have no use for it.
const SECURE_NAME = '__Secure-stillhere-admin'
const PLAIN_NAME = 'stillhere-admin'
const PATH = '/api'

/** A new session of the operator: the token for the cookie, and the time of expiry. */
export type OpenedSession = { token: string; expiresAt: Date }

/**
 * Stores a new session of the operator, which ends after 12 hours, and returns its token for the cookie. The caller has checked the admin
 * secret or a set-up link.
 */
export async function openAdminSession(db: Queries, service: Service, now: Date): Promise<OpenedSession> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + ADMIN_SESSION_MS)
  await addAdminSession(db, { hash: hashSession(service, token), now, expiresAt })
  return { token, expiresAt }
}

/**
 * Finds the operator's session by the cookie of a request; returns undefined if there is no live session, or if a page of another origin
 * only reads. Throws 403 if a page of another origin would change something.
 */
export async function findCarriedSession(service: Service, request: Carrier): Promise<AdminSession | undefined> {
  const token = readCookie(request, selectCookieName(service.settings, request))
  if (token === undefined || !isCarried(service.settings, request)) return undefined
  return findAdminSession(service.db, hashSession(service, token), service.now())
}

/** Formats the Set-Cookie header that stores the token of the operator's session in the browser for 12 hours. */
export function formatAdminCookie(settings: Settings, request: Carrier, token: string): string {
  return formatCookie(settings, request, { value: token, maxAge: ADMIN_SESSION_MS / 1000 })
}

/** Formats the Set-Cookie header that deletes the operator's session from the browser. */
export function formatEmptyAdminCookie(settings: Settings, request: Carrier): string {
  return formatCookie(settings, request, { value: '', maxAge: 0 })
}

function formatCookie(settings: Settings, request: Carrier, { value, maxAge }: { value: string; maxAge: number }) {
  const name = selectCookieName(settings, request)
  const secure = isSecureCall(settings, request) ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${maxAge}; Path=${PATH}; HttpOnly; SameSite=Strict${secure}`
}

function selectCookieName(settings: Settings, request: Carrier): string {
  return isSecureCall(settings, request) ? SECURE_NAME : PLAIN_NAME
}

// With the secret in it, a session ends as soon as the operator changes the secret.
function hashSession({ secrets, settings }: Service, token: string): Buffer {
  return secrets.hash('admin-session', JSON.stringify([token, settings.adminSecret]))
}
