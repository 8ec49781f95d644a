import { SESSION_DAYS } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { isOwnPage } from '../../platform/http/origin.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AuthMode, Settings } from '../../platform/settings/settings.ts'

/** What of a request tells whether a page of ours made it. */
export type Carrier = Pick<FastifyRequest, 'headers' | 'method' | 'protocol'> &
  Partial<Pick<FastifyRequest, 'routeOptions'>>

/** No other host, and no page without TLS, can set a cookie of this name (RFC 6265bis, section 4.1.3). */
const SECURE_NAME = '__Host-stillhere-session'
const PLAIN_NAME = 'stillhere-session'
const MAX_AGE_SECONDS = SESSION_DAYS * 86_400

/** Whether the browser of a request reaches the service by HTTPS, also where a proxy ends it. */
export function isSecureCall({ publicUrl }: Pick<Settings, 'publicUrl'>, { protocol, headers }: Carrier): boolean {
  if (protocol === 'https') return true
  if (publicUrl === undefined) return false
  const { host, protocol: scheme } = new URL(publicUrl)
  return scheme === 'https:' && headers.host === host
}

/** The cookie that keeps a browser signed in. */
export function writeSessionCookie(secret: string, isSecure: boolean): string {
  return writeCookie(secret, { isSecure, maxAge: MAX_AGE_SECONDS })
}

/** The cookie that makes a browser forget its session. */
export function clearSessionCookie(isSecure: boolean): string {
  return writeCookie('', { isSecure, maxAge: 0 })
}

function writeCookie(value: string, { isSecure, maxAge }: { isSecure: boolean; maxAge: number }): string {
  const name = isSecure ? SECURE_NAME : PLAIN_NAME
  const cookie = `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax`
  return isSecure ? `${cookie}; Secure` : cookie
}

/**
 * The secret that a token is exchanged for. It is derived, so that a page whose answer got lost can ask again; without SECRET_KEY
 * nobody can tell one from the other.
 */
export function computeSessionSecret(secrets: Secrets, token: string): string {
  return `ss_${secrets.hash('session', token).toString('base64url')}`
}

/** The session in the cookie of a request, whoever made it; undefined where there is none of ours. */
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
 * The session that a request of a page of ours carries. A page of another origin reads nothing by it, and changes nothing: 403. A
 * request that shows a token means the token.
 */
export function readCarriedSession(settings: Settings, request: Carrier): string | undefined {
  if (request.headers.authorization !== undefined) return undefined
  const secret = readSessionCookie(settings, request)
  if (secret === undefined) return undefined
  return isCarried(settings, request) ? secret : undefined
}

/** Whether a cookie counts for a request: not where a page of another origin reads, and 403 where it would change something. */
export function isCarried(settings: Settings, request: Carrier): boolean {
  const carriage = judgeRequest(settings, request)
  if (carriage === 'refused') throw makeCrossSite()
  return carriage === 'carried'
}

/** 403 unless a page of ours made the request. */
export function demandOwnPage(settings: Settings, request: Carrier): void {
  if (judgeRequest(settings, request) !== 'carried') throw makeCrossSite()
}

function judgeRequest({ publicUrl }: Settings, request: Carrier) {
  const { origin, 'sec-fetch-site': site } = request.headers
  return judgeCarriage({
    isSafe: ['GET', 'HEAD', 'OPTIONS'].includes(request.method),
    site: typeof site === 'string' ? site : undefined,
    isOwnOrigin: origin === undefined ? undefined : isOwnPage(origin, request, publicUrl),
  })
}

function makeCrossSite(): RequestProblem {
  const detail =
    'A session cookie counts for pages of this service only. Programs send a token as Authorization: Bearer.'
  return new RequestProblem('CROSS_SITE_REQUEST', detail)
}

/** `sh_` and 256 random bits. */
export function newToken(random: (length: number) => Buffer): string {
  return `sh_${random(32).toString('base64url')}`
}

/** The token of an Authorization header; undefined when there is none of ours. */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer (sh_[A-Za-z0-9_-]{43})$/i.exec(authorization ?? '')?.[1]
}

export type Presented = 'nothing' | 'wrong' | 'unproved' | 'proved'

/** Whether a call for a node may go on, and whether it closes the node for calls without a token. */
export function decideAccess(mode: AuthMode, { isLocked, presented }: { isLocked: boolean; presented: Presented }) {
  if (mode === 'open') return { allowed: true, locks: false }
  if (presented === 'wrong') return { allowed: false, locks: false }
  if (presented === 'nothing') return { allowed: mode === 'lock' && !isLocked, locks: false }
  return { allowed: presented === 'proved' || !isLocked, locks: presented === 'proved' && !isLocked }
}

/** Who made a request, as its browser says: `site` is Sec-Fetch-Site, `isOwnOrigin` whether Origin names this service. */
type RequestSource = { isSafe: boolean; site: string | undefined; isOwnOrigin: boolean | undefined }

/**
 * Whether a cookie counts for a request: carried for our own pages; ignored where another page only reads, which browsers also do for
 * links; refused where it would change something. Browsers send Sec-Fetch-Site to HTTPS and to their own machine only, and Origin
 * with all but plain reading.
 */
function judgeCarriage({ isSafe, site, isOwnOrigin }: RequestSource): 'carried' | 'ignored' | 'refused' {
  const isOwn = site === undefined ? (isOwnOrigin ?? isSafe) : site === 'same-origin' || (site === 'none' && isSafe)
  if (isOwn && isOwnOrigin !== false) return 'carried'
  return isSafe ? 'ignored' : 'refused'
}
