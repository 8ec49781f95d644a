import { SESSION_DAYS } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { isOwnPage } from '../../platform/http/origin.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AuthMode, Settings } from '../../platform/settings/settings.ts'

/** The parts of a request that show if one of this service's own pages sent it. */
export type Carrier = Pick<FastifyRequest, 'headers' | 'method' | 'protocol'> &
  Partial<Pick<FastifyRequest, 'routeOptions'>>

/** No other host, and no page without TLS, can set a cookie of this name (RFC 6265bis, section 4.1.3). */
const SECURE_NAME = '__Host-stillhere-session'
const PLAIN_NAME = 'stillhere-session'
const MAX_AGE_SECONDS = SESSION_DAYS * 86_400

/** Returns whether the browser of a request uses HTTPS: directly, or through a proxy that terminates TLS for the host of PUBLIC_URL. */
export function isSecureCall({ publicUrl }: Pick<Settings, 'publicUrl'>, { protocol, headers }: Carrier): boolean {
  if (protocol === 'https') return true
  if (publicUrl === undefined) return false
  const { host, protocol: scheme } = new URL(publicUrl)
  return scheme === 'https:' && headers.host === host
}

/** Formats the Set-Cookie header that keeps a browser signed in. An empty `secret` deletes the cookie. */
export function formatSessionCookie(secret: string, isSecure: boolean): string {
  const name = isSecure ? SECURE_NAME : PLAIN_NAME
  const maxAge = secret === '' ? 0 : MAX_AGE_SECONDS
  const cookie = `${name}=${secret}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax`
  return isSecure ? `${cookie}; Secure` : cookie
}

/**
 * Computes the secret of the browser session that a token is exchanged for. It is a keyed hash of the token, so a page that lost the
 * response gets the same secret when it repeats the request; without SECRET_KEY, neither value can be computed from the other.
 */
export function computeSessionSecret(secrets: Secrets, token: string): string {
  return `ss_${secrets.hash('session', token).toString('base64url')}`
}

/** Reads the session secret in the cookie of a request from a page of any origin; returns undefined if there is no well-formed session cookie. */
export function readSessionCookie(settings: Settings, request: Carrier): string | undefined {
  const value = readCookie(request, isSecureCall(settings, request) ? SECURE_NAME : PLAIN_NAME)
  return /^ss_[\w-]{43}$/.test(value ?? '') ? value : undefined
}

/** Returns the value of the cookie `name` of a request, or undefined if the request doesn't have it. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split('; ')
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/**
 * Reads the session secret in the cookie of a request. Returns undefined if there is no cookie, if the request has an Authorization header,
 * or if a page of another origin only reads; throws 403 if a page of another origin would change something.
 */
export function readCarriedSession(settings: Settings, request: Carrier): string | undefined {
  if (request.headers.authorization !== undefined) return undefined
  const secret = readSessionCookie(settings, request)
  if (secret === undefined) return undefined
  return isCarried(settings, request) ? secret : undefined
}

/**
 * Returns whether the cookies of a request authorize it: true for the service's own pages, false if a page of another origin only reads.
 * Throws 403 if a page of another origin would change something.
 */
export function isCarried(settings: Settings, request: Carrier): boolean {
  const effect = judgeCookie(settings, request)
  if (effect === 'refused') throw refuseCrossSite()
  return effect === 'carried'
}

/** Throws 403 unless a page of this service made the request. */
export function requireOwnPage(settings: Settings, request: Carrier): void {
  if (judgeCookie(settings, request) !== 'carried') throw refuseCrossSite()
}

/**
 * Returns the effect of a request's cookies: `carried` (accepted) from this service's own pages, `ignored` if a page of another origin only
 * reads, which browsers also do for links, and `refused` if it would change something. Browsers send Sec-Fetch-Site only to HTTPS and
 * loopback addresses, and Origin with all requests except plain reads.
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

/** Creates a token: `sh_` and 256 random bits in base64url. `random` returns the given number of random bytes. */
export function createToken(random: (length: number) => Buffer): string {
  return `sh_${random(32).toString('base64url')}`
}

/** Reads the token in the value of an Authorization header; returns undefined if it isn't `Bearer` with a token of this service's format. */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer (sh_[A-Za-z0-9_-]{43})$/i.exec(authorization ?? '')?.[1]
}

/**
 * Decides if a call may act for a node (`allowed`), and if the node is from then on closed to calls without a token (`locks`). `isLocked`:
 * the node is closed already; `presented`: the token of the call, `wrong` also for another node's.
 */
export function judgeAccess(
  mode: AuthMode,
  { isLocked, presented }: { isLocked: boolean; presented: 'nothing' | 'wrong' | 'unproved' | 'proved' },
): { allowed: boolean; locks: boolean } {
  if (mode === 'open') return { allowed: true, locks: false }
  if (presented === 'wrong') return { allowed: false, locks: false }
  if (presented === 'nothing') return { allowed: mode === 'lock' && !isLocked, locks: false }
  return { allowed: presented === 'proved' || !isLocked, locks: presented === 'proved' && !isLocked }
}
