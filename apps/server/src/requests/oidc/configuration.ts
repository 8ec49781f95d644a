import type { AssuranceLevel } from '@stillhere/contract'
import type { AuthorizationCode, Configuration, JWK, KoaContextWithOIDC } from 'oidc-provider'
import type { Service } from '../../platform/service.ts'
import { createAdapter } from './adapter.ts'
import { describeBackchannel, readExpiry, redeemBackchannel } from './backchannel.ts'
import { createLogoutFetch } from './logout.ts'
import { showError, showLogout, showLogoutDone } from './pages.ts'
import { createPolicy } from './policy.ts'
import { describeResources } from './resources.ts'
import { ACR_VALUES, readSubject } from './rules.ts'

/** How long things count, in seconds. A session is short: it lets a site ask again without a scan, and says since when. */
const LIFETIMES = {
  AccessToken: 300,
  ClientCredentials: 300,
  AuthorizationCode: 60,
  IdToken: 300,
  // Longer than its check, so that who comes back late is told so.
  Interaction: 1800,
  Session: 3600,
  Grant: 7200,
}

/** The provider's name, its keys, and the highest level that it can state. */
type Known = { issuer: string; keys: JWK[]; highest: AssuranceLevel }

/** What the provider is told: code flow with PKCE for the sites that are registered, and checks as the way to sign in. */
export function configure(service: Service, { issuer, keys, highest }: Known): Configuration {
  return {
    adapter: (kind: string) => createAdapter(service, kind),
    jwks: { keys },
    ...CLIENTS,
    ...CLAIMS,
    acrValues: ACR_VALUES.slice(0, highest),
    ttl: { ...LIFETIMES, BackchannelAuthenticationRequest: ({ oidc }) => readExpiry(oidc.params ?? {}) },
    cookies: configureCookies(service, issuer),
    features: {
      ...FEATURES,
      resourceIndicators: describeResources(issuer),
      ciba: describeBackchannel(service, issuer),
    },
    interactions: {
      policy: createPolicy(highest),
      url: (_ctx, { uid }) => `${new URL(issuer).pathname}/interaction/${uid}`,
    },
    findAccount: (ctx, accountId) => ({ accountId, claims: () => describeAccount(service, ctx, accountId) }),
    extraTokenClaims: ({ oidc }) => describeCode(oidc.entities.AuthorizationCode),
    loadExistingGrant: findOrMakeGrant,
    expiresWithSession: () => false,
    fetch: createLogoutFetch(service.settings),
    renderError: showError,
  }
}

const CLIENTS = {
  clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
  clientDefaults: {
    id_token_signed_response_alg: 'EdDSA',
    token_endpoint_auth_method: 'client_secret_basic',
    subject_type: 'pairwise',
  },
  enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
  responseTypes: ['code'],
  pkce: { required: () => true },
  extraClientMetadata: { properties: ['test'] },
  sectorIdentifierUriValidate: () => false,
  clientBasedCORS: () => false,
  // A request names the address that it returns to, also where a site has only one.
  allowOmittingSingleRegisteredRedirectUri: false,
} satisfies Configuration

const CLAIMS = {
  scopes: ['openid'],
  claims: { openid: ['sub', 'acr', 'amr', 'auth_time', 'test', 'action_digest', 'presence_token'] },
  subjectTypes: ['pairwise'],
  // A subject for nobody where the account is of another site: the policy then asks for a check.
  pairwiseIdentifier: (_ctx, accountId, { clientId }) => readSubject(accountId, clientId) ?? 'of another site',
} satisfies Configuration

const isOwnToken = (_ctx: unknown, client: { clientId: string }, token: { clientId?: string | undefined }): boolean =>
  token.clientId === client.clientId

const FEATURES = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  clientCredentials: { enabled: true },
  claimsParameter: { enabled: true },
  pushedAuthorizationRequests: { enabled: true },
  introspection: { enabled: true, allowedPolicy: isOwnToken },
  revocation: { enabled: true, allowedPolicy: isOwnToken },
  backchannelLogout: { enabled: true },
  rpInitiatedLogout: { enabled: true, logoutSource: showLogout, postLogoutSuccessSource: showLogoutDone },
} satisfies Configuration['features']

function configureCookies({ secrets }: Service, issuer: string): NonNullable<Configuration['cookies']> {
  const { protocol, pathname } = new URL(issuer)
  const options = { httpOnly: true, sameSite: 'lax', signed: true, secure: protocol === 'https:' } as const
  return {
    names: { session: 'oidc_session', interaction: 'oidc_interaction', resume: 'oidc_resume' },
    keys: [secrets.hash('oidc-cookie', issuer).toString('base64url')],
    long: { ...options, path: pathname },
    short: options,
  }
}

type Described = { sub: string; test?: true; action_digest?: string; presence_token?: string }

async function describeAccount(service: Service, { oidc }: KoaContextWithOIDC, accountId: string): Promise<Described> {
  // Whatever goes wrong before: a site is never told the subject of another.
  if (!oidc.client || readSubject(accountId, oidc.client.clientId) === undefined)
    throw new Error('this account is of another site')
  const isTest = service.settings.sandbox || oidc.client['test'] === true
  const request = oidc.entities.BackchannelAuthenticationRequest
  const approved = request && (await redeemBackchannel(service, request.jti))
  return { sub: accountId, ...(isTest && { test: true as const }), ...approved }
}

/** What introspection says of an access token beside the usual (RFC 9470, section 6.2). */
function describeCode(code: Partial<AuthorizationCode> | undefined): Record<string, unknown> {
  return { acr: code?.acr, amr: code?.amr, auth_time: code?.authTime }
}

/** The grant of who is signed in at this site: there is one scope, and the page of the check asked for it. */
async function findOrMakeGrant({ oidc }: KoaContextWithOIDC) {
  const [clientId = '', accountId = ''] = [oidc.client?.clientId, oidc.account?.accountId]
  if (readSubject(accountId, clientId) === undefined) return undefined
  const id = oidc.session?.grantIdFor(clientId)
  const found = id === undefined ? undefined : await oidc.provider.Grant.find(id)
  if (found?.accountId === accountId) return found
  const grant = new oidc.provider.Grant({ clientId, accountId })
  grant.addOIDCScope('openid')
  await grant.save()
  return grant
}
