import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issue, rotate } from '../../../test/receipts.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'

const ADMIN = { 'x-admin-secret': 'the-admin-secret' }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const judgeAt = async (there: TestService, payload: object) =>
  (await there.call('POST', '/api/verify-receipt', { payload })).json()
const judge = (payload: object) => judgeAt(service, payload)
const issuerDocument = async () => (await service.call('GET', '/.well-known/continuity-issuer.json')).json()

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

  it('201: every receipt issued while keys are rotated is good', async () => {
    const issues = Array.from({ length: 12 }, (_, n) => issue(service, { userId: `turn-${n % 4}` }))
    const [receipts] = await Promise.all([Promise.all(issues), rotateByHttp(), rotateByHttp()])
    for (const receipt of receipts) expect((await judge({ receipt })).status).toBe('VALID')
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
    expect(answer.headers['access-control-allow-origin']).toBe('*')
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
