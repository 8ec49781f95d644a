import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

describe('GET /api/presence/network', () => {
  it.each(['0', '501', '-1', '1.5', 'all', '', '1&limit=2', "1'--"])('400: the limit %j', async (limit) => {
    const answer = await service.call('GET', `/api/presence/network?limit=${limit}`)
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/limit'])
  })

  it.each(['', '1', 'AAAA', 'MjAyNi0wMS0wMSA3', '%27;DROP TABLE node;--', 'x'.repeat(201)])(
    '400: the forged cursor %j',
    async (cursor) => {
      const answer = await service.call('GET', `/api/presence/network?cursor=${encodeURIComponent(cursor)}`)
      expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/cursor'])
    },
  )

  it('400: the cursor of another list', async () => {
    const node = await addNode(service)
    for (let gain = 0; gain < 2; gain++)
      await service.call('POST', '/api/node/entropy', { payload: { email: node.email, pesScore: 0.5 } })
    const headers = await bearerFor(service, node)
    const { nextCursor } = (await service.call('GET', '/api/node/ledger?limit=1', { headers })).json()
    const answer = await service.call('GET', `/api/presence/network?cursor=${nextCursor}`)
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/cursor'])
  })
})
