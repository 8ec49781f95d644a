import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestSite, SHOP_ORIGIN } from '../../../test/checks.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { addAgent } from '../agents/testing.ts'

let service: TestService
let headers: { authorization: string }

beforeAll(async () => {
  service = await startTestService()
  headers = await bearerFor(service, await addNode(service, { email: 'ada@example.org' }))
})
afterAll(() => service.stop())

const look = (asker: string, sent: object = headers) =>
  service.call('GET', `/api/node/askers/${encodeURIComponent(asker)}`, { headers: { ...sent } })

describe('GET /api/node/askers/:asker', () => {
  it('200: who a key or an id stands for, before it may ask, and lets nobody ask', async () => {
    const [shop, agent] = [await addTestSite(service, { name: 'Shop' }), await addAgent(service)]
    const ofSite = { id: shop.key, kind: 'site', name: 'Shop', origin: SHOP_ORIGIN, operator: null }
    expect((await look(shop.key)).json()).toEqual(ofSite)
    expect((await look(agent.agentId)).json()).toMatchObject({
      id: agent.agentId,
      kind: 'agent',
      origin: 'example.org',
    })
    expect((await service.call('GET', '/api/node/askers', { headers })).json()).toEqual({
      askers: [],
      least_method: 'hand',
    })
  })

  it('404: for what cannot ask', async () => {
    const { agentId } = await addAgent(service, { proved: false })
    for (const asker of [agentId, 'agent:nobody@example.org', 'site_nothing', '\0'])
      expect((await look(asker)).json()).toMatchObject({ status: 404, error: 'NOT_FOUND' })
  })

  it('401: without a token', async () => {
    expect((await look('agent:nobody@example.org', {})).statusCode).toBe(401)
  })
})
