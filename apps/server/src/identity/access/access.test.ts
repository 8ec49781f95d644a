import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsOf } from '../../../test/contents.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import type { AuthMode } from '../../platform/settings/settings.ts'
import type { Node } from '../node-store.ts'

type Request = [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, more?: Partial<InjectOptions>]
type Headers = { authorization?: string }

/** Endpoints that AUTH_MODE opens and closes. */
const NODE_ENDPOINTS: [string, (node: Node) => Request][] = [
  ['GET /api/node/privileges', ({ email }) => ['GET', `/api/node/privileges?email=${email}`]],
  ['GET /api/node/entropy', ({ email }) => ['GET', `/api/node/entropy?email=${email}`]],
  ['POST /api/node/entropy', ({ email }) => ['POST', '/api/node/entropy', { payload: { email, pesScore: 0.9 } }]],
  ['POST /api/motion/record', ({ email }) => ['POST', '/api/motion/record', { payload: { email } }]],
]
/** Endpoints that need a token in every mode. */
const OWN_ENDPOINTS: [string, (node: Node) => Request][] = [
  ['GET /api/node/tokens', () => ['GET', '/api/node/tokens']],
  ['DELETE /api/node/tokens/:id', () => ['DELETE', '/api/node/tokens/1']],
  ['PATCH /api/node/handle', () => ['PATCH', '/api/node/handle', { payload: { node_handle: '' } }]],
  ['GET /api/node/export', () => ['GET', '/api/node/export']],
  ['GET /api/node/ledger', () => ['GET', '/api/node/ledger']],
  ['POST /api/node/erase', ({ email }) => ['POST', '/api/node/erase', { payload: { email } }]],
]
const UNKNOWN = { authorization: `Bearer sh_${'A'.repeat(43)}` }
const MODES: AuthMode[] = ['open', 'lock', 'strict']

const services = {} as Record<AuthMode, TestService>
beforeAll(async () => {
  for (const mode of MODES) services[mode] = await startTestService({ authMode: mode })
})
afterAll(async () => {
  for (const mode of MODES) await services[mode].stop()
})

async function statusOf(mode: AuthMode, [method, url, more = {}]: Request, headers: Headers = {}): Promise<number> {
  return (await services[mode].call(method, url, { ...more, headers })).statusCode
}

describe.each(NODE_ENDPOINTS)('%s', (_name, requestFor) => {
  it.each([
    // mode, nothing, unknown token, token of another node, unproved token, proved token
    ['open', 200, 200, 200, 200, 200],
    ['lock', 200, 401, 401, 200, 200],
    ['strict', 401, 401, 401, 401, 200],
  ] as const)(
    '%s, on a node that no token closed yet: without one %i, unknown %i, foreign %i, unproved %i, proved %i',
    async (mode, ...expected) => {
      const service = services[mode]
      const foreign = await bearerFor(service, await addNode(service))
      const presented: ((node: Node) => Promise<Headers>)[] = [
        async () => ({}),
        async () => UNKNOWN,
        async () => foreign,
        (node) => bearerFor(service, node, { proved: false }),
        (node) => bearerFor(service, node),
      ]
      const statuses: number[] = []
      for (const present of presented) {
        const node = await addNode(service)
        statuses.push(await statusOf(mode, requestFor(node), await present(node)))
      }
      expect(statuses).toEqual(expected)
    },
  )

  it.each([
    ['open', 200, 200, 200],
    ['lock', 401, 401, 200],
    ['strict', 401, 401, 200],
  ] as const)(
    '%s, after the first use of a proved token: without one %i, unproved %i, proved %i',
    async (mode, ...expected) => {
      const service = services[mode]
      const node = await addNode(service)
      const proved = await bearerFor(service, node)
      await statusOf(mode, ['GET', '/api/node/tokens'], proved)
      const statuses = [
        await statusOf(mode, requestFor(node)),
        await statusOf(mode, requestFor(node), await bearerFor(service, node, { proved: false })),
        await statusOf(mode, requestFor(node), proved),
      ]
      expect(statuses).toEqual(expected)
    },
  )

  it('lock: its own first use of a proved token closes the node; an unproved one does not', async () => {
    const node = await addNode(services.lock)
    await statusOf('lock', requestFor(node), await bearerFor(services.lock, node, { proved: false }))
    expect(await statusOf('lock', requestFor(node))).toBe(200)
    await statusOf('lock', requestFor(node), await bearerFor(services.lock, node))
    expect(await statusOf('lock', requestFor(node))).toBe(401)
  })

  it.each([
    ['open', 404],
    ['lock', 404],
    ['strict', 401],
  ] as const)('%s: an unknown node without a token is %i', async (mode, status) => {
    expect(await statusOf(mode, requestFor({ email: 'nobody@example.org' } as Node))).toBe(status)
  })

  it.each(['Bearer', 'Basic YWRhOg==', 'Bearer sh_short', `Bearer ${'x'.repeat(4000)}`, "Bearer ' OR 1=1"])(
    'lock: 401 for Authorization: %s, and nothing is written',
    async (authorization) => {
      const node = await addNode(services.lock)
      const before = await contentsOf(services.lock.db)
      expect(await statusOf('lock', requestFor(node), { authorization })).toBe(401)
      expect(await contentsOf(services.lock.db)).toEqual(before)
    },
  )
})

describe.each(OWN_ENDPOINTS)('%s', (_name, requestFor) => {
  it.each(MODES)('%s: 401 without a token and with an unknown one, and nothing is written', async (mode) => {
    const node = await addNode(services[mode])
    const before = await contentsOf(services[mode].db)
    for (const headers of [{}, UNKNOWN]) expect(await statusOf(mode, requestFor(node), headers)).toBe(401)
    expect(await contentsOf(services[mode].db)).toEqual(before)
  })
})
