import type { Enrollment, Verification } from '@stillhere/contract'
import { computeScanDigest, type Receipt, readPresencePolicy } from '@stillhere/receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAuthenticator } from '../../test/authenticator.ts'
import { contentsOf } from '../../test/contents.ts'
import { askForLive, beginLiveScan, liveBody, type LiveScan, makeSteps, postStep } from '../../test/live-person.ts'
import { addNode, bearerFor } from '../../test/nodes.ts'
import { addPasskey } from '../../test/passkeys.ts'
import { ADA, enrollPerson } from '../../test/people.ts'
import { type Processes, startTestProcesses } from '../../test/processes.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import {
  fetchToken,
  listChallenges,
  startTokenIssuer,
  type TestIssuer,
  writeAuthorization,
} from '../../test/token-issuer.ts'

const EMAIL = 'ada@example.org'
const authenticator = newAuthenticator()
let issuer: TestIssuer
let stranger: TestIssuer
let service: TestService
let ada: Enrollment
let headers: { authorization: string }

beforeAll(async () => {
  issuer = await startTokenIssuer()
  stranger = await startTokenIssuer()
  service = await startTestService({ privateTokenIssuers: [issuer.known] })
  headers = await bearerFor(service, await addNode(service, { email: EMAIL }))
  await addPasskey(service, headers, { authenticator })
  ada = await enrollPerson(service, ADA, { email: EMAIL, headers })
}, 60_000)
afterAll(async () => {
  issuer.stop()
  stranger.stop()
  await service.stop()
})

const redeem = (id: string, authorization?: string) =>
  service.call('GET', `/api/challenge/${id}/token`, { headers: authorization === undefined ? {} : { authorization } })

/** What a client is asked for without a token. */
async function askForToken(id: string): Promise<string> {
  const answer = await redeem(id)
  expect(answer.statusCode).toBe(401)
  return String(answer.headers['www-authenticate'])
}

/** A good token for a challenge. */
async function makeToken(id: string): Promise<Buffer> {
  return issuer.signToken(listChallenges(await askForToken(id))[0] as Buffer)
}

describe('level 3 by a private token', () => {
  async function scanLive(assurance: 1 | 2 | 3): Promise<LiveScan> {
    const scan = await beginLiveScan(service, ADA, { email: EMAIL, assurance }, headers)
    await makeSteps(service, scan.asked.challenge_id, scan.steps)
    return scan
  }

  async function verify(scan: LiveScan, more: object): Promise<Verification> {
    const payload = { ...liveBody(scan, ada), ...more }
    return (await service.call('POST', '/api/verify', { payload, headers })).json()
  }

  const sign = ({ asked, steps }: LiveScan) =>
    authenticator.sign(Buffer.from(computeScanDigest(asked.challenge_id, steps.at(-1)?.commitment ?? ''), 'hex'))

  it('a token got by the protocol, and a passkey: the scan is attested', async () => {
    const scan = await scanLive(3)
    const id = scan.asked.challenge_id
    expect(scan.asked.private_token_issuers).toEqual(['issuer.example'])
    const redeemed = await redeem(id, await fetchToken(issuer.url, await askForToken(id)))
    expect([redeemed.statusCode, redeemed.json()]).toEqual([200, { issuer: 'issuer.example' }])
    const verdict = await verify(scan, { passkey: sign(scan) })
    expect(verdict).toMatchObject({ verified: true, assurance: { level: 3, pace: 'live', device: 'attested' } })
    expect(readPresencePolicy(verdict.receipt as Receipt)).toMatchObject({ assurance: 3, device: 'attested' })
    expect((await redeem(id)).statusCode).toBe(404)
  })

  it.each([
    ['a passkey without a token', false, true, 'no private token was redeemed for it.'],
    ['a token without a passkey', true, false, 'no passkey signed this scan.'],
  ])('%s is refused, with what was missing', async (_, hasToken, hasPasskey, missing) => {
    const scan = await scanLive(3)
    const id = scan.asked.challenge_id
    if (hasToken) expect((await redeem(id, writeAuthorization(await makeToken(id)))).statusCode).toBe(200)
    expect(await verify(scan, hasPasskey ? { passkey: sign(scan) } : {})).toMatchObject({
      verified: false,
      rejection_reason: 'assurance_not_reached',
      explanation: `Level 3 was asked for, but ${missing}`,
    })
  })
})

