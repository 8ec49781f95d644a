import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nameSubject, type TestSite } from '../../../test/checks.ts'
import { addOidcSite, Browser, CALLBACK, type Deed, type OidcService, startOidcService } from '../../../test/oidc.ts'

let service: OidcService
let shop: TestSite

beforeAll(async () => {
  service = await startOidcService()
  shop = await addOidcSite(service)
})
afterAll(() => service.stop())

type Claims = Record<string, unknown> | undefined
type Login = (more: Record<string, string>, deed?: Deed) => Promise<Claims>

const withOpenidClient: Login = async (more, deed) => {
  const config = await openid.discovery(new URL(service.issuer), shop.key, shop.secret, undefined, {
    execute: [openid.allowInsecureRequests],
  })
  const [verifier, state, nonce] = [openid.randomPKCECodeVerifier(), openid.randomState(), openid.randomNonce()]
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...more,
  })
  const back = await new Browser(service).signIn(url, deed)
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
  return (await openid.authorizationCodeGrant(config, back, checks)).claims()
}

const withOauth4webapi: Login = async (more, deed) => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  const issuer = new URL(service.issuer)
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
  const client = { client_id: shop.key, id_token_signed_response_alg: 'EdDSA' }
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
  const url = new URL(server.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: shop.key,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...more,
  }).toString()
  const params = oauth.validateAuthResponse(server, client, await new Browser(service).signIn(url, deed), state)
  const auth = oauth.ClientSecretPost(shop.secret)
  const answer = await oauth.authorizationCodeGrantRequest(server, client, auth, params, CALLBACK, verifier, insecure)
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, { requireIdToken: true })
  await oauth.validateApplicationLevelSignature(server, answer, insecure)
  return oauth.getValidatedIdTokenClaims(tokens)
}

const essential = (value: string): Record<string, string> => ({
  claims: JSON.stringify({ id_token: { acr: { essential: true, value } } }),
})

describe.each([
  ['openid-client', withOpenidClient],
  ['oauth4webapi', withOauth4webapi],
])('%s', (_name, login) => {
  it('signs in with the secret of a site, and verifies who was there and how', async () => {
    expect(await login({ acr_values: 'urn:stillhere:presence:2' }, { person: 'ada', reached: 2 })).toMatchObject({
      iss: service.issuer,
      aud: shop.key,
      sub: nameSubject('ada'),
      acr: 'urn:stillhere:presence:2',
      amr: ['user', 'pop', 'urn:stillhere:motion'],
      auth_time: Math.floor(service.now().getTime() / 1000),
    })
  })

  it.each(['urn:stillhere:presence:3', 'urn:mace:incommon:iap:silver'])(
    'gets an error in place of a lower level where %s is essential',
    async (acr) => {
      await expect(login(essential(acr))).rejects.toMatchObject({ error: 'unmet_authentication_requirements' })
    },
  )

  it('gets an error where the person declines', async () => {
    await expect(login(essential('urn:stillhere:presence:2'), 'cancel')).rejects.toMatchObject({
      error: 'access_denied',
    })
  })
})
