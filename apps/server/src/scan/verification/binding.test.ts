import type { Enrollment } from '@stillhere/contract'
import { readPresencePolicy, verifyReceipt } from '@stillhere/receipt'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADA, type AnyChallenge, answerOf, challengeFor, enrollPerson, verifyBody } from '../../../test/people.ts'
import { pointersOf, readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

const SHOP = 'https://shop.example'
const BOUND = { audience: SHOP, action: 'Pay 7 € to Eve', nonce: 'n-0195' }

let service: TestService
let ada: Enrollment
let shop: string

const admin = (method: 'POST' | 'PATCH', path: string, payload: object) =>
  service.call(method, `/api/admin/sites${path}`, { payload, headers: { 'x-admin-secret': 'the-admin-secret' } })

beforeAll(async () => {
  service = await startTestService({ publicUrl: 'https://id.example.org' })
  ada = await enrollPerson(service, ADA)
  shop = (await admin('POST', '', { name: 'Shop', origins: [SHOP] })).json().site.site_key
}, 120_000)
afterAll(() => service.stop())

const ask = (more: object) => service.call('POST', '/api/challenge', { payload: { purpose: 'verify', ...more } })
const verify = (asked: AnyChallenge, more = {}) =>
  service.call('POST', '/api/verify', { payload: { ...verifyBody(asked, ada, answerOf(ADA, asked)), ...more } })

describe('a scan that is for somebody and for something', () => {
  it('answers a receipt that names all three', async () => {
    const asked = await challengeFor(service, { purpose: 'verify', ...BOUND })
    const { receipt } = (await verify(asked, { risk_level: 'low' })).json()
    expect(verifyReceipt(receipt, { now: service.now(), audience: SHOP }).status).toBe('VALID')
    expect(receipt.references).toEqual(['action:Pay 7 € to Eve', 'nonce:n-0195'])
    expect(readPresencePolicy(receipt)).toMatchObject({ action: BOUND.action, nonce: BOUND.nonce })
  })

  it('400: another audience in the answer, and the challenge is not used up by it', async () => {
    const asked = await challengeFor(service, { purpose: 'verify', ...BOUND })
    const other = await verify(asked, { audience: 'https://id.example.org' })
    expect([other.statusCode, pointersOf(other.json())]).toEqual([400, ['/audience']])
    const same = await verify(asked, { audience: SHOP, risk_level: 'low' })
    expect([same.statusCode, same.json().verified]).toEqual([200, true])
  })

  it.each(['https://bank.example', 'order 7', 'https://shop.example\0'])('400: an answer for %j', async (audience) => {
    const asked = await challengeFor(service, { purpose: 'verify' })
    const answer = await verify(asked, { audience })
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'INVALID_REQUEST'])
  })

  it('400: a site that was disabled meanwhile', async () => {
    const asked = await challengeFor(service, { purpose: 'verify', ...BOUND })
    await admin('PATCH', `/${shop}`, { disabled: true })
    const answer = await verify(asked)
    await admin('PATCH', `/${shop}`, { disabled: false })
    expect([answer.statusCode, pointersOf(answer.json())]).toEqual([400, ['/audience']])
  })
})

describe('the token of a verification', () => {
  const asJwt = { accept: 'application/jwt' }
  const verifyAs = (payload: object, headers: object) =>
    service.app.inject({ method: 'POST', url: '/api/verify', payload, headers: { ...headers } })
  const makeBody = (asked: AnyChallenge) => ({ ...verifyBody(asked, ada, answerOf(ADA, asked)), risk_level: 'low' })

  it('200: stands beside a receipt that is for somebody, and beside no other', async () => {
    const bound = (
      await verify(await challengeFor(service, { purpose: 'verify', ...BOUND }), { risk_level: 'low' })
    ).json()
    const { iss, sub, aud, jti, action, nonce } = decodeJwt(bound.token)
    const { receiptId, subject } = bound.receipt
    expect({ iss, sub, jti }).toEqual({ iss: 'https://id.example.org', sub: subject.id, jti: receiptId })
    expect({ audience: aud, action, nonce }).toEqual(BOUND)
    const free = (await verify(await challengeFor(service, { purpose: 'verify' }), { risk_level: 'low' })).json()
    expect([free.verified, 'token' in free]).toEqual([true, false])
  })

  it('200: is sent alone to who asks for it, and as JSON to who repeats the request without asking', async () => {
    const payload = makeBody(await challengeFor(service, { purpose: 'verify', ...BOUND }))
    const once = { 'idempotency-key': 'a-key-that-nobody-guesses' }
    const alone = await verifyAs(payload, { ...asJwt, ...once })
    expect([alone.statusCode, alone.headers['content-type']]).toEqual([200, 'application/jwt'])
    expect(alone.headers['vary']).toContain('Accept')
    const whole = await verifyAs(payload, once)
    expect([whole.headers['idempotency-replayed'], whole.json().token]).toEqual(['true', alone.body])
    expect((await verifyAs(payload, { ...asJwt, ...once })).body).toBe(alone.body)
  })

  it('200: a refusal stays JSON, whatever was asked for', async () => {
    const payload = makeBody(await challengeFor(service, { purpose: 'verify', ...BOUND }))
    await verifyAs(payload, {})
    const replayed = await verifyAs(payload, asJwt)
    expect(replayed.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(replayed.json()).toMatchObject({ verified: false, rejection_reason: 'challenge_replayed' })
    const malformed = await verifyAs({}, asJwt)
    expect([malformed.statusCode, malformed.headers['content-type']]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ])
  })
})

describe('POST /api/challenge', () => {
  it.each([SHOP, 'https://id.example.org'])('201: for %s', async (audience) => {
    expect((await ask({ audience })).statusCode).toBe(201)
  })

  it.each([
    ['/audience', { audience: 'https://shop.example.evil.example' }],
    ['/audience', { audience: 'https://shop.example/' }],
    ['/audience', { audience: 'http://localhost:3000' }],
    ['/audience', { audience: 'order 7' }],
    ['/action', { action: ' ' }],
    ['/action', { action: 'Pay 7 €\nto Eve' }],
    ['/action', { action: 'Pay \u202e€ 7' }],
    ['/action', { action: 'Pay 1OO €' }],
    ['/action', { action: 'x'.repeat(201) }],
    ['/nonce', { nonce: 'a\u200bb' }],
    ['/nonce', { nonce: 7 }],
    ['/action', { purpose: 'enroll', action: 'Pay' }],
    ['/audience', { purpose: 'research', audience: SHOP }],
  ])('400: names %s of %j and stores nothing', async (pointer, more) => {
    const before = await readStored(service)
    const answer = await ask(more)
    expect([answer.statusCode, pointersOf(answer.json())]).toEqual([400, [pointer]])
    expect(await readStored(service)).toEqual(before)
  })

  it('201: for any site on this machine where PUBLIC_URL is not set', async () => {
    const own = await startTestService()
    const payload = { purpose: 'verify', audience: 'http://localhost:3000' }
    expect((await own.call('POST', '/api/challenge', { payload })).statusCode).toBe(201)
    await own.stop()
  })
})
