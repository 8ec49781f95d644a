import { createRequire } from 'node:module'
import type { AssuranceLevel } from '@stillhere/contract'
import type { interactionPolicy, KoaContextWithOIDC } from 'oidc-provider'
import { isAcceptingDevices } from '../../identity/device-roots/trust.ts'
import type { Service } from '../../platform/service.ts'
import { chooseLevel, isMet, readDemand, readSubject } from './rules.ts'

/** The highest level that can be reached here now. */
export async function findHighestLevel({ db, settings, now }: Service): Promise<2 | 3> {
  return (await isAcceptingDevices(db, { settings, now: now() })) ? 3 : 2
}

/** When a person is asked for a check, in place of being let through by their session. */
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
    demandScope(ctx)
    return needsLevel(ctx, highest)
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
function demandScope({ oidc }: KoaContextWithOIDC): void {
  if (!oidc.requestParamScopes.has('openid')) throw new library.errors.InvalidScope('scope must be openid', 'openid')
}

function needsLevel({ oidc }: KoaContextWithOIDC, highest: AssuranceLevel): boolean {
  const demand = readDemand(oidc.params ?? {})
  if (chooseLevel(demand, highest) === undefined)
    throw new library.errors.UnmetAuthenticationRequirements('this service cannot reach the acr that is asked for')
  return !isMet(demand, oidc.session?.acr)
}

type Library = typeof import('oidc-provider')

const require = createRequire(import.meta.url)
const load = (): Library => require('oidc-provider') as Library

/** The provider's library, loaded when somebody first comes by OpenID Connect: it has 240 files. */
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
