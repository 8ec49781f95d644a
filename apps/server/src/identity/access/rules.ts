import type { AuthMode } from '../../platform/settings/settings.ts'

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
export type RequestSource = { isSafe: boolean; site: string | undefined; isOwnOrigin: boolean | undefined }

/**
 * Whether a cookie counts for a request: carried for our own pages; ignored where another page only reads, which browsers also do for
 * links; refused where it would change something. Browsers send Sec-Fetch-Site to HTTPS and to their own machine only, and Origin
 * with all but plain reading.
 */
export function judgeCarriage({ isSafe, site, isOwnOrigin }: RequestSource): 'carried' | 'ignored' | 'refused' {
  const isOwn = site === undefined ? (isOwnOrigin ?? isSafe) : site === 'same-origin' || (site === 'none' && isSafe)
  if (isOwn && isOwnOrigin !== false) return 'carried'
  return isSafe ? 'ignored' : 'refused'
}
