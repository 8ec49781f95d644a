import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { AssuranceLevel } from '@stillhere/contract'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { AuthorizationCode, Configuration, JWK, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { findIssuerName } from '../../platform/http/origin.ts'
import { createPost } from '../../platform/outbox/post.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Reach } from '../../platform/public-address.ts'
import type { Service } from '../../platform/service.ts'
import { encodeHtml } from '../../platform/visible-text.ts'
import { selectKeyUse, addMissingIssuerKey, openKey, toWebKey } from '../../scan/receipts/issuer.ts'
import { type IssuerKey, listKeys } from '../../scan/receipts/store.ts'
import { useBackchannel, compareSecrets, createAdapter, describeResources } from './adapter.ts'
import { describeBackchannel, readExpiry, redeemBackchannel } from './backchannel.ts'
import { ACR_VALUES, createPolicy, findHighestLevel, library, readSubject } from './policy.ts'

/** Returns the OpenID provider of an issuer, and creates it if necessary. */
export type FindProvider = (issuer: string) => Promise<Provider>

// Without PUBLIC_URL a machine has a few names for itself; each is an issuer of its own.
const MOST_PROVIDERS = 4

/**
 * Returns a function that finds or creates the OpenID provider of an issuer. It caches up to four providers, and replaces one when the signing
 * keys or the highest reachable level have changed; all their data is in the database.
 */
export function createProviders(service: Service): FindProvider {
  const kept = new Map<string, { provider: Provider; state: string }>()
  return async (issuer) => {
    const [keys, highest] = await Promise.all([listTrustedKeys(service), findHighestLevel(service)])
    const state = [highest, ...keys.map(({ id }) => id)].join(' ')
    const known = kept.get(issuer)
    if (known?.state === state) return known.provider
    const provider = createProvider(service, { issuer, keys, highest })
    if (kept.size >= MOST_PROVIDERS) kept.clear()
    kept.set(issuer, { provider, state })
    return provider
  }
}

/**
 * Returns the address of the OpenID issuer for a request: the service's own address and `/oidc`. Throws 404 if the service doesn't know its
 * own address.
 */
export function requireIssuer({ settings }: Service, request: FastifyRequest): string {
  const name = findIssuerName(settings, request)
  if (name !== undefined) return `${name}/oidc`
  throw new RequestProblem('NOT_FOUND', 'OpenID Connect needs PUBLIC_URL: the service does not know its own address.')
}

/** Lists the issuer keys that sign and verify, the active one first, since the provider signs with the first. */
async function listTrustedKeys(service: Service): Promise<IssuerKey[]> {
  await addMissingIssuerKey(service)
  const use = selectKeyUse(service.settings)
  return (await listKeys(service.db)).filter((key) => key.use === use && !key.compromised)
}

type ProviderInput = { issuer: string; keys: readonly IssuerKey[]; highest: AssuranceLevel }

function createProvider(service: Service, { issuer, keys, highest }: ProviderInput): Provider {
  const provider = new library.Provider(
    issuer,
    createConfiguration(service, { issuer, keys: keys.map((key) => toSigningKey(service, key)), highest }),
  )
  // The address that it sees for a request comes from us; see toProviderRequest.
  provider.proxy = true
  compareSecrets(provider, service)
  useBackchannel(provider)
  for (const after of [allowReturn, describeModes])
    provider.use((ctx, next) => after(ctx as unknown as KoaContextWithOIDC, next))
  const log = (ctx: { req: unknown }, error: Error): void =>
    (ctx.req as SeenRequest).log.error({ err: error }, 'a request failed')
  provider.on('server_error', log)
  watchLogoutFailures(provider)
  // Koa would print it.
  provider.silent = true
  return provider
}

/** Lifetimes of stored items in seconds. A session is short, since it lets a site sign the person in again without a scan. */
const LIFETIMES = {
  AccessToken: 300,
  ClientCredentials: 300,
  AuthorizationCode: 60,
  IdToken: 300,
  // Longer than its check, so that a person who comes back late gets an explanation.
  Interaction: 1800,
  Session: 3600,
  Grant: 7200,
}

/** The provider's issuer address, its keys, and the highest level that it can state. */
type KnownClient = { issuer: string; keys: JWK[]; highest: AssuranceLevel }

/** Creates the provider's configuration: code flow with PKCE for the registered sites, and checks as the way to sign in. */
function createConfiguration(service: Service, { issuer, keys, highest }: KnownClient): Configuration {
  return {
    adapter: (kind: string) => createAdapter(service, kind),
    jwks: { keys },
    ...CLIENTS,
    ...CLAIMS,
    acrValues: ACR_VALUES.slice(0, highest),
    ttl: { ...LIFETIMES, BackchannelAuthenticationRequest: ({ oidc }) => readExpiry(oidc.params ?? {}) },
    cookies: createCookieSettings(service, issuer),
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
  // No subject if the account is of another site: the policy then asks for a check.
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

function createCookieSettings({ secrets }: Service, issuer: string): NonNullable<Configuration['cookies']> {
  const { protocol, pathname } = new URL(issuer)
  const options = { httpOnly: true, sameSite: 'lax', signed: true, secure: protocol === 'https:' } as const
  return {
    names: { session: 'oidc_session', interaction: 'oidc_interaction', resume: 'oidc_resume' },
    keys: [secrets.hash('oidc-cookie', issuer).toString('base64url')],
    long: { ...options, path: pathname },
    short: options,
  }
}

type AccountClaims = { sub: string; test?: true; action_digest?: string; presence_token?: string }

async function describeAccount(
  service: Service,
  { oidc }: KoaContextWithOIDC,
  accountId: string,
): Promise<AccountClaims> {
  // Also if something goes wrong before: a site never gets the subject of another.
  if (!oidc.client || readSubject(accountId, oidc.client.clientId) === undefined)
    throw new Error('this account is of another site')
  const isTest = service.settings.sandbox || oidc.client['test'] === true
  const request = oidc.entities.BackchannelAuthenticationRequest
  const approved = request && (await redeemBackchannel(service, request.jti))
  return { sub: accountId, ...(isTest && { test: true as const }), ...approved }
}

/** Returns what introspection says about an access token in addition to the usual members (RFC 9470, section 6.2). */
function describeCode(code: Partial<AuthorizationCode> | undefined): Record<string, unknown> {
  return { acr: code?.acr, amr: code?.amr, auth_time: code?.authTime }
}

/**
 * Returns the grant of the person who is signed in at this site, created if there is none. There is one scope, and the page of the check asked
 * for it.
 */
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

// The library states all modes that it knows; clients here may use one.
async function describeModes(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  if (ctx.oidc?.route === 'discovery') Object.assign(ctx.body as object, { response_modes_supported: ['query'] })
}

function toSigningKey({ secrets }: Service, key: IssuerKey): JWK {
  const { secretKey } = openKey(secrets, key)
  return { ...toWebKey(key.publicKey), d: Buffer.from(secretKey, 'hex').toString('base64url') }
}

// The person waits for it on the way out.
const TIMEOUT_MS = 2500

/**
 * Creates the fetch function of the OpenID provider. It sends back-channel logout notices the way webhooks are sent, and throws for every
 * other request and for every status but 200 and 204; the messages contain no address. `reach`: the private addresses that may be called.
 */
export function createLogoutFetch(reach: Reach): NonNullable<Configuration['fetch']> {
  const post = createPost(reach, { timeoutMs: TIMEOUT_MS })
  return async (url, { method, body } = {}) => {
    const isLogout = method === 'POST' && body instanceof URLSearchParams && body.has('logout_token')
    if (!isLogout || typeof url !== 'string') throw new Error('the provider calls others for logouts only')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await post({ url, headers, body: body.toString() })
    if (posted.outcome === 'failed') throw new Error(posted.problem)
    if (posted.status !== 200 && posted.status !== 204) throw new Error(`answered ${posted.status}`)
    return new Response(null, { status: posted.status })
  }
}

/** Logs which site could not be notified of a logout, and why; the person is signed out all the same. */
function watchLogoutFailures(provider: Provider): void {
  provider.on('backchannel.error', ({ req }, { message }, { clientId }) =>
    (req as SeenRequest).log.warn({ site: clientId, problem: message }, 'a site could not be told of a logout'),
  )
}

/** Content security policy of pages with a form. The provider adds the digest of its script to script-src. */
export const FORM_POLICY =
  "default-src 'none'; script-src 'report-sample'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Allows the form of a page to redirect to the origins that the site has registered: browsers apply form-action to redirects, too. */
async function allowReturn(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  const policy = ctx.response.get('content-security-policy')
  const uris = (ctx.oidc as KoaContextWithOIDC['oidc'] | undefined)?.client?.postLogoutRedirectUris ?? []
  if (!policy.includes("form-action 'self'") || uris.length === 0) return
  const origins = [...new Set(uris.map((uri) => new URL(uri).origin))]
  ctx.set('content-security-policy', policy.replace("form-action 'self'", `form-action 'self' ${origins.join(' ')}`))
}

/** Shows an HTML error page for a request that can't be answered to the site. */
function showError(ctx: KoaContextWithOIDC, { error, error_description: description = '' }: Failure): void {
  ctx.type = 'html'
  ctx.body = renderErrorPage(description === '' ? error : `${error}: ${description}`)
}

type Failure = { error: string; error_description?: string | undefined }

/** Renders the HTML page that says that signing in failed. `reason` is escaped and shown. */
export function renderErrorPage(reason: string): string {
  return renderPage('You could not be signed in', [
    '<p>Go back to the site that you came from, and start again.</p>',
    `<p>${encodeHtml(reason)}</p>`,
  ])
}

/** Shows the page that asks whether to sign out, around the provider's form. */
function showLogout(ctx: KoaContextWithOIDC, form: string): void {
  ctx.body = renderPage('Sign out?', [
    form,
    '<p><button autofocus type="submit" form="op.logoutForm" value="yes" name="logout">Sign out</button>',
    '<button type="submit" form="op.logoutForm">Stay signed in</button></p>',
  ])
}

function showLogoutDone(ctx: KoaContextWithOIDC): void {
  ctx.type = 'html'
  ctx.body = renderPage('You’re signed out', ['<p>You can close this page.</p>'])
}

function renderPage(title: string, lines: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
${lines.join('\n')}
</main>
</body>
</html>
`
}

/** A request in the form in which the provider reads it. */
type SeenRequest = IncomingMessage & { originalUrl: string; log: FastifyBaseLogger }

/**
 * Returns a view of a Fastify request for the OpenID provider: with the issuer's scheme and host instead of forwarded headers, a path relative
 * to the issuer, and the body that Fastify has read.
 */
export function toProviderRequest({ raw, body, log }: FastifyRequest, issuer: string): SeenRequest {
  const { protocol, host, pathname } = new URL(issuer)
  // RFC 8414, section 3.1, puts the path of the issuer behind the well-known one.
  const url = (raw.url ?? '').replace(/^\/oidc|(?<=^\/\.well-known\/oauth-authorization-server)\/oidc/, '')
  const seen = {
    url,
    originalUrl: `${pathname}${url}`,
    headers: {
      ...removeForwarding(raw.headers),
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-host': host,
    },
    readable: true,
    iterator: () => Readable.from(body instanceof Uint8Array ? [body] : []),
    log,
  }
  return Object.create(raw, toProperties(seen)) as SeenRequest
}

function removeForwarding(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-forwarded-')))
}

function toProperties(values: object): PropertyDescriptorMap {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, writable: true, enumerable: true }]),
  )
}
