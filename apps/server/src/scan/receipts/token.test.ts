import { createHash } from 'node:crypto'
import { computeReceiptHash, type Receipt } from '@stillhere/receipt'
import { calculateJwkThumbprint, createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issue, rotate } from '../../../test/receipts.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import type { Presence } from './issue.ts'
import { issuePresenceToken } from './issuer.ts'

const NOON = '2026-03-10T12:00:00.000Z'
const ISSUER = 'https://id.example.org'
const SHOP = 'https://shop.example'

let service: TestService
let address: string
beforeAll(async () => {
  service = await startTestService()
  address = await service.app.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(() => service.clock.set(NOON))
afterAll(() => service.stop())

async function issueBoth(
  choice: Partial<Presence> = {},
  issuer = ISSUER,
): Promise<{ receipt: Receipt; token: string }> {
  const receipt = await issue(service, { audience: SHOP, ...choice })
  return { receipt, token: await issuePresenceToken(service.db, service, { receipt, issuer }) }
}
const makeToken = async (choice?: Partial<Presence>, issuer?: string) => (await issueBoth(choice, issuer)).token

/** As a site does it, with nothing but the address of the service. */
function verify(token: string, more: { query?: string; audience?: string } = {}) {
  const keys = createRemoteJWKSet(new URL(`${address}/.well-known/jwks.json${more.query ?? ''}`))
  const demands = { issuer: ISSUER, audience: more.audience ?? SHOP, typ: 'presence+jwt', algorithms: ['EdDSA'] }
  return jwtVerify(token, keys, { ...demands, currentDate: service.now() })
}

describe('a token', () => {
  it('says in short what its receipt says', async () => {
    const { receipt, token } = await issueBoth({ action: 'Pay 7 € to Eve', nonce: 'n-0195' })
    const { payload, protectedHeader } = await verify(token)
    const { kid } = protectedHeader
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'presence+jwt', kid })
    const x = Buffer.from(receipt.issuer.publicKey, 'hex').toString('base64url')
    expect(kid).toBe(await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x }))
    expect(payload).toEqual({
      iss: ISSUER,
      sub: receipt.subject.id,
      aud: SHOP,
      iat: Date.parse(NOON) / 1000,
      exp: Date.parse(receipt.expiresAt!) / 1000,
      jti: receipt.receiptId,
      acr: 'urn:stillhere:presence:1',
      amr: ['user', 'urn:stillhere:motion'],
      action: 'Pay 7 € to Eve',
      nonce: 'n-0195',
      subject_kind: 'same',
      receipt_hash: computeReceiptHash(receipt),
    })
  })

  it.each([
    ['passkey', 2],
    ['attested', 3],
  ] as const)('names a key that took part: %s', async (device, level) => {
    const { acr, amr } = decodeJwt(await makeToken({ assurance: { level, pace: 'live', device } }))
    expect([acr, amr]).toEqual([`urn:stillhere:presence:${level}`, ['user', 'pop', 'urn:stillhere:motion']])
  })

  it('names neither action nor nonce where the scan was for nothing', async () => {
    expect(Object.keys(decodeJwt(await makeToken())).join(' ')).toBe(
      'iss sub aud iat exp jti acr amr subject_kind receipt_hash',
    )
  })

  it('fails for another audience, and once its receipt has expired', async () => {
    const token = await makeToken()
    await expect(verify(token, { audience: 'https://bank.example' })).rejects.toThrow('"aud"')
    service.clock.pass(300_000)
    await expect(verify(token)).rejects.toThrow('"exp"')
  })

  it('fails when anything in it was changed', async () => {
    const [head, , signature] = (await makeToken()).split('.')
    const forged = Buffer.from(JSON.stringify({ ...decodeJwt(await makeToken()), acr: 'urn:stillhere:presence:3' }))
    const changed = `${head}.${forged.toString('base64url')}.${signature}`
    await expect(verify(changed)).rejects.toThrow('signature verification failed')
  })
})

describe('the length of a token', () => {
  const [long, short] = ['Pay 7 € to “Eve” '.repeat(11), 'Pay 7 € to Eve']
  const NOTHING = { action: undefined, nonce: undefined, action_digest: undefined, nonce_digest: undefined }
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

  it.each([
    ['both texts where they fit', short, 'n'.repeat(43), { action: short, nonce: 'n'.repeat(43) }],
    ['a digest of a long action', long, 'n'.repeat(43), { action_digest: digest(long), nonce: 'n'.repeat(43) }],
    ['a digest of a long nonce', short, long, { action: short, nonce_digest: digest(long) }],
    ['digests of both', long, long, { action_digest: digest(long), nonce_digest: digest(long) }],
  ])('at most 900 characters: %s', async (_name, action, nonce, expected) => {
    const token = await makeToken({ action, nonce })
    expect(token.length).toBeLessThanOrEqual(900)
    const { action: a, nonce: n, action_digest, nonce_digest } = decodeJwt(token)
    expect({ action: a, nonce: n, action_digest, nonce_digest }).toEqual({ ...NOTHING, ...expected })
    await verify(token)
  })

  it('is exceeded only by addresses that are too long by themselves, and a short action stays readable', async () => {
    const token = await makeToken({ audience: `https://${'a'.repeat(247)}`, action: short })
    expect(token.length).toBeGreaterThan(900)
    expect(decodeJwt(token)).toMatchObject({ action: short })
  })
})

describe('GET /.well-known/jwks.json', () => {
  const jwks = async (query = '') => (await service.call('GET', `/.well-known/jwks.json${query}`)).json().keys

  it('200: may be kept for five minutes and read by every page, 304 for who has it', async () => {
    const { headers } = await service.call('GET', '/.well-known/jwks.json')
    expect(headers['cache-control']).toBe('public, max-age=300')
    expect(headers['access-control-allow-origin']).toBe('*')
    const again = { 'if-none-match': String(headers.etag) }
    const answer = await service.app.inject({ method: 'GET', url: '/.well-known/jwks.json', headers: again })
    expect(answer.statusCode).toBe(304)
  })

  it('200: a rotated key stays for as long as its tokens live, and no longer', async () => {
    const token = await makeToken()
    const { kid } = decodeProtectedHeader(token)
    await rotate(service)
    await verify(token)
    const listed = async () => (await jwks()).map((key: { kid: string }) => key.kid)
    service.clock.pass(360_000)
    expect(await listed()).toContain(kid)
    service.clock.pass(60_000)
    expect(await listed()).not.toContain(kid)
    expect(await listed()).toHaveLength(1)
  })

  it('200: tokens of a compromised key fail', async () => {
    const token = await makeToken()
    await rotate(service, { compromised: true })
    await expect(verify(token)).rejects.toThrow('no applicable key found')
    await verify(await makeToken())
  })

  it('200: a key for tests is given only to who asks for it', async () => {
    const sandbox = { ...service, settings: { ...service.settings, sandbox: true } }
    const receipt = await issue(sandbox, { audience: SHOP })
    const token = await issuePresenceToken(service.db, service, { receipt, issuer: ISSUER })
    await expect(verify(token)).rejects.toThrow('no applicable key found')
    expect((await verify(token, { query: '?use=test' })).payload['test']).toBe(true)
  })

  it('400: another use', async () => {
    const answer = await service.call('GET', '/.well-known/jwks.json?use=all')
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/use'])
  })
})
