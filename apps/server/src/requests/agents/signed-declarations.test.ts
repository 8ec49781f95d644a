import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSecondProcess } from '../../../test/second-process.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'
import { readDeclaredKey } from './statements.ts'
import {
  AUDIENCE,
  addAgent,
  newKey,
  prove,
  type SigningChoice,
  signRequest,
  sortStatuses,
  type TestKey,
} from './testing.ts'

const DECLARE = '/api/agent/declare'
/** The point of order 1: under it one signature fits many messages. */
const WEAK_KEY = `01${'00'.repeat(31)}`

let service: TestService
let other: FastifyInstance
let made = 0
const KEY = newKey()
beforeAll(async () => {
  service = await startTestService()
  other = openSecondProcess(service)
})
afterAll(async () => {
  await other.close()
  await service.stop()
})

const declarationOf = ({ publicKey }: Pick<TestKey, 'publicKey'>) => ({
  agent_handle: `signer-${++made}`,
  agent_type: 'ai',
  origin: 'example.org',
  public_key: publicKey,
})
type Body = ReturnType<typeof declarationOf> & { proof?: unknown }
type Changes = Partial<SigningChoice> & { sentBody?: Body }

async function makeRequest(key: TestKey, body: Body, { sentBody = body, ...choice }: Changes = {}) {
  const signed = { key, url: `http://${AUDIENCE}${DECLARE}`, method: 'POST', now: service.now(), ...choice }
  const headers = await signRequest({ ...signed, body: JSON.stringify(body) })
  return { method: 'POST' as const, url: DECLARE, headers, payload: JSON.stringify(sentBody) }
}
const send = async (key: TestKey, body: Body, changes?: Changes) =>
  service.app.inject(await makeRequest(key, body, changes))
const stateOf = async ({ agent_handle, origin }: Body) =>
  (await service.call('GET', `/api/agents/${encodeURIComponent(`agent:${agent_handle}@${origin}`)}`)).json().state
const problemOf = (answer: { statusCode: number; json: () => { error: string; detail: string } }) => [
  answer.statusCode,
  answer.json().error,
  answer.json().detail,
]
const refused = (rule: string) => [401, 'AGENT_SIGNATURE_REFUSED', `The signature is refused: ${rule}.`]
const countNonces = async () =>
  (await service.db.one<{ count: number }>(sql`SELECT count(*)::int AS count FROM agent_nonce`)).count
const seconds = (offset: number) => new Date(service.now().getTime() + offset * 1000)

