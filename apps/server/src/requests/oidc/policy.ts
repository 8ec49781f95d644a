import { createRequire } from 'node:module'
import type { AssuranceLevel } from '@stillhere/contract'
import type { interactionPolicy, KoaContextWithOIDC } from 'oidc-provider'
import { isAcceptingDevices } from '../../identity/device-roots/trust.ts'
import type { Service } from '../../platform/service.ts'

/** Returns the highest assurance level that a scan can reach on this service at present: 3 if it accepts attested devices, otherwise 2. */
export async function findHighestLevel({ db, settings, now }: Service): Promise<2 | 3> {
  return (await isAcceptingDevices(db, { settings, now: now() })) ? 3 : 2
}

/**
 * Creates the OpenID provider's interaction policy, which decides when a person must do a check instead of being signed in by their session.
 * `highest`: the highest level that a check can reach.
 */
export function createPolicy(highest: AssuranceLevel): interactionPolicy.DefaultPolicy {
  const { base, Check } = library.interactionPolicy
  const policy = base()
  const login = policy.get('login')
  const consent = policy.get('consent')
  if (!login || !consent) throw new Error('the provider has other prompts than it is written for')
  // Ours reads essential values also where acr_values stand beside them, which these would lose.
  for (const reason of ['essential_acr', 'essential_acrs']) login.checks.remove(reason)
  const add = (reason: string, description: string, isNeeded: (ctx: KoaContextWithOIDC) => boolean): void =>
    login.checks.add(new Check(reason, description, 'login_required', isNeeded))
  add('other_site', 'the session is that of another site', isOfOtherSite)
  add('acr', 'another level of presence is asked for', (ctx) => {
    requireScope(ctx)
    return isLevelMissing(ctx, highest)
  })
  // Who signs in agrees to the one scope that there is: the page of the check says to what.
  const others = consent.checks.map(({ reason }) => reason).filter((reason) => reason !== 'consent_prompt')
  for (const reason of others) consent.checks.remove(reason)
  return policy
}

function isOfOtherSite({ oidc }: KoaContextWithOIDC): boolean {
  const { accountId } = oidc.session ?? {}
  return accountId !== undefined && readSubject(accountId, oidc.client?.clientId ?? '') === undefined
}

// Without it a person would do a check for nothing.
function requireScope({ oidc }: KoaContextWithOIDC): void {
  if (!oidc.requestParamScopes.has('openid')) throw new library.errors.InvalidScope('scope must be openid', 'openid')
}

function isLevelMissing({ oidc }: KoaContextWithOIDC, highest: AssuranceLevel): boolean {
  const demand = readDemand(oidc.params ?? {})
  if (selectLevel(demand, highest) === undefined)
    throw new library.errors.UnmetAuthenticationRequirements('this service cannot reach the acr that is asked for')
  return !isMet(demand, oidc.session?.acr)
}

type Library = typeof import('oidc-provider')

const require = createRequire(import.meta.url)
const load = (): Library => require('oidc-provider') as Library

/** The library oidc-provider, loaded when OpenID Connect is first used: it has 240 files. */
export const library = {
  get errors(): Library['errors'] {
    return load().errors
  },
  get interactionPolicy(): Library['interactionPolicy'] {
    return load().interactionPolicy
  },
  get Provider(): Library['Provider'] {
    return load().Provider
  },
}

/** The `acr` values of the levels 1, 2 and 3, in this order. */
export const ACR_VALUES = ['urn:stillhere:presence:1', 'urn:stillhere:presence:2', 'urn:stillhere:presence:3'] as const

function toAcr(level: AssuranceLevel): string {
  return ACR_VALUES[level - 1] ?? ''
}

/** Returns the level that an `acr` value names; undefined for values that aren't in ACR_VALUES. */
function readAcr(acr: unknown): AssuranceLevel | undefined {
  const index = (ACR_VALUES as readonly unknown[]).indexOf(acr)
  return index < 0 ? undefined : ((index + 1) as AssuranceLevel)
}

/** The request parameters that can name `acr` values, as the provider has parsed them. */
export type AcrParams = { acr_values?: unknown; claims?: unknown }

/** The `acr` values that a request names, in order of preference. `isEssential`: no other value is acceptable. */
type AcrDemand = { values: string[]; isEssential: boolean }

/**
 * Reads which `acr` values a request asks for from `acr_values` and the `claims` parameter. If both name values, an essential claim wins over
 * `acr_values`, and `acr_values` over a voluntary claim.
 */
export function readDemand({ acr_values: text, claims }: AcrParams): AcrDemand {
  const asked = readAcrClaim(claims)
  const isEssential = asked.essential === true
  // Values that are no text are kept as text: an unreadable demand must not count as none.
  const named = [asked.value, asked.values].flat().filter((value) => value !== undefined && value !== null)
  const claimed = named.map((value) => (isText(value) ? value : JSON.stringify(value)))
  const voluntary = isText(text) ? text.split(' ').filter((value) => value !== '') : []
  const values = (isEssential && claimed.length > 0) || voluntary.length === 0 ? claimed : voluntary
  return { values, isEssential }
}

type AcrClaim = { essential?: unknown; value?: unknown; values?: unknown }

function readAcrClaim(claims: unknown): AcrClaim {
  try {
    const parsed: unknown = isText(claims) ? JSON.parse(claims) : claims
    return (parsed as { id_token?: { acr?: AcrClaim | null } } | null)?.id_token?.acr ?? {}
  } catch {
    return {}
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/**
 * Returns the level to ask a person for: the first requested one that is not above `highest`, or 1 if no level is requested. Returns undefined
 * if no requested level can be reached, or an essential value is unknown. Unknown values that aren't essential are ignored.
 */
export function selectLevel({ values, isEssential }: AcrDemand, highest: AssuranceLevel): AssuranceLevel | undefined {
  const levels = values.map(readAcr).filter((level) => level !== undefined)
  const possible = levels.find((level) => level <= highest)
  if (possible !== undefined) return possible
  const isDemanded = levels.length > 0 || (isEssential && values.length > 0)
  return isDemanded ? undefined : 1
}

/** Returns whether the session's `acr` satisfies the request. An essential value must match exactly. */
function isMet({ values, isEssential }: AcrDemand, acr: string | undefined): boolean {
  const levels = values.map(readAcr).filter((level) => level !== undefined)
  if (isEssential) return values.length === 0 || (acr !== undefined && values.includes(acr))
  const reached = readAcr(acr) ?? 0
  return levels.length === 0 || levels.some((level) => level <= reached)
}

/**
 * Returns the `acr` value for the id_token: the highest requested level that is not above the reached one, or the reached level if there is no
 * such level.
 */
export function computeAcr({ values }: AcrDemand, reached: AssuranceLevel): string {
  const below = values.map(readAcr).filter((level) => level !== undefined && level <= reached)
  return toAcr(below.length === 0 ? reached : (Math.max(...below.map(Number)) as AssuranceLevel))
}

/** Returns the account id that the OpenID provider uses for a person at one site: the site key and the person's subject, separated by a space. */
export function toAccountId(siteKey: string, subject: string): string {
  return `${siteKey} ${subject}`
}

/** Returns the subject from an account id (see toAccountId); undefined if the account belongs to another site than `siteKey`. */
export function readSubject(accountId: string, siteKey: string): string | undefined {
  const [site, subject] = accountId.split(' ')
  return site === siteKey ? subject : undefined
}
