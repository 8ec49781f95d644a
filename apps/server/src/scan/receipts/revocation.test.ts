import { readStatusList, verifyReceipt } from '@stillhere/receipt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { issue, rotate } from '../../../test/receipts.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'

type TestNode = Awaited<ReturnType<typeof addNode>>

const NOON = '2026-03-10T12:00:00.000Z'
const UNKNOWN_ID = '0195d1c2-3b00-7abc-8def-0123456789ab'
const ADMIN = { 'x-admin-secret': 'the-admin-secret' }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => service.clock.set(NOON))
afterAll(() => service.stop())

const revokeAsAdmin = (id: string, payload?: object) =>
  service.call('POST', `/api/admin/receipts/${id}/revoke`, { headers: ADMIN, ...(payload ? { payload } : {}) })
const revokeOwn = async (owner: TestNode, id: string) =>
  service.call('POST', `/api/node/receipts/${id}/revoke`, { headers: await bearerFor(service, owner) })
const eraseOwn = async (owner: TestNode) =>
  service.call('POST', '/api/node/erase', {
    headers: await bearerFor(service, owner),
    payload: { email: owner.email },
  })
const statusList = async (query = '') =>
  (await service.call('GET', `/.well-known/continuity-status.json${query}`)).json()

describe('GET /.well-known/continuity-status.json', () => {
  it('200: lets anybody see a revocation offline', async () => {
    const [bad, good] = [await issue(service, { userId: 'x' }), await issue(service, { userId: 'y' })]
    await revokeAsAdmin(bad.receiptId)
    const trustedIssuers = [bad.issuer.publicKey]
    const reading = readStatusList(await statusList(), { now: service.now(), trustedIssuers })
    if (reading.status !== 'CURRENT') throw new Error(reading.detail)
    const options = { now: service.now(), trustedIssuers, revoked: reading.revoked }
    expect(verifyReceipt(bad, options)).toMatchObject({ reason: 'REVOKED', detail: 'the receipt is revoked' })
    expect(verifyReceipt(good, options).status).toBe('VALID')
    expect(reading.nextUpdate).toBe('2026-03-10T13:00:00.000Z')
  })

  it('200: a retired key still answers for its own receipts, and for no other’s', async () => {
    await rotate(service)
    const old = await issue(service, { userId: 'z' })
    await rotate(service)
    await revokeAsAdmin(old.receiptId)
    expect((await statusList()).revoked).toEqual([])
    const list = await statusList(`?issuer=${old.issuer.id}`)
    expect([list.issuer, list.revoked]).toEqual([old.issuer, [old.receiptId]])
  })

  it('200: names a revoked receipt for 400 days after it expired, and the issuer document says since when it names all', async () => {
    await rotate(service)
    const { receiptId, issuer } = await issue(service, { userId: 'dropped' })
    await revokeAsAdmin(receiptId)
    service.clock.set('2027-04-14T12:04:59.000Z')
    expect((await statusList()).revoked).toEqual([receiptId])
    service.clock.set('2027-04-14T12:05:00.000Z')
    expect((await statusList()).revoked).toEqual([])
    const { keys } = (await service.call('GET', '/.well-known/continuity-issuer.json')).json()
    expect(keys.find(({ id }: { id: string }) => id === issuer.id).listedSince).toBe('2026-03-12T00:00:00.000Z')
  })

  it('200: shows at once what this process revoked, and within a second what another did', async () => {
    const [mine, other] = [await issue(service, { userId: 'here' }), await issue(service, { userId: 'there' })]
    const listed = async () => {
      const { revoked } = await statusList()
      return [mine, other].map(({ receiptId }) => revoked.includes(receiptId))
    }
    expect(await listed()).toEqual([false, false])
    await service.db.query(sql`UPDATE receipt SET revoked_at = now() WHERE receipt_id = ${other.receiptId}`)
    service.clock.set('2026-03-10T12:00:00.999Z')
    expect(await listed()).toEqual([false, false])
    service.clock.set('2026-03-10T12:00:01.000Z')
    expect(await listed()).toEqual([false, true])
    await revokeAsAdmin(mine.receiptId)
    expect(await listed()).toEqual([true, true])
  })

  it.each<[string, (owner: TestNode, receiptId: string) => Promise<unknown>]>([
    ['is erased', async (owner) => eraseOwn(owner)],
    [
      'is erased by the operator',
      (owner) => service.call('DELETE', `/api/admin/people/${owner.id}`, { headers: ADMIN }),
    ],
    ['revokes it', async (owner, id) => revokeOwn(owner, id)],
  ])('200: names a receipt at once when its node %s', async (_how, act) => {
    const owner = await addNode(service)
    const { receiptId } = await issue(service, { userId: owner.email, nodeId: owner.id })
    expect((await statusList()).revoked).not.toContain(receiptId)
    await act(owner, receiptId)
    expect((await statusList()).revoked).toContain(receiptId)
  })

  it('200: one document for a whole minute, and a second more at most', async () => {
    const path = '/.well-known/continuity-status.json'
    const { headers } = await service.call('GET', path)
    expect(headers['cache-control']).toBe('public, max-age=60')
    service.clock.set('2026-03-10T12:00:59.999Z')
    const again = (time: string) => {
      service.clock.set(time)
      return service.app.inject({ method: 'GET', url: path, headers: { 'if-none-match': String(headers.etag) } })
    }
    expect((await again('2026-03-10T12:00:59.999Z')).statusCode).toBe(304)
    expect((await again('2026-03-10T12:01:00.999Z')).statusCode).toBe(200)
  })

  it('404: an unknown key, 400: no key at all', async () => {
    const ask = async (issuer: string) =>
      (await service.call('GET', `/.well-known/continuity-status.json?issuer=${issuer}`)).statusCode
    expect(await ask('0'.repeat(16))).toBe(404)
    for (const issuer of ['', 'x', '%00', 'A'.repeat(16), '0'.repeat(17)]) expect(await ask(issuer)).toBe(400)
  })
})

describe('POST /api/admin/receipts/:id/revoke', () => {
  it('200: a second time changes nothing', async () => {
    const { receiptId } = await issue(service, { userId: 'twice' })
    const once = await revokeAsAdmin(receiptId, { reason: 'issued by mistake' })
    expect(once.json()).toEqual({ success: true, receipt_id: receiptId, revoked_at: NOON })
    service.clock.set('2026-03-10T12:01:00.000Z')
    const twice = await revokeAsAdmin(receiptId, { reason: 'another' })
    expect([twice.statusCode, twice.json()]).toEqual([200, once.json()])
    const [row] = await service.db.query(
      sql`SELECT revoke_reason AS reason FROM receipt WHERE receipt_id = ${receiptId}`,
    )
    expect(row).toEqual({ reason: 'issued by mistake' })
  })

  it.each([UNKNOWN_ID, 'x', '%00', '1%27%20OR%201=1', 'é'])('404: %j', async (id) => {
    expect((await revokeAsAdmin(encodeURI(decodeURI(id)))).statusCode).toBe(404)
  })

  it('401: without the admin secret', async () => {
    const { receiptId } = await issue(service, { userId: 'kept' })
    expect((await service.call('POST', `/api/admin/receipts/${receiptId}/revoke`)).statusCode).toBe(401)
    expect((await statusList()).revoked).not.toContain(receiptId)
  })

  it.each(['', 'x'.repeat(201), 5, null, ['x']])('400: the reason %j', async (reason) => {
    const answer = await revokeAsAdmin(UNKNOWN_ID, { reason })
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/reason'])
  })
})
