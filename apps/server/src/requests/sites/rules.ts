import { type AssuranceLevel, MOST_SITE_ADDRESSES, type Site, type SiteWebhook } from '@stillhere/contract'
import { isLoopbackName } from '../../platform/loopback.ts'
import { encodePointerPart, type FieldProblem } from '../../platform/problem.ts'
import { findProseProblems } from '../../platform/prose.ts'
import { canReachPrivate, isPrivateUrl, type Reach } from '../../platform/public-address.ts'

/** A site as it is stored; contains no secret. */
export type StoredSite = {
  id: number
  siteKey: string
  name: string
  origins: string[]
  returnUrls: string[]
  logoutUrl: string | null
  pingUrl: string | null
  /** The lowest level that siteverify accepts, by action. */
  actions: SiteActions
  test: boolean
  createdAt: Date
  disabledAt: Date | null
  secrets: { id: string; hint: string; createdAt: Date }[]
  webhook: StoredWebhook | null
}

export type SiteActions = Readonly<Record<string, AssuranceLevel>>

/** Creates a public site key: `site_` and 128 bits from `random`. */
export function createSiteKey(random: (length: number) => Buffer): string {
  return `site_${random(16).toString('base64url')}`
}

/** Returns whether text has the form of a site key; says nothing about whether the site exists. */
export function isSiteKey(text: string): boolean {
  return /^site_[A-Za-z0-9_-]{22}$/.test(text)
}

/** Creates the secret of a site: `sk_` and 256 bits from `random`. */
export function createSiteSecret(random: (length: number) => Buffer): string {
  return `sk_${random(32).toString('base64url')}`
}

/** Returns the last four characters of a secret, by which an operator recognizes it. */
export function toHint(secret: string): string {
  return secret.slice(-4)
}

/** The fields of a site that an operator sent; undefined fields weren't sent. */
export type GivenSite = {
  name?: string | undefined
  origins?: readonly string[] | undefined
  return_urls?: readonly string[] | undefined
  webhook_url?: string | null | undefined
  logout_url?: string | null | undefined
  ping_url?: string | null | undefined
  actions?: SiteActions | undefined
}

/** The private addresses that may be called, and whether level 3 can be reached. */
type SiteReach = Reach & { acceptsDevices: boolean }

/**
 * Returns the problems of the given fields of a site, an empty list if there are none: a name must contain nothing that deceives a reader; an
 * address must be normalized and use HTTPS, unless it is a loopback address. `reach`: the private addresses that may be called, and whether
 * level 3 can be reached.
 */
export function findSiteProblems(given: GivenSite, reach: SiteReach): FieldProblem[] {
  const {
    name = '',
    origins = [],
    return_urls: returnUrls = [],
    webhook_url: webhookUrl,
    logout_url: logoutUrl,
    ping_url: pingUrl,
    actions = {},
  } = given
  return [
    ...findProseProblems([['/name', name.trim()]]),
    // The contract bounds calls; a command adds to what is there.
    ...toFieldProblem('/origins', judgeCount(origins)),
    ...origins.flatMap((text, index) => toFieldProblem(`/origins/${index}`, judgeOrigin(text))),
    ...returnUrls.flatMap((text, index) => toFieldProblem(`/return_urls/${index}`, judgeReturnUrl(text))),
    ...(webhookUrl ? toFieldProblem('/webhook_url', judgeWebhookUrl(webhookUrl, reach)) : []),
    ...(logoutUrl ? toFieldProblem('/logout_url', judgeWebhookUrl(logoutUrl, reach)) : []),
    ...(pingUrl ? toFieldProblem('/ping_url', judgeWebhookUrl(pingUrl, reach)) : []),
    // Each is shown alone.
    ...Object.keys(actions).flatMap((action) => findProseProblems([[`/actions/${encodePointerPart(action)}`, action]])),
    ...Object.entries(actions).flatMap(([action, level]) =>
      toFieldProblem(`/actions/${encodePointerPart(action)}`, judgeLevel(level, reach)),
    ),
  ]
}

