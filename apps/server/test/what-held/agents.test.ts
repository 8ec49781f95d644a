import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/platform/settings/limits.ts'
import {
  addAgent,
  type Choice,
  computeDigest,
  newKey,
  rotation,
  sendSignedGet,
  signRequest,
  sortStatuses,
  type TestAgent,
} from '../../src/requests/agents/testing.ts'
import { openSecondProcess } from '../second-process.ts'
import { startTestService, type TestService } from '../service.ts'

const WHOAMI = '/api/agent/whoami'
const LEAVE = '/api/agent/operator/leave'
const ROTATE = '/api/agent/rotate'
const ALL = ['@authority', '@method', '@path', 'content-digest']

let service: TestService
let second: FastifyInstance
let agent: TestAgent
let payload: string
beforeAll(async () => {
  const limits = { ...DEFAULT_LIMITS, 'agent.address': { count: 10_000, perSeconds: 60 } }
  service = await startTestService({ limits })
  second = openSecondProcess(service)
  agent = await addAgent(service)
  payload = JSON.stringify({ agent_id: agent.agentId })
})
afterAll(async () => {
  await second.close()
  await service.stop()
})

type Fields = Record<string, string>

const seconds = (offset: number) => new Date(service.now().getTime() + offset * 1000)
const ask = (choice: Partial<Choice> = {}) => sendSignedGet(service, WHOAMI, { key: agent.key, ...choice })
const signedFor = (path: string, body?: string, more: Partial<Choice> = {}): Promise<Fields> => {
  const choice = { key: agent.key, url: `http://localhost${path}`, now: service.now(), ...more }
  return signRequest(body === undefined ? choice : { method: 'POST', body, ...choice })
}
const send = (headers: Fields, { url = LEAVE, body = payload } = {}) =>
  service.call('POST', url, { headers, payload: body })
const ruleOf = (answer: { statusCode: number; json: () => { detail?: string } }) => [
  answer.statusCode,
  answer.json().detail?.replace(/^The signature is refused: (.*)\.$/, '$1'),
]
const NO_FIT = 'it does not fit the request and the key'

describe('a signed request', () => {
  it('replay: a second time it is refused', async () => {
    const headers = await signedFor(WHOAMI)
    expect((await service.call('GET', WHOAMI, { headers })).statusCode).toBe(200)
    expect(ruleOf(await service.call('GET', WHOAMI, { headers }))).toEqual([401, 'its nonce was used before'])
  })

  it('20 copies: 1', async () => {
    const headers = await signedFor(WHOAMI)
    const apps = [service.app, second]
    const copies = Array.from({ length: 20 }, (_, index) => apps[index % 2]!.inject({ url: WHOAMI, headers }))
    expect(sortStatuses(await Promise.all(copies))).toEqual([200, ...Array(19).fill(401)])
  })

  it.each<[string, () => Partial<Choice>, string]>([
    ['expiry', () => ({ params: { created: seconds(-600), expires: seconds(-1) } }), 'it has expired'],
    ['expiry, good until now', () => ({ params: { created: seconds(-9), expires: seconds(0) } }), 'it has expired'],
    ['coverage of no authority', () => ({ fields: ['@path'] }), 'it must cover @authority or @target-uri'],
    [
      'coverage without Signature-Agent',
      () => ({ headers: { 'signature-agent': '"https://a.example"' }, fields: ['@authority'] }),
      'it must cover signature-agent',
    ],
    ['tag', () => ({ params: { tag: 'other' } }), 'there must be one signature tagged web-bot-auth'],
    ['alg', () => ({ params: { alg: 'hmac-sha256' } }), 'alg must be ed25519 where it is given'],
  ])('%s', async (_, choice, rule) => {
    expect(ruleOf(await ask(choice()))).toEqual([401, rule])
  })
})

