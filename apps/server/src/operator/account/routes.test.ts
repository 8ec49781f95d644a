import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_REQUESTS } from '../../../test/bad-requests.ts'
import { contentsOf } from '../../../test/contents.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { listQueuedMails } from '../../../test/sign-in.ts'
import { sql } from '../../platform/database/sql.ts'

const SIGN_IN = { device_name: null, expires_at: null, waits_until: null, name: null, scopes: null }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const rename = (headers: { authorization: string }, node_handle: unknown) =>
  service.call('PATCH', '/api/node/handle', { headers, payload: { node_handle } })

describe('GET /api/node/tokens', () => {
  it('200: lists one’s own tokens and none of their secrets', async () => {
    const node = await addNode(service)
    await bearerFor(service, await addNode(service))
    await bearerFor(service, node)
    const headers = await bearerFor(service, node)
    const answer = await service.call('GET', '/api/node/tokens', { headers })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(answer.body).not.toContain('sh_')
    const at = '2026-03-10T12:00:00.000Z'
    expect(answer.json().tokens).toEqual([
      { id: expect.stringMatching(/^\d+$/), created_at: at, last_used_at: at, current: true, ...SIGN_IN },
      { id: expect.stringMatching(/^\d+$/), created_at: at, last_used_at: null, current: false, ...SIGN_IN },
    ])
  })
})

describe('DELETE /api/node/tokens/:id', () => {
  it('200: the token is good for nothing afterwards', async () => {
    const node = await addNode(service)
    const [lost, kept] = [await bearerFor(service, node), await bearerFor(service, node)]
    const { tokens } = (await service.call('GET', '/api/node/tokens', { headers: lost })).json()
    const { id } = tokens.find((token: { current: boolean }) => token.current)
    const answer = await service.call('DELETE', `/api/node/tokens/${id}`, { headers: kept })
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    expect((await service.call('GET', '/api/node/tokens', { headers: lost })).statusCode).toBe(401)
    expect((await service.call('GET', '/api/node/tokens', { headers: kept })).json().tokens).toHaveLength(1)
  })

  it('200: a token may revoke itself', async () => {
    const headers = await bearerFor(service, await addNode(service))
    const { tokens } = (await service.call('GET', '/api/node/tokens', { headers })).json()
    expect((await service.call('DELETE', `/api/node/tokens/${tokens[0].id}`, { headers })).statusCode).toBe(200)
    expect((await service.call('GET', '/api/node/tokens', { headers })).statusCode).toBe(401)
  })

  it('404: the token of another node stays', async () => {
    const [theirs, mine] = [await addNode(service), await addNode(service)]
    const headers = await bearerFor(service, theirs)
    const { tokens } = (await service.call('GET', '/api/node/tokens', { headers })).json()
    const own = await bearerFor(service, mine)
    const before = await contentsOf(service.db)
    const answer = await service.call('DELETE', `/api/node/tokens/${tokens[0].id}`, { headers: own })
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'NOT_FOUND'])
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it.each(['0', '-1', 'abc', '1e3', '99999999999999999999', '1%20OR%201=1', '%00'])('404: no token %j', async (id) => {
    const headers = await bearerFor(service, await addNode(service))
    expect((await service.call('DELETE', `/api/node/tokens/${id}`, { headers })).statusCode).toBe(404)
  })

  it('400: an over-long id', async () => {
    const headers = await bearerFor(service, await addNode(service))
    const answer = await service.call('DELETE', `/api/node/tokens/${'9'.repeat(65)}`, { headers })
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/id'])
  })
})

