import type { Enrollment } from '@stillhere/contract'
import { readPresencePolicy, verifyReceipt } from '@stillhere/receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADA, type AnyChallenge, answerOf, challengeFor, enrollPerson, verifyBody } from '../../test/people.ts'
import { pointersOf, readStored } from '../../test/refusals.ts'
import { startTestService, type TestService } from '../../test/service.ts'

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
