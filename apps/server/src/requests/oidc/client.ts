import { randomBytes } from 'node:crypto'
import type { AdapterPayload, Provider } from 'oidc-provider'
import type { Service } from '../../platform/service.ts'
import { isSiteKey } from '../sites/rules.ts'
import { findAskingSite, findSiteBySecret } from '../sites/store.ts'

// The provider wants every client to have one. It is compared with nothing: see compareSecrets.
const UNUSED_SECRET = randomBytes(32).toString('base64url')

/** A site as an OpenID client; undefined for one that is unknown or disabled. Without a return address nobody signs in to it, but it gets tokens for itself. */
export async function findClient({ db }: Pick<Service, 'db'>, siteKey: string): Promise<AdapterPayload | undefined> {
  const site = isSiteKey(siteKey) ? await findAskingSite(db, siteKey) : undefined
  if (!site) return undefined
  const canSignIn = site.returnUrls.length > 0
  return {
    client_id: site.siteKey,
    client_name: site.name,
    client_secret: UNUSED_SECRET,
    redirect_uris: site.returnUrls,
    grant_types: [...(canSignIn ? ['authorization_code'] : []), 'client_credentials'],
    response_types: canSignIn ? ['code'] : [],
    post_logout_redirect_uris: site.returnUrls,
    // Return addresses may lead to several hosts: what makes subjects is the site, not the host. Nobody fetches this.
    sector_identifier_uri: `https://${site.siteKey}.invalid/`,
    response_modes: ['query'],
    backchannel_token_delivery_mode: site.pingUrl === null ? 'poll' : 'ping',
    // Also puts `sid` into the id_token, by which the site finds the session to end.
    ...(site.logoutUrl && { backchannel_logout_uri: site.logoutUrl, backchannel_logout_session_required: true }),
    test: site.test,
  }
}

/** Lets a provider compare the secrets of clients by their keyed hashes, of which a site has up to two. */
export function compareSecrets(provider: Provider, { db, secrets }: Pick<Service, 'db' | 'secrets'>): void {
  provider.Client.prototype.compareClientSecret = async function compare(given: string): Promise<boolean> {
    const site = await findSiteBySecret(db, secrets.hash('site-secret', given))
    return site?.siteKey === this.clientId
  }
}

const BACKCHANNEL = 'urn:openid:params:grant-type:ciba'

/**
 * Lets every site make backchannel requests. The provider would want the keys of clients with pairwise subjects at an address, to tell by its host
 * whose subjects they are; here that is told by the site. And it would ping once, while somebody waits: the worker does it instead.
 */
export function allowBackchannel({ Client }: Provider): void {
  Client.prototype.grantTypeAllowed = function allow(type: string): boolean {
    return type === BACKCHANNEL || this.grantTypes?.includes(type) === true
  }
  Client.prototype.backchannelPing = async () => undefined
}
