import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BAD_EMAILS, BAD_REQUESTS } from '../../../test/bad-requests.ts'
import { contentsOf } from '../../../test/contents.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

const ENTROPY = '/api/node/entropy'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => service.clock.set('2026-03-10T12:00:00.000Z'))
afterAll(() => service.stop())

const record = (email: string, more: object = {}) =>
  service.call('POST', ENTROPY, { payload: { email, pesScore: 0.9, ...more } })
const read = (email: string) => service.call('GET', `${ENTROPY}?email=${encodeURIComponent(email)}`)

describe('GET /api/node/entropy', () => {
  it('200: a new node has nothing yet, and its day is the day of registration', async () => {
    const { email } = await addNode(service, { status: 'SUBSCRIBED', registeredAt: '2026-02-01T23:59:59.999Z' })
    const answer = await read(email)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(answer.json()).toEqual({
      entropyScore: 0,
      particleLevel: 1,
      streakDays: 0,
      streakMultiplier: 1,
      bestPes: 0,
      lastEntropyDate: '2026-02-01',
      scanCount: 0,
      progress: { current: 0, nextLevel: 100, pct: 0 },
    })
  })

  it('200: shows decay and writes none of it', async () => {
    const { email } = await addNode(service, { score: 1000, lastDay: '2026-01-01' })
    const before = await contentsOf(service.db)
    // 68 idle days, 38 of them beyond the 30.
    expect((await read(email)).json()).toMatchObject({ entropyScore: 962, particleLevel: 4 })
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it('200: finds the node in whatever letter case', async () => {
    await addNode(service, { email: 'Grace@Example.org' })
    expect((await read('gRACE@example.ORG')).statusCode).toBe(200)
  })

  it('404: an unknown e-mail address', async () => {
    const answer = await read('nobody@example.org')
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'NODE_NOT_FOUND'])
  })

  it.each(['', '?email=', '?email=ada', '?email=ada@example.org&email=bob@example.org', '?mail=ada@example.org'])(
    '400: the query %j has no e-mail address',
    async (query) => {
      const answer = await service.call('GET', `${ENTROPY}${query}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors[0].pointer).toBe('/email')
    },
  )
})

describe('POST /api/node/entropy', () => {
  it('200: answers the gain and the state after it', async () => {
    const { email } = await addNode(service, { score: 95, streakDays: 6, bestPes: 0.95, lastDay: '2026-03-09' })
    const answer = await record(email, { pesNoise: 0.75, pesFrequency: 0.65, pesBiological: 0.55 })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      entropyScore: 116,
      particleLevel: 2,
      streakDays: 7,
      streakMultiplier: 1.5,
      bestPes: 0.95,
      lastEntropyDate: '2026-03-10',
      scanCount: 0,
      progress: { current: 116, nextLevel: 300, pct: 8 },
      success: true,
      entropyGain: 21,
      leveledUp: true,
      decayApplied: false,
      spikeTriggered: true,
    })
  })

  it('200: three gains a day, then nothing but the best PES moves', async () => {
    const { email } = await addNode(service)
    for (let gain = 0; gain < 3; gain++) expect((await record(email)).json()).toMatchObject({ entropyGain: 7 })
    const fourth = await record(email, { pesScore: 0.99, pesNoise: 1, pesFrequency: 1, pesBiological: 1 })
    expect(fourth.statusCode).toBe(200)
    expect(fourth.json()).toMatchObject({
      success: true,
      entropyGain: 0,
      entropyScore: 21,
      bestPes: 0.99,
      leveledUp: false,
      decayApplied: false,
      spikeTriggered: false,
    })
    expect((await read(email)).json()).toMatchObject({ entropyScore: 21, bestPes: 0.99 })
  })

  it.each([
    ['2026-03-10T23:59:59.999Z', '2026-03-11T00:00:00.000Z'],
    ['2026-03-11T00:59:59.999+01:00', '2026-03-11T01:00:00.000+01:00'],
    ['2026-03-10T16:59:59.999-07:00', '2026-03-10T17:00:00.000-07:00'],
    ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
    ['2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00.000Z'],
  ])('200: the day ends in UTC, wherever the clock hangs: %s, then %s', async (last, first) => {
    const { email } = await addNode(service)
    service.clock.set(last)
    for (const entropyGain of [7, 7, 7, 0]) expect((await record(email)).json()).toMatchObject({ entropyGain })
    service.clock.set(first)
    expect((await record(email)).json()).toMatchObject({
      entropyGain: 7,
      streakDays: 2,
      lastEntropyDate: new Date(first).toISOString().slice(0, 10),
    })
  })

  it('200: writes decay at the next gain, with a line in the ledger', async () => {
    const node = await addNode(service, { score: 1000, streakDays: 40, lastDay: '2026-01-01' })
    expect((await record(node.email)).json()).toMatchObject({
      entropyScore: 969,
      entropyGain: 7,
      decayApplied: true,
      streakDays: 1,
    })
    const headers = await bearerFor(service, node)
    const { entries } = (await service.call('GET', '/api/node/ledger', { headers })).json()
    expect(entries.slice(0, 2)).toEqual([
      { at: '2026-03-10T12:00:00.000Z', change: 7, reason: 'gain', score: 969 },
      { at: '2026-03-10T12:00:00.000Z', change: -38, reason: 'decay', score: 962 },
    ])
  })

  it('200: raises no scan count', async () => {
    const { email } = await addNode(service, { scanCount: 4, lastScanAt: '2026-03-01T00:00:00Z' })
    expect((await record(email)).json()).toMatchObject({ scanCount: 4 })
  })

  it('200: unknown members change nothing', async () => {
    const { email } = await addNode(service)
    expect((await record(email, { entropyScore: 1e9, streakDays: 99, admin: true })).json()).toMatchObject({
      entropyScore: 7,
    })
  })

  it('404: an unknown e-mail address, and nothing is written', async () => {
    const before = await contentsOf(service.db)
    expect((await record('nobody@example.org')).statusCode).toBe(404)
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it.each(BAD_REQUESTS)('refuses %s with %i and writes nothing', async (_what, status, request) => {
    const before = await contentsOf(service.db)
    expect((await service.call('POST', ENTROPY, request)).statusCode).toBe(status)
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it.each(BAD_EMAILS)('400: %s is no e-mail address', async (_name, email) => {
    const answer = await service.call('POST', ENTROPY, { payload: { email, pesScore: 0.9 } })
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/email'])
  })

  const MEMBERS = ['pesScore', 'pesTiming', 'pesNoise', 'pesFrequency', 'pesBiological']
  const NO_SCORES = [-0.001, 1.001, 1e308, '0.5', null, true, [], {}]
  it.each(MEMBERS.flatMap((member) => NO_SCORES.map((value) => ({ member, value }))))(
    '400: $member is never $value',
    async ({ member, value }) => {
      const { email } = await addNode(service)
      const before = await contentsOf(service.db)
      const answer = await record(email, { [member]: value })
      expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, `/${member}`])
      expect(await contentsOf(service.db)).toEqual(before)
    },
  )

  it('400: names every bad field', async () => {
    const answer = await service.call('POST', ENTROPY, { payload: { email: 'ada', pesNoise: 2 } })
    const pointers = answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers.toSorted()).toEqual(['/email', '/pesNoise', '/pesScore'])
  })
})