describe('PATCH /api/node/handle', () => {
  it('200: gives the node the handle', async () => {
    const node = await addNode(service)
    const answer = await rename(await bearerFor(service, node), 'Quiet_River')
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, node_handle: 'Quiet_River' }])
    const stored = sql`SELECT node_handle, handle_key FROM node WHERE id = ${node.id}`
    expect(await service.db.one(stored)).toEqual({ node_handle: 'Quiet_River', handle_key: 'quiet_river' })
  })

  it('200: one’s own handle in another letter case is free', async () => {
    const node = await addNode(service, { handle: 'calm-lake' })
    expect((await rename(await bearerFor(service, node), 'Calm-Lake')).statusCode).toBe(200)
  })

  it.each(['', '   '])('200: %j makes a generated one', async (blank) => {
    const node = await addNode(service)
    const answer = await rename(await bearerFor(service, node), blank)
    expect(answer.json().node_handle).toMatch(/^[a-z]+-[a-z]+-[a-z0-9]{4}$/)
  })

  it('409: another node has it, in other letter case', async () => {
    await addNode(service, { handle: 'Taken-Name' })
    const headers = await bearerFor(service, await addNode(service))
    const before = await contentsOf(service.db)
    const answer = await rename(headers, 'tAKEN-nAME')
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'HANDLE_TAKEN'])
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it.each(['ада', 'Ada Lovelace', 'ada.l', '李雷', 'Zoë', 'Şehrazad', 'O’Brien', 'अनिता', 'ひかり 子'])(
    '200: %s',
    async (handle) => {
      const headers = await bearerFor(service, await addNode(service))
      expect((await rename(headers, handle.normalize('NFD'))).json()).toEqual({
        success: true,
        node_handle: handle,
      })
    },
  )

  it.each([
    ['pear1-one', 'pearl-one'],
    ['modern', 'modem'],
    ['Сара', 'Capa'],
    ['ΝΙΚΗ', 'NIKH'],
    ['ｆｕｌｌ', 'full'],
    ["O'Hara", 'O’Hara'],
  ])('409: %s, where another node has %s', async (handle, other) => {
    const [owner, wanting] = [await addNode(service), await addNode(service)]
    expect((await rename(await bearerFor(service, owner), other)).statusCode).toBe(200)
    const answer = await rename(await bearerFor(service, wanting), handle)
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'HANDLE_TAKEN'])
    // Free again once its owner is called otherwise.
    await rename(await bearerFor(service, owner), `no longer ${owner.id}`)
    expect((await rename(await bearerFor(service, wanting), handle)).statusCode).toBe(200)
  })

  it.each([
    ['ian-lee', 'Ian-lee', 'lan-lee'],
    ['сат', 'САТ', 'CAT'],
  ])('409: %s becomes no %s, where another node has %s', async (handle, other, taken) => {
    const [owner, wanting] = [await addNode(service), await addNode(service)]
    expect((await rename(await bearerFor(service, owner), taken)).statusCode).toBe(200)
    expect((await rename(await bearerFor(service, wanting), handle)).statusCode).toBe(200)
    const answer = await rename(await bearerFor(service, wanting), other)
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'HANDLE_TAKEN'])
  })

  it('one of many nodes gets a handle of which all want a look-alike at once', async () => {
    const looks = ['book-l', 'b0ok-l', 'bo0k-l', 'b00k-l', 'book-1', 'b0ok-1', 'bo0k-1', 'B00K-1']
    const statuses = await Promise.all(
      looks.map(async (handle) => (await rename(await bearerFor(service, await addNode(service)), handle)).statusCode),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(7)
  })

  it('who has looked like another since before keeps the handle, in any letter case', async () => {
    const [first, late] = [await addNode(service), await addNode(service, { handle: 'ear1y-bird' })]
    await rename(await bearerFor(service, first), 'early-bird')
    expect((await rename(await bearerFor(service, late), 'Ear1y-Bird')).statusCode).toBe(200)
    expect((await rename(await bearerFor(service, late), 'EARLY-bird')).statusCode).toBe(409)
  })

  it('one of many nodes gets a handle that all want at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, async () => bearerFor(service, await addNode(service))))
    const statuses = await Promise.all(all.map(async (headers) => (await rename(headers, 'wanted')).statusCode))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
  })

  it.each([
    null,
    7,
    [],
    {},
    'ab',
    '-ab',
    'ab-',
    'a  b',
    'a@b.c',
    'x'.repeat(41),
    'x'.repeat(65),
    'a\nb',
    'a/b',
    'adа',
    'ада\u034Fа',
    'a\u0301\u0302\u0303\u0300b',
  ])('400: the handle %j', async (handle) => {
    const headers = await bearerFor(service, await addNode(service))
    const before = await contentsOf(service.db)
    const answer = await rename(headers, handle)
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/node_handle'])
    expect(await contentsOf(service.db)).toEqual(before)
  })

  it.each(BAD_REQUESTS)('refuses %s with %i and writes nothing', async (_what, status, request) => {
    const headers = await bearerFor(service, await addNode(service))
    const before = await contentsOf(service.db)
    const answer = await service.call('PATCH', '/api/node/handle', {
      ...request,
      headers: { ...request.headers, ...headers },
    })
    expect(answer.statusCode).toBe(status)
    expect(await contentsOf(service.db)).toEqual(before)
  })
})