describe('a signed request with a body', () => {
  it.each([
    ['@method', 'it must cover @method'],
    ['@path', 'it must cover @path or @target-uri'],
    ['content-digest', 'it must cover content-digest'],
  ])('coverage: must cover %s', async (left, rule) => {
    const fields = ALL.filter((name) => name !== left)
    expect(ruleOf(await send(await signedFor(LEAVE, payload, { fields })))).toEqual([401, rule])
  })

  it('digest mismatch: another body, under the signed digest and under its own', async () => {
    const body = JSON.stringify({ agent_id: agent.agentId, more: 1 })
    const headers = await signedFor(LEAVE, payload)
    expect(ruleOf(await send(headers, { body }))).toEqual([401, 'Content-Digest does not fit the body'])
    const exchanged = withField(headers, 'content-digest', computeDigest(body)['content-digest'])
    expect(ruleOf(await send(exchanged, { body }))).toEqual([401, NO_FIT])
  })

  it('two digests: each that is known must fit, and a second one does not stand in for the signed one', async () => {
    const other = computeDigest('{}')['content-digest']
    const own = computeDigest(payload)['content-digest']
    for (const value of [`${own}, ${other.replace('sha-256', 'sha-512')}`, `${other}, ${own}`, `${own}, ${other}`]) {
      const added = withField(await signedFor(LEAVE, payload), 'content-digest', value)
      expect(ruleOf(await send(added))).toEqual([401, NO_FIT])
    }
    // Also where the signature covers the right one by its key only.
    const fields = ['@authority', '@method', '@path', 'content-digest;key="sha-256"']
    const headers = await signedFor(LEAVE, payload, { fields })
    const beside = withField(headers, 'content-digest', `${own}, ${other.replace('sha-256', 'sha-512')}`)
    expect(ruleOf(await send(beside))).toEqual([401, 'Content-Digest does not fit the body'])
  })

  it('moved path: a signature for one path is worth nothing at another', async () => {
    const headers = await signedFor(LEAVE, payload)
    expect(ruleOf(await send(headers, { url: '/api/agent/revoke' }))).toEqual([401, NO_FIT])
  })

  it('encoded path: another spelling of the path is another path', async () => {
    const headers = await signedFor(LEAVE, payload)
    expect(ruleOf(await send(headers, { url: LEAVE.replace('leave', '%6Ceave') }))).toEqual([401, NO_FIT])
    for (const url of [LEAVE.replace('/agent', '//agent'), `${LEAVE}/`])
      expect((await send(headers, { url })).statusCode).toBe(404)
  })

  it('stripping: without signature or input there is no agent, and half of them is refused', async () => {
    const headers = await signedFor(LEAVE, payload)
    const without = (...names: string[]) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())))
    for (const names of [['signature'], ['signature-input'], ['signature', 'signature-input']])
      expect((await send(without(...names))).statusCode).toBe(401)
    expect((await send(headers)).statusCode).toBe(200)
  })

  it('doubled input: two of our tag are refused, and of one label twice the last must fit', async () => {
    const headers = await signedFor(LEAVE, payload)
    const input = headers['Signature-Input'] ?? ''
    const [renamed, edited] = [input.replace('sig1=', 'sig2='), input.replace('nonce="', '$&x')]
    const doubled = (...inputs: string[]) => send({ ...headers, 'Signature-Input': inputs.join(', ') })
    const one = 'there must be one signature tagged web-bot-auth'
    expect(ruleOf(await doubled(input, renamed))).toEqual([401, one])
    expect(ruleOf(await doubled(renamed, input))).toEqual([401, one])
    expect(ruleOf(await doubled(input, edited))).toEqual([401, NO_FIT])
  })
})

it('rotation race: 1 of 2, over two processes', async () => {
  const racing = await addAgent(service)
  const calls = [service.app, second].map(async (app) => {
    const body = JSON.stringify(rotation(racing, newKey(), { now: service.now() }))
    const headers = await signedFor(ROTATE, body, { key: racing.key })
    return app.inject({ method: 'POST', url: ROTATE, headers, payload: body })
  })
  const answers = await Promise.all(calls)
  expect(sortStatuses(answers)).toEqual([200, 401])
  const { agent: record } = answers.find(({ statusCode }) => statusCode === 200)?.json() ?? {}
  expect(record.keys).toHaveLength(2)
})

function withField(headers: Fields, name: string, value: string): Fields {
  const others = Object.entries(headers).filter(([one]) => one.toLowerCase() !== name)
  return { ...Object.fromEntries(others), [name]: value }
}