function toFieldProblem(pointer: string, message: string | undefined): FieldProblem[] {
  return message === undefined ? [] : [{ pointer, message }]
}

function judgeCount(addresses: readonly string[]): string | undefined {
  return addresses.length > MOST_SITE_ADDRESSES ? `must be at most ${MOST_SITE_ADDRESSES} addresses` : undefined
}

function judgeLevel(level: AssuranceLevel, reach: SiteReach): string | undefined {
  return level === 3 && !reach.acceptsDevices ? 'must be 1 or 2: this service accepts no attested devices' : undefined
}

/** Returns the level that a site has registered for an action, or 1 if it has registered none. */
export function findLevel({ actions }: Pick<StoredSite, 'actions'>, action: string): AssuranceLevel {
  return Object.hasOwn(actions, action) ? (actions[action] ?? 1) : 1
}

function judgeOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.origin !== text)
    return 'must be an origin, like https://shop.example, in lower case and without a path'
  return judgeScheme(url)
}

function judgeReturnUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.href !== text)
    return 'must be an address as browsers write it, like https://shop.example/back'
  if (url.hash !== '' || url.username !== '' || url.password !== '')
    return 'must have no fragment, no name and no password'
  return judgeScheme(url)
}

// In clear text, anyone on the way could take the code that the person brings back.
function judgeScheme({ protocol, hostname }: URL): string | undefined {
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))
  return isSafe ? undefined : 'must begin with https, unless it leads to this machine itself'
}

/** Returns a site in the form that operators see; contains no secret. */
export function describeSite(site: StoredSite): Site {
  return {
    site_key: site.siteKey,
    name: site.name,
    origins: site.origins,
    return_urls: site.returnUrls,
    logout_url: site.logoutUrl,
    ping_url: site.pingUrl,
    actions: site.actions,
    test: site.test,
    created_at: site.createdAt.toISOString(),
    disabled_at: site.disabledAt?.toISOString() ?? null,
    secrets: site.secrets.map(({ id, hint, createdAt }) => ({ id, hint, created_at: createdAt.toISOString() })),
    webhook: site.webhook && describeWebhook(site.webhook),
  }
}

/** A webhook as it is stored; contains no secret. */
export type StoredWebhook = {
  siteId: number
  url: string
  createdAt: Date
  disabledAt: Date | null
  disabledReason: string | null
  secretHint: string
  earlierSecretUntil: Date | null
}

/** Creates the secret of a webhook in the form of Standard Webhooks: `whsec_` and 256 bits from `random`. */
export function createWebhookSecret(random: (length: number) => Buffer): string {
  return `whsec_${random(32).toString('base64')}`
}

/**
 * Returns what is wrong with the address of a webhook, as text, or undefined. `reach`: the private addresses that may be called. The host name
 * is resolved when an event is sent, not here.
 */
export function judgeWebhookUrl(text: string, reach: Reach): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.href !== text)
    return 'must be an address as browsers write it, like https://shop.example/stillhere'
  if (url.hash !== '' || url.username !== '' || url.password !== '')
    return 'must have no fragment, no name and no password'
  return judgeScheme(url) ?? judgeHost(url, reach)
}

function judgeHost(url: URL, reach: Reach): string | undefined {
  if (!isPrivateUrl(url) || canReachPrivate(url, reach)) return undefined
  return 'must not lead to this machine or to a private network; the setting WEBHOOK_PRIVATE_ADDRESSES allows it'
}

/** Returns a webhook in the form that operators see; contains no secret. */
export function describeWebhook(webhook: StoredWebhook): SiteWebhook {
  return {
    url: webhook.url,
    created_at: webhook.createdAt.toISOString(),
    secret_hint: webhook.secretHint,
    earlier_secret_until: webhook.earlierSecretUntil?.toISOString() ?? null,
    disabled_at: webhook.disabledAt?.toISOString() ?? null,
    disabled_reason: webhook.disabledReason,
  }
}

/** Returns the address of /mcp, the only resource for which access tokens are issued. `serviceName`: the service's own address. */
export function toMcpResource(serviceName: string): string {
  return `${serviceName}/mcp`
}
