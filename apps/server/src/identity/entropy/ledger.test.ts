import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

const LEDGER = '/api/node/ledger'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

type Line = { at: string; change: number; reason: string; score: number }

const gain = (email: string) => service.call('POST', '/api/node/entropy', { payload: { email, pesScore: 0.9 } })

describe('GET /api/node/ledger', () => {
  it('200: goes through all lines a page at a time, the newest first', async () => {
    const node = await addNode(service)
    for (let day = 10; day < 15; day++) {
      service.clock.set(`2026-03-${day}T08:00:00.000Z`)
      await gain(node.email)
    }
    const headers = await bearerFor(service, node)
    const pages: Line[][] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const url: string = `${LEDGER}?limit=2${cursor && `&cursor=${cursor}`}`
      const answer = await service.call('GET', url, { headers })
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
      pages.push(answer.json().entries)
      cursor = answer.json().nextCursor
    }
    expect(pages.map((page) => page.map((line) => line.score))).toEqual([[35, 28], [21, 14], [7]])
    expect(pages[0]?.[0]).toEqual({ at: '2026-03-14T08:00:00.000Z', change: 7, reason: 'gain', score: 35 })
  })

  it('200: a node without a gain has no lines', async () => {
    const headers = await bearerFor(service, await addNode(service))
    const answer = await service.call('GET', LEDGER, { headers })
    expect(answer.json()).toEqual({ entries: [], nextCursor: null })
  })

  it('400: the cursor of another node, a forged one, none at all', async () => {
    const [ada, eve] = [await addNode(service), await addNode(service)]
    for (let times = 0; times < 2; times++) await gain(ada.email)
    const page = await service.call('GET', `${LEDGER}?limit=1`, { headers: await bearerFor(service, ada) })
    const headers = await bearerFor(service, eve)
    for (const cursor of [page.json().nextCursor, '1', '', 'AAAA', '%27%20OR%201=1', 'x'.repeat(201)]) {
      const answer = await service.call('GET', `${LEDGER}?cursor=${cursor}`, { headers })
      expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/cursor'])
    }
  })

  it.each(['0', '501', '-1', '1.5', 'ten', ''])('400: the limit %j', async (limit) => {
    const headers = await bearerFor(service, await addNode(service))
    const answer = await service.call('GET', `${LEDGER}?limit=${limit}`, { headers })
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/limit'])
  })

  it('401: without a token', async () => {
    const answer = await service.call('GET', LEDGER)
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  })
})
