import { SESSION_DAYS } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { isOwnPage } from '../../platform/http/origin.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AuthMode, Settings } from '../../platform/settings/settings.ts'

/** The parts of a request that show whether a page of ours made it. */
export type Carrier = Pick<FastifyRequest, 'headers' | 'method' | 'protocol'> &
  Partial<Pick<FastifyRequest, 'routeOptions'>>

/** No other host, and no page without TLS, can set a cookie of this name (RFC 6265bis, section 4.1.3). */
const SECURE_NAME = '__Host-stillhere-session'
const PLAIN_NAME = 'stillhere-session'
const MAX_AGE_SECONDS = SESSION_DAYS * 86_400

/** Returns whether the browser of a request reaches the service by HTTPS, also if a proxy ends it. */
export function isSecureCall({ publicUrl }: Pick<Settings, 'publicUrl'>, { protocol, headers }: Carrier): boolean {
  if (protocol === 'https') return true
  if (publicUrl === undefined) return false
  const { host, protocol: scheme } = new URL(publicUrl)
  return scheme === 'https:' && headers.host === host
}

/** Formats the cookie that keeps a browser signed in; an empty secret deletes it. */
export function formatSessionCookie(secret: string, isSecure: boolean): string {
  const name = isSecure ? SECURE_NAME : PLAIN_NAME
  const maxAge = secret === '' ? 0 : MAX_AGE_SECONDS
  const cookie = `${name}=${secret}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax`
  return isSecure ? `${cookie}; Secure` : cookie
}

/**
 * Computes the secret of the session that a token is exchanged for, so that a page whose response got lost can ask again. Neither can be
 * computed from the other without SECRET_KEY.
 */
export function computeSessionSecret(secrets: Secrets, token: string): string {
  return `ss_${secrets.hash('session', token).toString('base64url')}`
}

/** Reads the session in the cookie of a request of any origin; returns undefined if there is none of ours. */
export function readSessionCookie(settings: Settings, request: Carrier): string | undefined {
  const value = readCookie(request, isSecureCall(settings, request) ? SECURE_NAME : PLAIN_NAME)
  return /^ss_[\w-]{43}$/.test(value ?? '') ? value : undefined
}

/** Returns the value of a cookie of a request. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split('; ')
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/**
 * Reads the session that a request of a page of ours carries. A page of another origin reads nothing by it, and gets 403 if it would
 * change something. A request with a token uses the token.
 */
export function readCarriedSession(settings: Settings, request: Carrier): string | undefined {
  if (request.headers.authorization !== undefined) return undefined
  const secret = readSessionCookie(settings, request)
  if (secret === undefined) return undefined
  return isCarried(settings, request) ? secret : undefined
}

/** Returns whether a cookie counts for a request: not if a page of another origin reads; throws 403 if it would change something. */
export function isCarried(settings: Settings, request: Carrier): boolean {
  const effect = judgeCookie(settings, request)
  if (effect === 'refused') throw refuseCrossSite()
  return effect === 'carried'
}

/** Throws 403 unless a page of ours made the request. */
export function requireOwnPage(settings: Settings, request: Carrier): void {
  if (judgeCookie(settings, request) !== 'carried') throw refuseCrossSite()
}

/**
 * Returns the effect of a cookie: carried for our own pages; ignored if another page only reads, which browsers also do for links; refused
 * if it would change something. Browsers send Sec-Fetch-Site to HTTPS and to their own machine only, and Origin with all but plain reading.
 */
function judgeCookie({ publicUrl }: Settings, request: Carrier): 'carried' | 'ignored' | 'refused' {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  const isOwnOrigin = origin === undefined ? undefined : isOwnPage(origin, request, publicUrl)
  const isOwn =
    typeof site === 'string' ? site === 'same-origin' || (site === 'none' && isSafe) : (isOwnOrigin ?? isSafe)
  if (isOwn && isOwnOrigin !== false) return 'carried'
  return isSafe ? 'ignored' : 'refused'
}

function refuseCrossSite(): RequestProblem {
  const detail =
    'A session cookie counts for pages of this service only. Programs send a token as Authorization: Bearer.'
  return new RequestProblem('CROSS_SITE_REQUEST', detail)
}

/** Creates a token: `sh_` and 256 random bits. */
export function createToken(random: (length: number) => Buffer): string {
  return `sh_${random(32).toString('base64url')}`
}

/** Reads the token of an Authorization header; returns undefined if there is none of ours. */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer (sh_[A-Za-z0-9_-]{43})$/i.exec(authorization ?? '')?.[1]
}

/** Returns whether a call may act for a node, and whether it closes the node to calls without a token. */
export function judgeAccess(
  mode: AuthMode,
  { isLocked, presented }: { isLocked: boolean; presented: 'nothing' | 'wrong' | 'unproved' | 'proved' },
): { allowed: boolean; locks: boolean } {
  if (mode === 'open') return { allowed: true, locks: false }
  if (presented === 'wrong') return { allowed: false, locks: false }
  if (presented === 'nothing') return { allowed: mode === 'lock' && !isLocked, locks: false }
  return { allowed: presented === 'proved' || !isLocked, locks: presented === 'proved' && !isLocked }
}
