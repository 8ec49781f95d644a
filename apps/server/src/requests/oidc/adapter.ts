import { randomBytes } from 'node:crypto'
import { MCP_SCOPE } from '@stillhere/contract'
import type { Adapter, AdapterPayload, Configuration, Provider } from 'oidc-provider'
import type { Service } from '../../platform/service.ts'
import { isSiteKey, toMcpResource } from '../sites/rules.ts'
import { findAskingSite, findSiteBySecret, type SiteRow } from '../sites/store.ts'
import { library } from './policy.ts'
import {
  spendItem,
  deleteGrantOf,
  deleteItem,
  deleteItemsOfGrant,
  findItem,
  findItemByUid,
  type ItemKey,
  saveItem,
  type StoredItem,
} from './store.ts'

type Resources = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>

/**
 * Returns the oidc-provider settings for resource indicators (RFC 8707): a site can get access tokens for /mcp by client credentials. Other
 * resources and other grant types are refused. `issuer`: the address of the OpenID issuer.
 */
export function describeResources(issuer: string): Resources {
  const mcp = toMcpResource(issuer.replace(/\/oidc$/, ''))
  return {
    enabled: true,
    defaultResource: () => [],
    getResourceServerInfo: ({ oidc }, resource) => {
      const isForItself = oidc.route === 'token' && oidc.params?.['grant_type'] === 'client_credentials'
      if (resource !== mcp || !isForItself) throw new library.errors.InvalidTarget()
      return { scope: MCP_SCOPE, audience: mcp, accessTokenFormat: 'opaque' }
    },
  }
}

/**
 * Returns the site to which an access token for this resource was issued; undefined if the token is unknown, expired or issued for another
 * resource or scope, or the site is disabled.
 */
export async function findSiteOfToken(service: Service, token: string, resource: string): Promise<SiteRow | undefined> {
  const given = await createAdapter(service, 'ClientCredentials').find(token)
  const isGood = (given?.exp ?? 0) * 1000 > service.now().getTime() && given?.['aud'] === resource
  if (!isGood || !given.scope?.split(' ').includes(MCP_SCOPE)) return undefined
  return findAskingSite(service.db, given.clientId ?? '')
}

/**
 * Creates the storage adapter by which the OpenID provider reads and writes items of one kind. Clients are read from the registered sites; all
 * other kinds are stored sealed.
 */
export function createAdapter(service: Service, kind: string): Adapter {
  return kind === 'Client' ? createClientAdapter(service) : createItemAdapter(service, kind)
}

const unsupported = async (): Promise<never> => {
  throw new Error('the provider was not set up for this')
}
const UNSUPPORTED = {
  upsert: unsupported,
  destroy: unsupported,
  consume: unsupported,
  findByUid: unsupported,
  findByUserCode: unsupported,
  revokeByGrantId: unsupported,
}

function createClientAdapter(service: Service): Adapter {
  return { ...UNSUPPORTED, find: (id) => findClient(service, id) }
}

function createItemAdapter(service: Service, kind: string): Adapter {
  const { db, secrets, now } = service
  const hash = (of: string, id: string): Buffer => secrets.hash('oidc-id', `${of} ${id}`)
  const keyOf = (id: string): ItemKey => ({ kind, idHash: hash(kind, id) })
  return {
    ...UNSUPPORTED,
    upsert: async (id, payload, seconds = 0) => {
      const key = keyOf(id)
      await saveItem(db, {
        ...key,
        uidHash: kind === 'Session' && payload.uid ? hash('uid', payload.uid) : null,
        grantHash: kind !== 'Interaction' && payload.grantId ? hash('Grant', payload.grantId) : null,
        sealed: secrets.seal('oidc-item', `${key.idHash.toString('hex')} ${JSON.stringify(payload)}`),
        expiresAt: new Date(now().getTime() + (seconds + KEPT_SECONDS) * 1000),
      })
    },
    find: async (id) => {
      const item = await findItem(db, keyOf(id))
      return item?.consumedAt && isPolled(kind) ? undefined : openItem(service, item)
    },
    findByUid: async (uid) => openItem(service, await findItemByUid(db, kind, hash('uid', uid))),
    consume: (id) => spendItemOnce(service, keyOf(id)),
    destroy: (id) => deleteItem(db, keyOf(id)),
    revokeByGrantId: (grantId) => deleteItemsOfGrant(db, kind, hash('Grant', grantId)),
  }
}