describe('GET /api/challenge/:id/token', () => {
  it('401: asks for a token of every key, bound to the challenge', async () => {
    const both = await startTestService({ privateTokenIssuers: [issuer.known, stranger.known] })
    const { challenge_id: id, private_token_issuers } = await askForLive(both)
    expect(private_token_issuers).toEqual(['issuer.example'])
    const answer = await both.call('GET', `/api/challenge/${id}/token`)
    expect(answer.json()).toMatchObject({ error: 'PRIVATE_TOKEN_REQUIRED' })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(listChallenges(String(answer.headers['www-authenticate']))).toHaveLength(2)
    await both.stop()
  })

  it('409: a challenge takes one token, and the same one no second time', async () => {
    const { challenge_id: id } = await askForLive(service)
    const [token, another] = [await makeToken(id), await makeToken(id)].map(writeAuthorization)
    expect((await redeem(id, token)).statusCode).toBe(200)
    for (const again of [token, another, undefined]) {
      const answer = await redeem(id, again)
      expect(answer.json()).toMatchObject({ status: 409, error: 'PRIVATE_TOKEN_REDEEMED' })
    }
  })

  it.each<[string, RegExp, (id: string) => Promise<Buffer>]>([
    ['of another challenge', /challenge_digest/, async () => makeToken((await askForLive(service)).challenge_id)],
    ['of another issuer', /token_key_id/, async (id) => stranger.signToken(listChallenges(await askForToken(id))[0]!)],
    [
      'of another type',
      /token_type/,
      async (id) => Buffer.concat([Buffer.of(0, 1), (await makeToken(id)).subarray(2)]),
    ],
    ['that was cut', /354 bytes/, async (id) => (await makeToken(id)).subarray(0, 353)],
    ['with another nonce', /authenticator/, async (id) => (await makeToken(id)).fill(7, 2, 34)],
  ])('401: a token %s is refused, with the field, and changes nothing', async (_, field, forge) => {
    const { challenge_id: id } = await askForLive(service)
    const token = await forge(id)
    const before = await contentsOf(service.db)
    const answer = await redeem(id, writeAuthorization(token))
    expect(answer.json()).toMatchObject({ status: 401, error: 'PRIVATE_TOKEN_REQUIRED' })
    expect(answer.json<{ detail: string }>().detail).toMatch(field)
    expect(answer.headers['www-authenticate']).toBe(await askForToken(id))
    const { budget: _before, ...rest } = before
    const { budget: _after, ...left } = await contentsOf(service.db)
    expect(left).toEqual(rest)
  })

  it('404 and 409: of a challenge that is not there, has expired or was ended', async () => {
    const { challenge_id: ended } = await askForLive(service)
    const token = writeAuthorization(await makeToken(ended))
    await postStep(service, ended, { commitment: '0'.repeat(64), elapsed_ms: 0 })
    expect((await redeem(ended, token)).json()).toMatchObject({ status: 409, error: 'CHALLENGE_ENDED' })
    const { challenge_id: old } = await askForLive(service)
    const late = writeAuthorization(await makeToken(old))
    service.clock.pass(120_000)
    for (const id of [old, '0f8a3c52-7b1e-4d0c-9a55-2c6f1e8b7d40', 'x', '%00'])
      expect((await redeem(id, late)).json(), id).toMatchObject({ status: 404, error: 'NOT_FOUND' })
  })

  it('404: where no issuer is set, and no challenge tells of any', async () => {
    const without = await startTestService()
    const asked = await askForLive(without)
    expect(asked.private_token_issuers).toBeUndefined()
    const answer = await without.call('GET', `/api/challenge/${asked.challenge_id}/token`)
    expect(answer.json()).toMatchObject({ status: 404, detail: 'This service takes no private tokens.' })
    await without.stop()
  })
})

describe('over two services', () => {
  let processes: Processes
  beforeAll(async () => {
    processes = await startTestProcesses(2, { privateTokenIssuers: [issuer.known] })
  })
  afterAll(() => processes.stop())

  it('a token that is redeemed 50 times at once counts once', async () => {
    const { challenge_id: id } = await askForLive({ ...processes.nth(0), clock: service.clock })
    const url = `/api/challenge/${id}/token`
    const asked = await processes.nth(0).app.inject({ method: 'GET', url })
    const [challenge] = listChallenges(String(asked.headers['www-authenticate']))
    const authorization = writeAuthorization(issuer.signToken(challenge as Buffer))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        processes.nth(index).app.inject({ method: 'GET', url, headers: { authorization } }),
      ),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
    expect(statuses).toEqual([200, ...Array(49).fill(409)])
  })
})
