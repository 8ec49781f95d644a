import type { AssuranceLevel } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import type { JWK, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { findIssuerName } from '../../platform/http/origin.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { chooseKeyUse, ensureIssuerKey, openKey, toWebKey } from '../../scan/receipts/issuer.ts'
import { type IssuerKey, listKeys } from '../../scan/receipts/store.ts'
import { allowBackchannel, compareSecrets } from './client.ts'
import { configure } from './configuration.ts'
import { library } from './library.ts'
import { logUntoldSites } from './logout.ts'
import { allowReturn } from './pages.ts'
import { findHighestLevel } from './policy.ts'
import type { SeenRequest } from './request.ts'

/** Finds the provider of an issuer. */
export type FindProvider = (issuer: string) => Promise<Provider>

// Without PUBLIC_URL a machine has a few names for itself; each is an issuer of its own.
const MOST_PROVIDERS = 4

/**
 * Keeps a provider for each name of the service. A provider has its keys and levels for good, so that another takes its place when they
 * change, by whichever process: what it remembers is in the database.
 */
export function keepProviders(service: Service): FindProvider {
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

/** By which name the provider answers a request; 404 where the service does not know its own. */
export function demandIssuer({ settings }: Service, request: FastifyRequest): string {
  const name = findIssuerName(settings, request)
  if (name !== undefined) return `${name}/oidc`
  throw new RequestProblem('NOT_FOUND', 'OpenID Connect needs PUBLIC_URL: the service does not know its own address.')
}

/** The keys that sign and verify, the active one first: the provider signs with the first. */
async function listTrustedKeys(service: Service): Promise<IssuerKey[]> {
  await ensureIssuerKey(service)
  const use = chooseKeyUse(service.settings)
  return (await listKeys(service.db)).filter((key) => key.use === use && !key.compromised)
}

type Known = { issuer: string; keys: readonly IssuerKey[]; highest: AssuranceLevel }

function createProvider(service: Service, { issuer, keys, highest }: Known): Provider {
  const provider = new library.Provider(
    issuer,
    configure(service, { issuer, keys: keys.map((key) => toSigningKey(service, key)), highest }),
  )
  // What it is told of the way that a request came is ours; see asSeenByProvider.
  provider.proxy = true
  compareSecrets(provider, service)
  allowBackchannel(provider)
  for (const after of [allowReturn, stateModes])
    provider.use((ctx, next) => after(ctx as unknown as KoaContextWithOIDC, next))
  const log = (ctx: { req: unknown }, error: Error): void =>
    (ctx.req as SeenRequest).log.error({ err: error }, 'a request failed')
  provider.on('server_error', log)
  logUntoldSites(provider)
  // Koa would print it.
  provider.silent = true
  return provider
}

// The library states all modes that it knows; clients here may use one.
async function stateModes(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  if (ctx.oidc?.route === 'discovery') Object.assign(ctx.body as object, { response_modes_supported: ['query'] })
}

function toSigningKey({ secrets }: Service, key: IssuerKey): JWK {
  const { secretKey } = openKey(secrets, key)
  return { ...toWebKey(key.publicKey), d: Buffer.from(secretKey, 'hex').toString('base64url') }
}
