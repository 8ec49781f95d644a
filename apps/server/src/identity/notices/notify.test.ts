import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { newPushBrowser } from '../../../test/push-browser.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { listQueuedMails } from '../../../test/sign-in.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Node } from '../node-store.ts'
import { sendApprovalNotices } from './routes.ts'

const PATH = '/api/node/notices'
// The clock stands at 2026-03-10T12:00:00Z.
const QUIET_NOW = { from: '12:00', to: '14:00', time_zone: 'Europe/Berlin' }
const expiresAt = new Date('2026-03-10T12:05:00Z')

let service: TestService
let node: Node
let headers: { authorization: string }
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.clock.set('2026-03-10T12:00:00Z')
  node = await addNode(service)
  headers = await bearerFor(service, node)
})

const set = (payload: object, whose = headers) => service.call('PUT', PATH, { payload, headers: whose })
const notify = (more: object = {}) =>
  service.db.transaction((tx) =>
    sendApprovalNotices(tx, service, { nodeId: node.id, asker: 'Shop', path: '/approve/apr_1', expiresAt, ...more }),
  )
const mails = async () => (await listQueuedMails(service)).filter(({ to }) => to === node.email)
const addDevice = () =>
  service.call('POST', '/api/node/push', {
    headers,
    payload: newPushBrowser({ origin: 'https://push.example' }).subscription,
  })
const countMessages = async () =>
  (
    await service.db.one<{ n: number }>(sql`
      SELECT count(*) AS n FROM outbox AS m JOIN push_device AS d ON d.id = m.device_id WHERE d.node_id = ${node.id}`)
  ).n

describe('/api/node/notices', () => {
  it('200: mails at all hours until the owner decides otherwise, for this node alone', async () => {
    expect((await service.call('GET', PATH, { headers })).json()).toEqual({ mail: true, quiet: null })
    const wanted = { mail: false, quiet: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' } }
    expect((await set(wanted)).json()).toEqual(wanted)
    expect((await service.call('GET', PATH, { headers })).json()).toEqual(wanted)
    expect((await set({ mail: true, quiet: null })).json()).toMatchObject({ mail: true, quiet: null })
    const other = await bearerFor(service, await addNode(service))
    expect((await service.call('GET', PATH, { headers: other })).json()).toMatchObject({ mail: true, quiet: null })
  })

  it.each([
    ['/quiet/time_zone', { time_zone: 'Mars/Olympus' }],
    ['/quiet/time_zone', { time_zone: '' }],
    ['/quiet/from', { from: '24:00' }],
    ['/quiet/from', { from: '7:00' }],
    ['/quiet/to', { to: '12:60' }],
    ['/quiet/to', { to: '22:00' }],
  ])('400: names %s for %j', async (pointer, change) => {
    const quiet = { from: '22:00', to: '07:00', time_zone: 'UTC', ...change }
    const refused = await set({ mail: true, quiet })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
  })

  it('400: takes no half of it', async () => {
    for (const [payload, pointer] of [
      [{ mail: true }, '/quiet'],
      [{ quiet: null }, '/mail'],
      [{ mail: 'yes', quiet: null }, '/mail'],
    ] as const)
      expect((await set(payload)).json().errors).toMatchObject([{ pointer }])
  })

  it('401: is for the owner, with a token given at activation', async () => {
    const guest = await addNode(service, { status: 'PENDING_VERIFICATION' })
    const unproved = await bearerFor(service, guest, { proved: false })
    for (const whose of [{}, unproved]) {
      expect((await service.call('GET', PATH, { headers: whose })).statusCode).toBe(401)
      expect(
        (await service.call('PUT', PATH, { headers: whose, payload: { mail: true, quiet: null } })).statusCode,
      ).toBe(401)
    }
  })
})

describe('sendApprovalNotices', () => {
  it('writes a mail and a message for each device', async () => {
    await addDevice()
    await addDevice()
    expect(await notify({ origin: 'http://localhost:8787' })).toEqual({ notified: true })
    const params = { asker: 'Shop', path: '/approve/apr_1', origin: 'http://localhost:8787' }
    expect(await mails()).toEqual([{ kind: 'approval', to: node.email, params }])
    expect(await countMessages()).toBe(2)
  })

  it('writes nothing in quiet hours, by the clocks of the owner', async () => {
    await addDevice()
    await set({ mail: true, quiet: QUIET_NOW })
    expect(await notify()).toEqual({ notified: false })
    expect([await mails(), await countMessages()]).toEqual([[], 0])
    service.clock.set('2026-03-10T13:00:00Z')
    expect(await notify()).toEqual({ notified: true })
  })

  it('writes no mail to who wants none; without a device nobody was told', async () => {
    await set({ mail: false, quiet: null })
    expect(await notify()).toEqual({ notified: false })
    await addDevice()
    expect(await notify()).toEqual({ notified: true })
    expect([await mails(), await countMessages()]).toEqual([[], 1])
  })

  it('writes nothing when the transaction of the caller is rolled back', async () => {
    const failed = service.db.transaction(async (tx) => {
      await sendApprovalNotices(tx, service, { nodeId: node.id, asker: 'Shop', path: '/approve/apr_1', expiresAt })
      throw new Error('something else went wrong')
    })
    await expect(failed).rejects.toThrow('something else')
    expect(await mails()).toEqual([])
  })

  it('stops after sixty an hour, and goes on in the next', async () => {
    for (let i = 0; i < 60; i++) expect(await notify()).toEqual({ notified: true })
    expect(await notify()).toEqual({ notified: false })
    expect(await mails()).toHaveLength(60)
    service.clock.pass(3_600_001)
    expect(await notify()).toEqual({ notified: true })
  })
})