describe('GET /api/node/export', () => {
  it('200: everything stored of the node, and no secret', async () => {
    const node = await addNode(service, {
      email: 'Ada@Example.org',
      handle: 'ada-of-old',
      status: 'GENESIS_NODE',
      registeredAt: '2026-01-01T00:00:00.000Z',
      activatedAt: '2026-01-02T00:00:00.000Z',
    })
    await service.call('POST', '/api/motion/record', { payload: { email: node.email } })
    await service.call('POST', '/api/node/entropy', { payload: { email: node.email, pesScore: 0.9 } })
    await service.db.query(sql`
      INSERT INTO recruitment_application (email_key, email, technical_bg, position_number, applied_at)
      VALUES (${node.emailKey}, ${node.email}, 'mathematics', 1, ${service.now()})`)
    await service.db.query(sql`
      INSERT INTO invite (code_hash, hint, created_at, used_at, used_by)
      VALUES (${Buffer.alloc(32)}, 'XZ', ${service.now()}, ${service.now()}, ${node.id})`)
    const headers = await bearerFor(service, node)
    const answer = await service.call('GET', '/api/node/export', { headers })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(answer.body).not.toContain('sh_')
    const at = '2026-03-10T12:00:00.000Z'
    expect(answer.json()).toEqual({
      exported_at: at,
      node: {
        email: 'Ada@Example.org',
        node_handle: 'ada-of-old',
        status: 'GENESIS_NODE',
        origin_domain: null,
        registered_at: '2026-01-01T00:00:00.000Z',
        activated_at: '2026-01-02T00:00:00.000Z',
        genesis_index: 1,
        locked_at: at,
        blocked_at: null,
        language: null,
        least_method: 'hand',
        scan_count: 1,
        last_scan_at: at,
        last_seen_at: at,
        entropy_score: 7,
        streak_days: 1,
        best_pes: 0.9,
        last_entropy_day: '2026-03-10',
      },
      tokens: [{ id: expect.any(String), created_at: at, last_used_at: at, proved: true, ...SIGN_IN }],
      days: [{ day: '2026-03-10', scans: 1, gains: 1 }],
      ledger: [{ at, change: 7, reason: 'gain', score: 7 }],
      invites: [{ hint: 'XZ', used_at: at }],
      receipts: [],
      research_sessions: [],
      research_recordings: [],
      wallets: [],
      passkeys: [],
      recovery_codes: { left: 0, made_at: null },
      kept_receipts: [],
      notices: { mail: true, quiet: null },
      notice_devices: [],
      agents: [],
      askers: [],
      approvals: [],
      recruitment: {
        email: 'Ada@Example.org',
        technical_bg: 'mathematics',
        handle: null,
        source: null,
        position_number: 1,
        applied_at: at,
        confirmed_at: null,
      },
    })
  })

  it('200: names every column of the node table, so that a new one is not forgotten', async () => {
    const columns = await service.db.query<{ name: string }>(sql`
      SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'node' ORDER BY 1`)
    const headers = await bearerFor(service, await addNode(service))
    const { node } = (await service.call('GET', '/api/node/export', { headers })).json()
    // The number of the row, and the forms in which e-mail address and handle are compared.
    const internal = ['id', 'email_key', 'handle_key', 'skeleton']
    expect([...Object.keys(node), ...internal].toSorted()).toEqual(columns.map(({ name }) => name))
  })

  it('200: thirty at once', async () => {
    const headers = await bearerFor(service, await addNode(service))
    const ask = () => service.call('GET', '/api/node/export', { headers })
    const answers = await Promise.all(Array.from({ length: 30 }, ask))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })

  it('F5: the owner is told of exports by mail, three times a day at most', async () => {
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    const before = (await listQueuedMails(service)).length
    for (let turn = 0; turn < 5; turn++)
      expect((await service.call('GET', '/api/node/export', { headers })).statusCode).toBe(200)
    const params = { event: 'export', at: '2026-03-10T12:00:00.000Z' }
    const notice = { kind: 'notice', to: node.email, params }
    expect((await listQueuedMails(service)).slice(before)).toEqual([notice, notice, notice])
  })

  it('401: F10: an unproved token, which anybody can get for an address, lists, revokes, renames and exports nothing', async () => {
    const node = await addNode(service, { status: 'PENDING_VERIFICATION' })
    const headers = await bearerFor(service, node, { proved: false })
    const { id } = await service.db.one<{ id: string }>(sql`SELECT id::text FROM node_token WHERE node_id = ${node.id}`)
    const before = await contentsOf(service.db)
    for (const answer of [
      await service.call('GET', '/api/node/tokens', { headers }),
      await service.call('DELETE', `/api/node/tokens/${id}`, { headers }),
      await rename(headers, 'stolen'),
      await rename(headers, ''),
      await service.call('GET', '/api/node/export', { headers }),
    ])
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'UNAUTHORIZED'])
    expect(await contentsOf(service.db)).toEqual(before)
  })
})