// A site that polls twice at once is no thief. The provider would revoke what the first poll is about to get, so that it never sees that
// such a request was used.
function isPolled(kind: string): boolean {
  return kind === 'BackchannelAuthenticationRequest'
}

// A used code that comes again is to be known as such for a while after it has expired.
const KEPT_SECONDS = 600

// The hash inside the seal binds what is sealed to its row: moved to another, it does not open.
function openItem({ secrets }: Service, item: StoredItem | undefined): AdapterPayload | undefined {
  if (!item) return undefined
  const text = secrets.open('oidc-item', item.sealed)
  const [sealedFor] = text.split(' ', 1)
  if (sealedFor !== item.idHash.toString('hex')) throw new Error('this was sealed for another row')
  const payload = JSON.parse(text.slice(sealedFor.length + 1)) as AdapterPayload
  return item.consumedAt ? { ...payload, consumed: Math.floor(item.consumedAt.getTime() / 1000) } : payload
}

/** Marks an item as used, or throws the provider's error if it was used before. An authorization code that is used twice also revokes its grant. */
async function spendItemOnce({ db, now }: Service, key: ItemKey): Promise<void> {
  if (await spendItem(db, key, now())) return
  if (key.kind === 'PushedAuthorizationRequest')
    throw new library.errors.InvalidRequestUri('request_uri was already used')
  if (isPolled(key.kind)) throw new library.errors.InvalidGrant('auth_req_id was already used')
  // RFC 6749, section 4.1.2: tokens issued for a code are revoked if the code is used twice.
  await deleteGrantOf(db, key)
  throw new library.errors.InvalidGrant('authorization code already consumed')
}

// The provider requires a secret of every client. It is never compared: the hashes of the site's secrets are.
const UNUSED_SECRET = randomBytes(32).toString('base64url')

/** Finds a site as an OpenID client; undefined if it is unknown or disabled. Without a return address people can't sign in to it, but it gets tokens for itself. */
async function findClient({ db }: Pick<Service, 'db'>, siteKey: string): Promise<AdapterPayload | undefined> {
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
    // Return addresses may lead to several hosts: subjects depend on the site, not on the host. This is never fetched.
    sector_identifier_uri: `https://${site.siteKey}.invalid/`,
    response_modes: ['query'],
    backchannel_token_delivery_mode: site.pingUrl === null ? 'poll' : 'ping',
    // Also puts `sid` into the id_token, by which the site finds the session to end.
    ...(site.logoutUrl && { backchannel_logout_uri: site.logoutUrl, backchannel_logout_session_required: true }),
    test: site.test,
  }
}

/** Makes the provider compare a client's secret with the keyed hashes of the site's secrets, of which a site has up to two. */
export function compareSecrets(provider: Provider, { db, secrets }: Pick<Service, 'db' | 'secrets'>): void {
  provider.Client.prototype.compareClientSecret = async function compare(given: string): Promise<boolean> {
    const site = await findSiteBySecret(db, secrets.hash('site-secret', given))
    return site?.siteKey === this.clientId
  }
}

const BACKCHANNEL = 'urn:openid:params:grant-type:ciba'

/**
 * Allows backchannel requests (CIBA) for every site, and turns off the provider's own ping, since the outbox sends pings. The provider would
 * otherwise require the keys of clients with pairwise subjects at an address.
 */
export function useBackchannel({ Client }: Provider): void {
  Client.prototype.grantTypeAllowed = function allow(type: string): boolean {
    return type === BACKCHANNEL || this.grantTypes?.includes(type) === true
  }
  Client.prototype.backchannelPing = async () => undefined
}
