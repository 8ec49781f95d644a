import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsOf } from '../../test/contents.ts'
import { askForLive, postStep } from '../../test/live-person.ts'
import { type Processes, startTestProcesses } from '../../test/processes.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { listChallenges, startTokenIssuer, type TestIssuer, writeAuthorization } from '../../test/token-issuer.ts'

let issuer: TestIssuer
let stranger: TestIssuer
let service: TestService
beforeAll(async () => {
  issuer = await startTokenIssuer()
  stranger = await startTokenIssuer()
  service = await startTestService({ privateTokenIssuers: [issuer.known] })
})
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

describe('GET /api/challenge/:id/token', () => {
  it('401: asks for a token; level 3 may be asked for where nothing else shows the hardware', async () => {
    const { challenge_id: id, private_token_issuers } = await askForLive(service, { assurance: 3 })
    expect(private_token_issuers).toEqual(['issuer.example'])
    const answer = await redeem(id)
    expect(answer.json()).toMatchObject({ status: 401, error: 'PRIVATE_TOKEN_REQUIRED' })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(listChallenges(String(answer.headers['www-authenticate']))).toHaveLength(1)
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