describe('a declaration that is signed with the key it declares', () => {
  it('200: verifies the agent at once, and its key signs from then on', async () => {
    const key = newKey()
    const body = declarationOf(key)
    const answer = await send(key, body)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ alreadyDeclared: false, message: 'The agent is declared and verified.' })
    expect(await stateOf(body)).toBe('verified')
    const headers = await signRequest({ key, url: `http://${AUDIENCE}/api/agent/whoami`, now: service.now() })
    expect((await service.call('GET', '/api/agent/whoami', { headers })).json().agent_handle).toBe(body.agent_handle)
  })

  it('200: verifies an agent that was declared without a proof, and takes a handle that was never proved', async () => {
    const key = newKey()
    const body = declarationOf(key)
    await service.call('POST', DECLARE, { payload: { ...body } })
    expect(await stateOf(body)).toBe('declared')
    expect((await send(key, body)).json()).toMatchObject({ alreadyDeclared: true })
    expect(await stateOf(body)).toBe('verified')
    const contested = declarationOf(newKey())
    await service.call('POST', DECLARE, { payload: contested })
    const winner = newKey()
    expect((await send(winner, { ...contested, public_key: winner.publicKey })).statusCode).toBe(200)
    expect(await stateOf(contested)).toBe('verified')
  })

  it('401: a signature by another key than that of the body, of an agent or of nobody', async () => {
    const { key: known } = await addAgent(service)
    for (const signer of [known, newKey()]) {
      const body = declarationOf(newKey())
      const rule = 'keyid must name the public_key that the body declares'
      expect(problemOf(await send(signer, body))).toEqual(refused(rule))
      expect(await stateOf(body)).toBeUndefined()
    }
    const declared = newKey()
    const posing = { ...newKey(), thumbprint: declared.thumbprint }
    const rule = 'it does not fit the request and the key'
    expect(problemOf(await send(posing, declarationOf(declared)))).toEqual(refused(rule))
  })

  it.each<[string, () => Changes, string]>([
    ['a body that was changed', () => ({ sentBody: declarationOf(KEY) }), 'Content-Digest does not fit the body'],
    ['no content-digest', () => ({ fields: ['@authority', '@method', '@path'] }), 'it must cover content-digest'],
    ['no path', () => ({ fields: ['@authority', '@method', 'content-digest'] }), 'it must cover @path or @target-uri'],
    ['a stale one', () => ({ params: { created: seconds(-60), expires: seconds(-1) } }), 'it has expired'],
    [
      'one for another service',
      () => ({ url: `http://elsewhere.example${DECLARE}` }),
      'it does not fit the request and the key',
    ],
  ])('401: %s', async (_what, change, rule) => {
    const body = declarationOf(KEY)
    expect(problemOf(await send(KEY, body, change()))).toEqual(refused(rule))
    expect(await stateOf(body)).toBeUndefined()
  })

  it('401: the same request again changes nothing, in whatever process', async () => {
    const key = newKey()
    const request = await makeRequest(key, declarationOf(key))
    const answers = await Promise.all([other, service.app, other, service.app].map((app) => app.inject(request)))
    expect(sortStatuses(answers)).toEqual([200, 401, 401, 401])
    const nonces = await countNonces()
    expect(problemOf(await other.inject(request))).toEqual(refused('its nonce was used before'))
    expect(await countNonces()).toBe(nonces)
  })

  it('409: a key that another agent has proved', async () => {
    const { key } = await addAgent(service)
    const body = declarationOf(key)
    expect(problemOf(await send(key, body)).slice(0, 2)).toEqual([409, 'AGENT_KEY_IN_USE'])
    expect(await stateOf(body)).toBeUndefined()
  })

  it('409: a weak key, and a key of another kind', async () => {
    for (const publicKey of [WEAK_KEY, 'ssh-rsa AAAA']) {
      const answer = await send(newKey(), declarationOf({ publicKey }))
      expect(problemOf(answer).slice(0, 2)).toEqual([409, 'AGENT_KEY_UNPROVABLE'])
    }
  })

  it('403: an agent that is revoked', async () => {
    const key = newKey()
    const body = declarationOf(key)
    const { agent_id } = (await send(key, body)).json()
    const headers = { 'x-admin-secret': 'the-admin-secret' }
    await service.call('POST', '/api/agent/revoke', { headers, payload: { agent_id } })
    expect(problemOf(await send(key, body)).slice(0, 2)).toEqual([403, 'AGENT_REVOKED'])
  })

  it('200 or 401: a proof beside the signature must be good, too', async () => {
    const key = newKey()
    const body = declarationOf(key)
    const statement = { action: 'declare', audience: AUDIENCE, ...body } as const
    const bad = { ...body, proof: prove(key, { ...statement, audience: 'elsewhere.example' }, service.now()) }
    expect(problemOf(await send(key, bad))).toEqual(refused('it does not fit the statement and the key'))
    expect(await stateOf(body)).toBeUndefined()
    expect((await send(key, { ...body, proof: prove(key, statement, service.now()) })).statusCode).toBe(200)
    expect(await stateOf(body)).toBe('verified')
  })
})

describe('readDeclaredKey', () => {
  it.each([undefined, null, 'text', {}, { public_key: 7 }])('400: names the field where %j has no key', (body) => {
    expect(() => readDeclaredKey(body, 'x')).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }))
  })
})
