import { type Receipt, readStatusList, verifyReceipt } from '@stillhere/receipt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BAD_REQUESTS } from '../../test/bad-requests.ts'
import { contentsOf } from '../../test/contents.ts'
import { addNode, bearerFor } from '../../test/nodes.ts'
import { issue, rotate } from '../../test/receipts.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { sql } from '../database/sql.ts'

const NOON = '2026-03-10T12:00:00.000Z'
const UNKNOWN_ID = '0195d1c2-3b00-7abc-8def-0123456789ab'
const ADMIN = { 'x-admin-secret': 'the-admin-secret' }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => service.clock.set(NOON))
afterAll(() => service.stop())

const judgeAt = async (there: TestService, payload: object) =>
  (await there.call('POST', '/api/verify-receipt', { payload })).json()
const judge = (payload: object) => judgeAt(service, payload)
const revokeAsAdmin = (id: string, payload?: object) =>
  service.call('POST', `/api/admin/receipts/${id}/revoke`, { headers: ADMIN, ...(payload ? { payload } : {}) })
const statusList = async (query = '') =>
  (await service.call('GET', `/.well-known/continuity-status.json${query}`)).json()
const issuerDocument = async () => (await service.call('GET', '/.well-known/continuity-issuer.json')).json()

describe('POST /api/verify-receipt', () => {
  const AUDIENCE = 'https://shop.example'
  let first: Receipt
  let receipt: Receipt
  beforeAll(async () => {
    first = await issue(service, { userId: 'judged', audience: AUDIENCE })
    receipt = await issue(service, { userId: 'judged', audience: AUDIENCE })
  })

  it('200 VALID: tells every check', async () => {
    const answer = await judge({ receipt, audience: AUDIENCE, max_age_ms: 1000, predecessor: first })
    expect(answer).toEqual({
      status: 'VALID',
      reason: null,
      detail: null,
      checks: { V1: 'PASS', V2: 'PASS', V3: 'PASS', V4: 'PASS', V5: 'PASS', V6: 'PASS', V7: 'PASS' },
      policy: { issuer: 'PASS', revocation: 'PASS', age: 'PASS', audience: 'PASS' },
      failures: [],
      coverage: 'full',
      receipt_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      judged_at: NOON,
    })
  })

  it.each<[string, (receipt: Receipt) => unknown, string]>([
    ['an edited member', (one) => ({ ...one, audience: 'https://bank.example' }), 'INVALID_SIGNATURE'],
    [
      'a signature of zeros',
      (one) => ({ ...one, signature: { ...one.signature, value: '0'.repeat(128) } }),
      'INVALID_SIGNATURE',
    ],
    ['a member too many', (one) => ({ ...one, more: 1 }), 'INVALID_SCHEMA'],
    [
      'the old profile',
      ({ audience: _a, signature: { canonicalization: _c, ...signature }, ...one }) => ({ ...one, signature }),
      'INVALID_SIGNATURE',
    ],
    ['null', () => null, 'INVALID_SCHEMA'],
    ['a number', () => 1e308, 'INVALID_SCHEMA'],
    ['text', (one) => JSON.stringify(one), 'INVALID_SCHEMA'],
    ['a list', (one) => [one], 'INVALID_SCHEMA'],
    ['no signature', () => ({ signature: null }), 'INVALID_SCHEMA'],
    ['a signature that is text', () => ({ signature: 'x' }), 'INVALID_SCHEMA'],
    ['a time that is a number', () => ({ signature: { signedAt: 0 } }), 'INVALID_SCHEMA'],
  ])('200 INVALID: %s', async (_name, edit, reason) => {
    const answer = await judge({ receipt: edit(receipt) })
    expect([answer.status, answer.reason]).toEqual(['INVALID', reason])
    expect(answer.failures[0].detail).toBe(answer.detail)
  })

  it.each<[string, object, string]>([
    ['another audience', { audience: 'https://bank.example' }, 'AUDIENCE_MISMATCH'],
    ['the predecessor not found', { predecessor: null }, 'CHAIN_BROKEN'],
    ['a wrong predecessor', { predecessor: { receiptId: 1 } }, 'CHAIN_BROKEN'],
  ])('200 INVALID: %s', async (_name, demands, reason) => {
    expect((await judge({ receipt, ...demands })).reason).toBe(reason)
  })

  it('200 INVALID: too old, and expired', async () => {
    const there = await startTestService()
    const aging = await issue(there)
    const reasonAt = async (time: string, demands = {}) => {
      there.clock.set(time)
      return (await judgeAt(there, { receipt: aging, ...demands })).reason
    }
    expect(await reasonAt('2026-03-10T12:01:00.000Z', { max_age_ms: 60_000 })).toBe(null)
    expect(await reasonAt('2026-03-10T12:01:00.000Z', { max_age_ms: 59_999 })).toBe('TOO_OLD')
    expect(await reasonAt('2026-03-10T12:05:29.999Z')).toBe(null)
    expect(await reasonAt('2026-03-10T12:05:30.000Z')).toBe('EXPIRED')
    await there.stop()
  })

  it('200 INVALID: a receipt of another service is that of a stranger', async () => {
    const other = await startTestService()
    const foreign = await issue(other)
    await other.stop()
    expect(verifyReceipt(foreign, { now: service.now() }).status).toBe('VALID')
    const answer = await judge({ receipt: foreign })
    expect([answer.status, answer.reason, answer.policy.issuer]).toEqual(['INVALID', 'UNTRUSTED_ISSUER', 'FAIL'])
  })

  it('200 INVALID: a revoked one, and only that one', async () => {
    const [bad, good] = [await issue(service, { userId: 'bad' }), await issue(service, { userId: 'good' })]
    await revokeAsAdmin(bad.receiptId)
    expect(await judge({ receipt: bad })).toMatchObject({ reason: 'REVOKED', policy: { revocation: 'FAIL' } })
    expect((await judge({ receipt: good })).status).toBe('VALID')
  })

  it('200: takes a body beyond 64 KiB, and 413 beyond 1 MiB', async () => {
    expect((await judge({ receipt, more: 'x'.repeat(900_000) })).status).toBe('VALID')
    const payload = { receipt: 'x'.repeat(1_048_576) }
    expect((await service.call('POST', '/api/verify-receipt', { payload })).statusCode).toBe(413)
  })

  it.each<[string, object, string]>([
    ['no receipt', {}, '/receipt'],
    ['an empty audience', { receipt: {}, audience: '' }, '/audience'],
    ['a long audience', { receipt: {}, audience: 'x'.repeat(1025) }, '/audience'],
    ['an audience that is a number', { receipt: {}, audience: 5 }, '/audience'],
    ['an age below zero', { receipt: {}, max_age_ms: -1 }, '/max_age_ms'],
    ['an age as text', { receipt: {}, max_age_ms: 'NaN' }, '/max_age_ms'],
    ['half a millisecond', { receipt: {}, max_age_ms: 0.5 }, '/max_age_ms'],
    ['an endless age', { receipt: {}, max_age_ms: 1e300 }, '/max_age_ms'],
  ])('400: %s', async (_name, payload, pointer) => {
    const answer = await service.call('POST', '/api/verify-receipt', { payload })
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, pointer])
  })

  it.each(['{"receipt":{"a":1,"a":2}}', '{"receipt":{"__proto__":1}}', '{"receipt":', '', '{"receipt":"\\u0000"}'])(
    '400: the body %j',
    async (payload) => {
      const headers = { 'content-type': 'application/json' }
      expect((await service.call('POST', '/api/verify-receipt', { payload, headers })).statusCode).toBe(400)
    },
  )

  it('429: an address that sends receipt after receipt', async () => {
    const limits = { ...service.settings.limits, 'lookup.address': { count: 2, perSeconds: 60 } }
    const strict = await startTestService({ limits })
    const send = () => strict.call('POST', '/api/verify-receipt', { payload: { receipt: {} } })
    const statuses = [await send(), await send(), await send()].map(({ statusCode }) => statusCode)
    await strict.stop()
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe('POST /api/admin/issuer/rotate', () => {
  const rotateByHttp = (payload?: object) =>
    service.call('POST', '/api/admin/issuer/rotate', { headers: ADMIN, ...(payload ? { payload } : {}) })

  it('201: the old key’s receipts stay good, new ones are of the new key, both are published', async () => {
    const there = await startTestService()
    const old = await issue(there)
    there.clock.set('2026-03-10T12:00:30.000Z')
    const answer = await there.call('POST', '/api/admin/issuer/rotate', { headers: ADMIN })
    expect([answer.statusCode, answer.json().success]).toEqual([201, true])
    const young = await issue(there)
    expect(young.issuer).toEqual(answer.json().issuer)
    expect(young.issuer.id).not.toBe(old.issuer.id)
    for (const receipt of [old, young]) expect((await judgeAt(there, { receipt })).status).toBe('VALID')
    const { issuer, keys } = (await there.call('GET', '/.well-known/continuity-issuer.json')).json()
    await there.stop()
    expect(issuer).toEqual(young.issuer)
    expect(keys[0]).toMatchObject({ ...young.issuer, status: 'active', from: '2026-03-10T12:00:30.000Z', until: null })
    expect(keys[1]).toMatchObject({ ...old.issuer, status: 'retired', until: '2026-03-10T12:01:30.000Z' })
  })

  it('201: what the old key signs a minute after it was retired is refused', async () => {
    const before = await issue(service, { userId: 'late' })
    await rotateByHttp()
    await service.db.query(sql`
      UPDATE issuer_key SET retired_at = ${new Date('2026-03-10T11:58:59.999Z')}, active_from = ${new Date(0)}
      WHERE id = ${before.issuer.id}`)
    expect((await judge({ receipt: before })).reason).toBe('UNTRUSTED_ISSUER')
  })

  it('201: nothing of a compromised key is trusted, and it has no status list', async () => {
    const earlier = await issue(service, { userId: 'earlier' })
    await rotateByHttp()
    const stolen = await issue(service, { userId: 'stolen' })
    await rotateByHttp({ compromised: true })
    for (const receipt of [earlier, stolen]) expect((await judge({ receipt })).reason).toBe('UNTRUSTED_ISSUER')
    expect((await judge({ receipt: await issue(service, { userId: 'stolen' }) })).status).toBe('VALID')
    const { keys } = await issuerDocument()
    expect(keys.find((key: { id: string }) => key.id === stolen.issuer.id).status).toBe('compromised')
    const list = await service.call('GET', `/.well-known/continuity-status.json?issuer=${stolen.issuer.id}`)
    expect(list.statusCode).toBe(404)
  })

  it('201: several at once leave one active key, and publish every key that an answer names', async () => {
    const answers = await Promise.all([rotateByHttp(), rotateByHttp(), rotateByHttp()])
    const { keys } = await issuerDocument()
    expect(keys.filter((key: { status: string }) => key.status === 'active')).toHaveLength(1)
    const published = keys.map((key: { id: string }) => key.id)
    for (const answer of answers) expect(published).toContain(answer.json().issuer.id)
  })

  it('401: without the admin secret', async () => {
    const { issuer } = await issuerDocument()
    expect((await service.call('POST', '/api/admin/issuer/rotate')).statusCode).toBe(401)
    expect((await issuerDocument()).issuer).toEqual(issuer)
  })

  it.each([null, 'yes', 1, 'true'])('400: compromised %j', async (compromised) => {
    const answer = await rotateByHttp({ compromised })
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/compromised'])
  })
})

describe('GET /.well-known/continuity-issuer.json', () => {
  it('200: may be kept for five minutes, 304 for who has it, 200 again after a rotation', async () => {
    const path = '/.well-known/continuity-issuer.json'
    const answer = await service.call('GET', path)
    expect(answer.headers['cache-control']).toBe('public, max-age=300')
    const { etag } = answer.headers as { etag: string }
    const ask = (condition: string) =>
      service.app.inject({ method: 'GET', url: path, headers: { 'if-none-match': condition } })
    for (const condition of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const { statusCode, body } = await ask(condition)
      expect([statusCode, body]).toEqual([304, ''])
    }
    expect((await ask('"x"')).statusCode).toBe(200)
    await rotate(service)
    expect((await ask(etag)).statusCode).toBe(200)
  })

  it('200: names its status lists by PUBLIC_URL where there is one', async () => {
    const there = await startTestService({ publicUrl: 'https://still.example/here' })
    const document = (await there.call('GET', '/.well-known/continuity-issuer.json')).json()
    await there.stop()
    expect(document.protocolVersion).toBe('1.0')
    expect(document.statusList).toBe('https://still.example/here/.well-known/continuity-status.json')
    expect(document.keys[0].statusList).toBe(`${document.statusList}?issuer=${document.issuer.id}`)
  })
})

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

  it('200: drops a revoked receipt a day after it has expired', async () => {
    await rotate(service)
    const { receiptId } = await issue(service, { userId: 'dropped' })
    await revokeAsAdmin(receiptId)
    service.clock.set('2026-03-11T12:04:59.000Z')
    expect((await statusList()).revoked).toEqual([receiptId])
    service.clock.set('2026-03-11T12:05:00.000Z')
    expect((await statusList()).revoked).toEqual([])
  })

  it('200: one document for a whole minute', async () => {
    const path = '/.well-known/continuity-status.json'
    const { headers } = await service.call('GET', path)
    expect(headers['cache-control']).toBe('public, max-age=60')
    service.clock.set('2026-03-10T12:00:59.999Z')
    const again = (time: string) => {
      service.clock.set(time)
      return service.app.inject({ method: 'GET', url: path, headers: { 'if-none-match': String(headers.etag) } })
    }
    expect((await again('2026-03-10T12:00:59.999Z')).statusCode).toBe(304)
    expect((await again('2026-03-10T12:01:00.000Z')).statusCode).toBe(200)
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

it('erasing a node takes its name off its receipts, which stay good', async () => {
  const node = await addNode(service)
  const receipt = await issue(service, { userId: 'gone', nodeId: node.id })
  const headers = await bearerFor(service, node)
  await service.call('POST', '/api/node/erase', { headers, payload: { email: node.email } })
  const [row] = await service.db.query(sql`SELECT owner FROM receipt WHERE receipt_id = ${receipt.receiptId}`)
  expect(row).toEqual({ owner: null })
  expect((await judge({ receipt })).status).toBe('VALID')
})

describe('POST /api/verify-receipt', () => {
  const refused = BAD_REQUESTS.filter(([, status]) => status !== 413)
  it.each(refused)('refuses %s with %i and writes nothing', async (_what, status, request) => {
    const before = await contentsOf(service.db)
    expect((await service.call('POST', '/api/verify-receipt', request)).statusCode).toBe(status)
    expect(await contentsOf(service.db)).toEqual(before)
  })
})
