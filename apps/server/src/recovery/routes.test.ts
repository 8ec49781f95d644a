import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../test/nodes.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { listQueuedMails } from '../../test/sign-in.ts'
import { sql } from '../database/sql.ts'
import type { Node } from '../nodes/store.ts'

const PATH = '/api/node/recovery-codes'

let service: TestService
let node: Node
let headers: { authorization: string }
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  // Each test has the tries of an hour.
  service.clock.pass(3_600_000)
  node = await addNode(service)
  headers = await bearerFor(service, node)
})

async function make(): Promise<string[]> {
  return (await service.call('POST', PATH, { headers })).json().codes
}
const state = async () => (await service.call('GET', PATH, { headers })).json()
const signIn = (code: string) => service.call('POST', '/api/auth/recovery', { payload: { recovery_code: code } })
const events = async () =>
  (await listQueuedMails(service)).filter(({ to }) => to === node.email).map(({ params }) => params['event'])

describe('POST /api/node/recovery-codes', () => {
  it('201: makes ten, tells them once, stores hashes, and tells the owner', async () => {
    expect(await state()).toEqual({ left: 0, made_at: null })
    const codes = await make()
    expect(new Set(codes).size).toBe(10)
    expect(codes.every((code) => /^(?:[0-9a-z]{4}-){3}[0-9a-z]{4}$/.test(code))).toBe(true)
    expect(await state()).toEqual({ left: 10, made_at: service.now().toISOString() })
    const rows = await service.db.query(sql`SELECT * FROM recovery_code WHERE node_id = ${node.id}`)
    expect(JSON.stringify(rows)).not.toContain(codes[0]?.replaceAll('-', ''))
    expect(await events()).toContain('recovery_codes')
  })

  it('201: replaces those from before, used or not', async () => {
    const before = await make()
    await signIn(before[0] ?? '')
    const now = await make()
    expect(await state()).toMatchObject({ left: 10 })
    expect((await signIn(before[1] ?? '')).statusCode).toBe(401)
    expect((await signIn(now[0] ?? '')).statusCode).toBe(200)
  })
})

describe('POST /api/auth/recovery', () => {
  it('200: signs in, however the code is typed, once, and tells the owner', async () => {
    const [code = ''] = await make()
    const answer = await signIn(code.toUpperCase().replaceAll('-', ' '))
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { email: node.email, node_handle: node.handle }])
    const again = await signIn(code)
    expect([again.statusCode, again.json().error]).toEqual([401, 'CODE_INVALID'])
    expect(await state()).toMatchObject({ left: 9 })
    expect(await events()).toContain('recovery')
    const owner = { authorization: `Bearer ${answer.json().node_token}` }
    expect((await service.call('GET', '/api/node/tokens', { headers: owner })).statusCode).toBe(200)
  })

  it('of ten uses of one code at the same moment one signs in', async () => {
    const [code = ''] = await make()
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(code)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it('401: a wrong code, and one of a node that was erased', async () => {
    expect((await signIn('0000-0000-0000-0000')).statusCode).toBe(401)
    const [code = ''] = await make()
    await service.call('POST', '/api/node/erase', { headers, payload: { email: node.email } })
    expect((await signIn(code)).statusCode).toBe(401)
  })

  it('429: twenty tries an hour from one address', async () => {
    const [code = ''] = await make()
    const statuses = []
    for (let count = 0; count < 21; count++) statuses.push((await signIn('0000-0000-0000-0000')).statusCode)
    expect(statuses.slice(-2)).toEqual([401, 429])
    expect((await signIn(code)).statusCode).toBe(429)
    service.clock.pass(3_600_000)
    expect((await signIn(code)).statusCode).toBe(200)
  })

  it('400: names a code that can be none', async () => {
    const answer = await signIn('short')
    expect([answer.statusCode, answer.json().errors]).toMatchObject([400, [{ pointer: '/recovery_code' }]])
  })
})

it('an export says how many are left, and no code', async () => {
  const [code = ''] = await make()
  await signIn(code)
  const exported = await service.call('GET', '/api/node/export', { headers })
  expect(exported.json().recovery_codes).toMatchObject({ left: 9 })
  expect(exported.body).not.toContain(code)
})
