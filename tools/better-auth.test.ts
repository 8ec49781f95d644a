import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { genericOAuth } from 'better-auth/plugins'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nameSubject, type TestSite } from '../apps/server/test/checks.ts'
import { addOidcSite, Browser, type Deed, type OidcService, startOidcService } from '../apps/server/test/oidc.ts'

const SHOP = 'https://shop.example'
const CALLBACK = `${SHOP}/api/auth/oauth2/callback/stillhere`

let service: OidcService
let shop: TestSite

beforeAll(async () => {
  service = await startOidcService()
  shop = await addOidcSite(service, { return_urls: [CALLBACK] })
})
afterAll(() => service.stop())

function createShop(params: Record<string, string>) {
  const tables: Record<string, object[]> = { user: [], session: [], account: [], verification: [] }
  const provider = genericOAuth({
    config: [
      {
        providerId: 'stillhere',
        discoveryUrl: `${service.issuer}/.well-known/openid-configuration`,
        clientId: shop.key,
        clientSecret: shop.secret,
        scopes: ['openid'],
        pkce: true,
        requireIssuerValidation: true,
        authorizationUrlParams: params,
        // There is neither a name nor an address: better-auth wants both.
        mapProfileToUser: ({ sub }) => ({
          id: sub,
          name: 'Somebody',
          email: `${sub.slice('sha256:'.length)}@shop.invalid`,
        }),
      },
    ],
  })
  const auth = betterAuth({
    baseURL: SHOP,
    secret: 'a secret of the shop that is long enough',
    database: memoryAdapter(tables),
    plugins: [provider],
    logger: { disabled: true },
  })
  return { auth, tables }
}

/** Signs in at a shop on better-auth, and returns where the shop sends the browser at last, with what it has stored. */
async function signIn(params: Record<string, string>, deed?: Deed) {
  const { auth, tables } = createShop(params)
  const begun = await auth.handler(
    new Request(`${SHOP}/api/auth/sign-in/oauth2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: SHOP },
      body: JSON.stringify({ providerId: 'stillhere', callbackURL: '/welcome' }),
    }),
  )
  const { url } = (await begun.json()) as { url: string }
  const cookie = begun.headers.getSetCookie().map((one) => one.split(';')[0])
  const back = await new Browser(service).signIn(url, deed)
  const ended = await auth.handler(new Request(back, { headers: { cookie: cookie.join('; ') } }))
  return { location: ended.headers.get('location') ?? '', tables }
}

it('better-auth signs in with the secret of a site', async () => {
  const { location, tables } = await signIn({ acr_values: 'urn:stillhere:presence:2' }, { reached: 2 })
  expect(location).toBe('/welcome')
  expect(tables['account']).toMatchObject([{ providerId: 'stillhere', accountId: nameSubject('ada') }])
  expect(tables['session']).toHaveLength(1)
})

it.each(['urn:stillhere:presence:3', 'urn:mace:incommon:iap:silver'])(
  'better-auth gets an error in place of a lower level where %s is essential',
  async (value) => {
    const claims = JSON.stringify({ id_token: { acr: { essential: true, value } } })
    const { location, tables } = await signIn({ claims })
    expect(new URL(location).searchParams.get('error')).toBe('unmet_authentication_requirements')
    expect(tables['session']).toEqual([])
  },
)
