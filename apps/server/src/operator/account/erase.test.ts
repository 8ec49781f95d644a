import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_EMAILS, BAD_REQUESTS } from '../../../test/bad-requests.ts'
import { contentsOf } from '../../../test/contents.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { listQueuedMails } from '../../../test/sign-in.ts'
import { hashCode, hashEmail } from '../../identity/codes/codes.ts'
import { saveCode } from '../../identity/codes/store.ts'
import { sql } from '../../platform/database/sql.ts'

const ERASE = '/api/node/erase'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const get = async (path: string) => (await service.call('GET', path)).json()
const figures = async () => ({
  count: await get('/api/nodes/count'),
  network: await get('/api/presence/network'),
  genesis: await get('/api/nodes/genesis'),
})
const sendCode = (emailKey: string, code: string) =>
  saveCode(service.db, {
    emailHash: hashEmail(service, emailKey),
    askerHash: Buffer.alloc(32),
    codeHash: hashCode(service, emailKey, code),
    inviteId: null,
    now: service.now(),
    expiresAt: new Date(service.now().getTime() + 600_000),
  })

describe('POST /api/node/erase', () => {
  it('200: by token: nothing of the node is left, and the figures are as if it had never been', async () => {
    const before = { contents: await contentsOf(service.db), ...(await figures()) }
    const node = await addNode(service, { email: 'Gone@Example.org' })
    const headers = await bearerFor(service, node)
    await service.call('POST', '/api/motion/record', { payload: { email: node.email }, headers })
    await service.call('POST', '/api/node/entropy', { payload: { email: node.email, pesScore: 0.9 }, headers })
    await sendCode(node.emailKey, '123456')
    await service.db.query(sql`
      INSERT INTO recruitment_application (email_key, email, technical_bg, position_number, applied_at)
      VALUES (${node.emailKey}, ${node.email}, 'private', 1, ${service.now()})`)
    const answer = await service.call('POST', ERASE, { headers, payload: { email: 'gone@example.org' } })
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    const { contents, ...shown } = { contents: await contentsOf(service.db), ...(await figures()) }
    expect(shown).toEqual({ count: before.count, network: before.network, genesis: before.genesis })
    // What is left of it: figures of zero, the time of the network's last scan, and the mail that says so, with its budget.
    const left = { tally: '', outbox: '', budget: '' }
    expect({ ...contents, ...left }).toEqual({ ...before.contents, ...left })
    expect(await listQueuedMails(service)).toMatchObject([{ to: 'Gone@example.org', params: { event: 'erasure' } }])
    expect((await service.call('GET', '/api/node/tokens', { headers })).statusCode).toBe(401)
  })

  it('200: the place of a genesis node stays taken', async () => {
    const [first, second] = [
      await addNode(service, { status: 'GENESIS_NODE' }),
      await addNode(service, { status: 'GENESIS_NODE' }),
    ]
    const headers = await bearerFor(service, first)
    await service.call('POST', ERASE, { headers, payload: { email: first.email } })
    const { count, genesis, network } = await figures()
    expect(genesis).toMatchObject({ total: 1, remaining: 98, nodes: [{ index: second.genesisIndex }] })
    expect([count.genesis_nodes, network.genesisNodes]).toEqual([1, 1])
    expect(await get('/api/nodes/status')).toMatchObject({ genesis_nodes: 1, genesis_remaining: 98 })
  })

  it('200: by a fresh code, which is then used up', async () => {
    const node = await addNode(service, { status: 'SUBSCRIBED' })
    await sendCode(node.emailKey, '000000')
    const payload = { email: node.email, otp: '000000' }
    expect((await service.call('POST', ERASE, { payload })).statusCode).toBe(200)
    expect((await service.call('GET', `/api/node/entropy?email=${node.email}`)).statusCode).toBe(404)
    expect((await service.call('POST', ERASE, { payload })).statusCode).toBe(401)
  })

  it('401: a wrong code is counted and erases nothing; the sixth guess is 429', async () => {
    const node = await addNode(service)
    await sendCode(node.emailKey, '111111')
    const guess = (otp: string) => service.call('POST', ERASE, { payload: { email: node.email, otp } })
    for (let tries = 0; tries < 5; tries++) {
      const answer = await guess('222222')
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'CODE_INVALID'])
    }
    const closed = await guess('111111')
    expect([closed.statusCode, closed.json().error]).toEqual([429, 'TOO_MANY_TRIES'])
    expect((await service.call('GET', `/api/node/entropy?email=${node.email}`)).statusCode).toBe(200)
  })

  it('401: a token does not stand in for a wrong code', async () => {
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    const answer = await service.call('POST', ERASE, { headers, payload: { email: node.email, otp: '123456' } })
    expect(answer.statusCode).toBe(401)
  })

  it('an erasure among parallel scans leaves no figure behind', async () => {
    const before = await figures()
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    const scan = () => service.call('POST', '/api/motion/record', { headers, payload: { email: node.email } })
    const erase = () => service.call('POST', ERASE, { headers, payload: { email: node.email } })
    const statuses = (await Promise.all([scan(), scan(), erase(), scan(), erase(), scan()])).map((a) => a.statusCode)
    expect(statuses.filter((status) => ![200, 401, 404, 429].includes(status))).toEqual([])
    expect(await figures()).toEqual(before)
  })

  it.each(BAD_REQUESTS)('refuses %s with %i and writes nothing', async (_what, status, request) => {
    const before = await contentsOf(service.db)
    expect((await service.call('POST', ERASE, request)).statusCode).toBe(status)
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it.each(BAD_EMAILS)('400: %s is no e-mail address', async (_name, email) => {
    const answer = await service.call('POST', ERASE, { payload: { email } })
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/email'])
  })

  it.each([null, 123456, '', '12345', '1234567', '12345x', '１２３４５６', ['123456']])(
    '400: the code %j',
    async (otp) => {
      const { email } = await addNode(service)
      const answer = await service.call('POST', ERASE, { payload: { email, otp } })
      expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/otp'])
    },
  )
})
