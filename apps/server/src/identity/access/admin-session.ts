import { randomBytes } from 'node:crypto'
import type { Queries } from '../../platform/database/pool.ts'
import { HOUR_MS } from '../../platform/day.ts'
import type { Service } from '../../platform/service.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { addAdminSession, type AdminSession, findAdminSession } from './admin-store.ts'
import { type Carrier, isCarried, isSecureCall, readCookie } from './session-cookie.ts'

const ADMIN_SESSION_MS = 12 * HOUR_MS

// Not __Host-, which would demand the path /: pages and files have no use for it.
const SECURE_NAME = '__Secure-stillhere-admin'
const PLAIN_NAME = 'stillhere-admin'
const PATH = '/api'

/** A session of the operator: what the cookie holds, and when it ends. */
export type OpenedSession = { token: string; expiresAt: Date }

/** Opens a session of the operator for 12 hours. Whoever calls has seen the admin secret or a set-up link. */
export async function openAdminSession(db: Queries, service: Service, now: Date): Promise<OpenedSession> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + ADMIN_SESSION_MS)
  await addAdminSession(db, { hash: hashSession(service, token), now, expiresAt })
  return { token, expiresAt }
}

/** The operator's session that a page of ours carries; undefined where there is none, or it has ended. 403 for pages of others. */
export async function findCarriedSession(service: Service, request: Carrier): Promise<AdminSession | undefined> {
  const token = readCookie(request, nameFor(service.settings, request))
  if (token === undefined || !isCarried(service.settings, request)) return undefined
  return findAdminSession(service.db, hashSession(service, token), service.now())
}

/** The cookie that keeps the operator signed in in one browser. */
export function writeAdminCookie(settings: Settings, request: Carrier, token: string): string {
  return writeCookie(settings, request, { value: token, maxAge: ADMIN_SESSION_MS / 1000 })
}

/** The cookie that makes a browser forget the operator. */
export function clearAdminCookie(settings: Settings, request: Carrier): string {
  return writeCookie(settings, request, { value: '', maxAge: 0 })
}

function writeCookie(settings: Settings, request: Carrier, { value, maxAge }: { value: string; maxAge: number }) {
  const name = nameFor(settings, request)
  const secure = isSecureCall(settings, request) ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${maxAge}; Path=${PATH}; HttpOnly; SameSite=Strict${secure}`
}

function nameFor(settings: Settings, request: Carrier): string {
  return isSecureCall(settings, request) ? SECURE_NAME : PLAIN_NAME
}

// With the secret in it, a session ends as soon as the operator changes the secret.
function hashSession({ secrets, settings }: Service, token: string): Buffer {
  return secrets.hash('admin-session', JSON.stringify([token, settings.adminSecret]))
}
