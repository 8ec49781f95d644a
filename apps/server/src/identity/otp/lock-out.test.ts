import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { activate, lastCode } from '../../../test/sign-in.ts'
import { sql } from '../../platform/database/sql.ts'
import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'

const ADA = 'ada@example.org'
const HOME = '198.51.100.7'

let service: TestService
beforeEach(async () => {
  const [send, wrong] = [3, 4].map((count) => ({ count, perSeconds: 86_400 }))
  const limits = { ...DEFAULT_LIMITS, 'code.send.email': send!, 'code.wrong.email': wrong! }
  service = await startTestService({ limits })
})
afterEach(() => service.stop())

const postFrom = (remoteAddress: string, url: string, payload: object) =>
  service.call('POST', url, { payload: { email: ADA, ...payload }, remoteAddress })
const sendFrom = async (address: string) => (await postFrom(address, '/api/send-otp', {})).statusCode
const typeAt = async (address: string, otp: string) => (await postFrom(address, '/api/verify-otp', { otp })).statusCode

/** Ada signs in at a network, by a browser that keeps no cookie. */
async function signInAt(address: string): Promise<void> {
  expect(await sendFrom(address)).toBe(200)
  expect(await typeAt(address, await lastCode(service, ADA))).toBe(200)
}

/** Strangers have codes sent until there are none left for strangers, and then guess until they may not. */
async function attack(): Promise<void> {
  for (let network = 0; network < 4; network++) await sendFrom(`192.0.2.${network}`)
  const wrong = (await lastCode(service, ADA)) === '000000' ? '000001' : '000000'
  for (let network = 0; network < 3; network++)
    for (let turn = 0; turn < 2; turn++) await typeAt(`203.0.113.${network}`, wrong)
}

describe('strangers that have codes sent and guess', () => {
  beforeEach(async () => {
    await activate(service, ADA)
    await signInAt(HOME)
    service.clock.pass(86_400_000)
    await attack()
  })

  it('200: keep no new phone out at a network that signed in before', async () => {
    await signInAt(HOME)
  })

  it('200: nor a code that was asked for there and typed at another network that signed in before', async () => {
    service.clock.pass(1)
    await sendFrom(HOME)
    expect(await typeAt('127.0.0.1', await lastCode(service, ADA))).toBe(200)
  })

  it('429: elsewhere the answer offers a passkey and a recovery code', async () => {
    const answer = await postFrom('192.0.2.200', '/api/send-otp', {})
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toMatchObject({
      detail: expect.stringMatching(
        /A passkey, a recovery code or a browser that has signed in before still signs in\. Try again/,
      ),
      other_ways: ['passkey', 'recovery_code', 'wallet', 'known_browser'],
    })
  })

  it('429: so does the answer to one guess too many, and it is the same for an address without a node', async () => {
    for (const email of [ADA, 'nobody@example.org']) {
      const type = () => postFrom('192.0.2.201', '/api/verify-otp', { email, otp: '000000' })
      for (let turn = 0; turn < 25 && (await type()).statusCode !== 429; turn++);
      expect((await type()).json()).toMatchObject({
        error: 'TOO_MANY_TRIES',
        other_ways: expect.arrayContaining(['passkey']),
      })
    }
  })

  it('no other refusal names them', async () => {
    expect((await postFrom(HOME, '/api/verify-otp', { otp: '1' })).json()).not.toHaveProperty('other_ways')
  })

  it('429: a network is familiar for 90 days', async () => {
    service.clock.pass(90 * 86_400_000)
    await attack()
    expect(await sendFrom(HOME)).toBe(429)
  })
})

describe('a familiar network', () => {
  const countNetworks = () => service.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM familiar_network`)

  it('is one of the five newest, kept as keyed hashes', async () => {
    await activate(service, ADA)
    for (let network = 0; network < 6; network++) {
      service.clock.pass(86_400_000)
      await signInAt(`198.51.100.${network}`)
    }
    expect(await countNetworks()).toEqual({ n: 5 })
    await attack()
    expect([await sendFrom('198.51.100.0'), await sendFrom('198.51.100.1')]).toEqual([429, 200])
  })

  it('is forgotten with the node', async () => {
    const { node_token: token } = (await activate(service, ADA)).json()
    expect(await countNetworks()).toEqual({ n: 1 })
    const headers = { authorization: `Bearer ${token}` }
    expect((await service.call('POST', '/api/node/erase', { payload: { email: ADA }, headers })).statusCode).toBe(200)
    expect(await countNetworks()).toEqual({ n: 0 })
  })
})

describe('IPv6', () => {
  it('429: all networks of a /48 are one asker', async () => {
    const usual = await startTestService()
    await activate(usual, ADA)
    const sendUsual = async (remoteAddress: string) =>
      (await usual.call('POST', '/api/send-otp', { payload: { email: ADA }, remoteAddress })).statusCode
    const statuses: number[] = []
    for (let network = 1; network <= 4; network++) statuses.push(await sendUsual(`2001:db8:1:${network}::1`))
    expect(statuses).toEqual([200, 200, 200, 429])
    expect(await sendUsual('2001:db8:2::1')).toBe(200)
    await usual.stop()
  })
})
