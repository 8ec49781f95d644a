import { RECOVERY_WAIT_HOURS } from '@stillhere/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { listQueuedMails } from '../../../test/sign-in.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Node } from '../node-store.ts'

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

describe('the wait after a sign-in by recovery code', () => {
  const PAGE = { 'sec-fetch-site': 'same-origin' }
  const DAY_MS = RECOVERY_WAIT_HOURS * 3_600_000
  type Headers = Record<string, string>

  const useCode = async (code = '', more: Headers = {}): Promise<Headers> => {
    const payload = { recovery_code: code }
    const answer = await service.call('POST', '/api/auth/recovery', { headers: more, payload })
    expect(answer.statusCode, answer.body).toBe(200)
    return { authorization: `Bearer ${answer.json().node_token}` }
  }
  /** Signs a browser in by a code; `before` is what its cookie was. */
  async function enter(code?: string, before: Headers = {}): Promise<Headers> {
    const bearer = await useCode(code, { ...PAGE, ...before })
    const opened = await service.call('POST', '/api/session', { headers: { ...PAGE, ...before, ...bearer } })
    expect(opened.statusCode, opened.body).toBe(201)
    return { ...PAGE, cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' }
  }
  const makeToken = (whose: Headers) =>
    service.call('POST', '/api/node/tokens', { headers: whose, payload: { name: 'Home', scopes: ['read'] } })
  const refusalOf = async (whose: Headers) => {
    const answer = await makeToken(whose)
    return [answer.statusCode, answer.json().error]
  }

  it('403 for 24 hours, with the time, which the list of sign-ins names, too', async () => {
    const thief = await enter((await make())[0])
    const until = new Date(service.now().getTime() + DAY_MS).toISOString()
    const answer = await makeToken(thief)
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'RECOVERY_WAIT'])
    expect(answer.json().detail).toContain(`must wait until ${until}.`)
    const { tokens } = (await service.call('GET', '/api/node/tokens', { headers })).json()
    expect(tokens.map((one: { waits_until: unknown }) => one.waits_until)).toEqual([until, null])
  })

  it('a second code in the same browser, a day later, has waited; a code in another browser waits for its own day', async () => {
    const [first, second, third, early] = await make()
    const browser = await enter(first)
    service.clock.pass(DAY_MS - 1000)
    const again = await enter(early, browser)
    expect(await refusalOf(again)).toEqual([403, 'RECOVERY_WAIT'])
    service.clock.pass(1000)
    expect((await makeToken(await enter(second, again))).statusCode).toBe(201)
    expect(await refusalOf(await enter(third))).toEqual([403, 'RECOVERY_WAIT'])
  })

  it('a program that shows the token of its first sign-in has waited, and one with the token of another node has not', async () => {
    const [first, second, third] = await make()
    const program = await useCode(first)
    const stranger = await bearerFor(service, await addNode(service), { waitsUntil: service.now() })
    service.clock.pass(DAY_MS)
    expect((await makeToken(await useCode(second, program))).statusCode).toBe(201)
    expect(await refusalOf(await useCode(third, stranger))).toEqual([403, 'RECOVERY_WAIT'])
  })

  it('a day alone does not make the session fresh', async () => {
    const browser = await enter((await make())[0])
    service.clock.pass(DAY_MS)
    expect(await refusalOf(browser)).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
  })

  it('does not hold the owner, who signs in another way, and whose new codes end it', async () => {
    const [first, second] = await make()
    const thief = await enter(first)
    const owner = await bearerFor(service, node)
    expect((await makeToken(owner)).statusCode).toBe(201)
    expect((await service.call('POST', PATH, { headers: thief })).json().error).toBe('RECOVERY_WAIT')
    expect((await service.call('POST', PATH, { headers: owner })).statusCode).toBe(201)
    expect((await service.call('GET', '/api/node/tokens', { headers: thief })).statusCode).toBe(401)
    expect((await service.call('GET', '/api/node/tokens', { headers: owner })).statusCode).toBe(200)
    expect((await signIn(second ?? '')).statusCode).toBe(401)
  })
})

it('a sign-in by an old code never outlives new codes that are made at the same moment', async () => {
  for (let round = 0; round < 10; round++) {
    const [code = ''] = await make()
    const [entered, made] = await Promise.all([signIn(code), service.call('POST', PATH, { headers })])
    expect([entered.statusCode === 200 || entered.json().error === 'CODE_INVALID', made.statusCode]).toEqual([
      true,
      201,
    ])
    const thief = { authorization: `Bearer ${entered.json().node_token}` }
    expect((await service.call('GET', '/api/node/tokens', { headers: thief })).statusCode).toBe(401)
  }
})

it('an export says how many are left, and no code', async () => {
  const [code = ''] = await make()
  await signIn(code)
  const exported = await service.call('GET', '/api/node/export', { headers })
  expect(exported.json().recovery_codes).toMatchObject({ left: 9 })
  expect(exported.body).not.toContain(code)
})
