import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { issue } from '../../../test/receipts.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'

const NOON = '2026-03-10T12:00:00.000Z'
const UNKNOWN_ID = '0195d1c2-3b00-7abc-8def-0123456789ab'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const judgeAt = async (there: TestService, payload: object) =>
  (await there.call('POST', '/api/verify-receipt', { payload })).json()
const judge = (payload: object) => judgeAt(service, payload)

describe('GET /api/node/receipts', () => {
  it('200: one’s own, newest first, a page at a time', async () => {
    const [node, other] = [await addNode(service), await addNode(service)]
    const issued: string[] = []
    for (const userId of ['one', 'two', 'three']) {
      issued.unshift((await issue(service, { userId, nodeId: node.id, audience: `for ${userId}` })).receiptId)
      await issue(service, { userId, nodeId: other.id })
      await issue(service, { userId, nodeId: null })
    }
    const headers = await bearerFor(service, node)
    const page = async (query: string) => (await service.call('GET', `/api/node/receipts${query}`, { headers })).json()
    const first = await page('?limit=2')
    const second = await page(`?limit=2&cursor=${first.nextCursor}`)
    const ids = [...first.receipts, ...second.receipts].map((one: { receipt_id: string }) => one.receipt_id)
    expect([ids, second.nextCursor]).toEqual([issued, null])
    expect(first.receipts[0]).toEqual({
      receipt_id: issued[0],
      receipt_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      subject: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      audience: 'for three',
      issuer: expect.stringMatching(/^[0-9a-f]{16}$/),
      issued_at: NOON,
      interval: { start: '2026-03-10T11:59:52.000Z', end: NOON },
      expires_at: '2026-03-10T12:05:00.000Z',
      revoked_at: null,
      revoke_reason: null,
    })
  })

  it('400: a cursor of another node, a bad limit; 401: no token', async () => {
    const [ada, eve] = [await addNode(service), await addNode(service)]
    for (let n = 0; n < 2; n++) await issue(service, { userId: `c${n}`, nodeId: ada.id })
    const page = await service.call('GET', '/api/node/receipts?limit=1', { headers: await bearerFor(service, ada) })
    const headers = await bearerFor(service, eve)
    for (const query of [`cursor=${page.json().nextCursor}`, 'cursor=1', 'limit=0', 'limit=501', 'limit=x']) {
      expect((await service.call('GET', `/api/node/receipts?${query}`, { headers })).statusCode).toBe(400)
    }
    expect((await service.call('GET', '/api/node/receipts')).statusCode).toBe(401)
  })
})

describe('POST /api/node/receipts/:id/revoke', () => {
  it('200: revokes one’s own, idempotently, and shows it in the list', async () => {
    const node = await addNode(service)
    const { receiptId } = await issue(service, { userId: 'mine', nodeId: node.id })
    const headers = await bearerFor(service, node)
    const revoke = (payload?: object) =>
      service.call('POST', `/api/node/receipts/${receiptId}/revoke`, { headers, ...(payload ? { payload } : {}) })
    const answers = await Promise.all([revoke({ reason: 'lost' }), revoke({ reason: 'lost' })])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const { receipts } = (await service.call('GET', '/api/node/receipts', { headers })).json()
    expect(receipts[0]).toMatchObject({ revoked_at: NOON, revoke_reason: 'lost' })
  })

  it('404: another’s receipt, nobody’s, an unknown one; nothing is revoked', async () => {
    const [ada, eve] = [await addNode(service), await addNode(service)]
    const theirs = await issue(service, { userId: 'theirs', nodeId: ada.id })
    const nobodys = await issue(service, { userId: 'nobody' })
    const headers = await bearerFor(service, eve)
    for (const id of [theirs.receiptId, nobodys.receiptId, UNKNOWN_ID, 'x']) {
      const answer = await service.call('POST', `/api/node/receipts/${id}/revoke`, { headers })
      expect([answer.statusCode, answer.json().detail]).toEqual([404, 'There is no such receipt.'])
    }
    for (const receipt of [theirs, nobodys]) expect((await judge({ receipt })).status).toBe('VALID')
  })

  it('401: without a token', async () => {
    expect((await service.call('POST', `/api/node/receipts/${UNKNOWN_ID}/revoke`)).statusCode).toBe(401)
  })
})

it('F17: erasing a node revokes its receipts and takes its name off them', async () => {
  const node = await addNode(service)
  const receipt = await issue(service, { userId: 'gone', nodeId: node.id })
  const headers = await bearerFor(service, node)
  await service.call('POST', '/api/node/erase', { headers, payload: { email: node.email } })
  const [row] = await service.db.query(sql`SELECT owner FROM receipt WHERE receipt_id = ${receipt.receiptId}`)
  expect(row).toEqual({ owner: null })
  expect(await judge({ receipt })).toMatchObject({ status: 'INVALID', reason: 'REVOKED' })
})
