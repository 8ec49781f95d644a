import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../nodes.ts'
import { readStored } from '../refusals.ts'
import { startTestService, type TestService } from '../service.ts'
import { newWallet, visit } from '../wallets.ts'

const HOME = { domain: 'id.example.org', uri: 'https://id.example.org/login' }
const EVIL = { domain: 'evil.example', uri: 'https://evil.example/login' }
const LOCAL = { domain: 'localhost', uri: 'http://localhost/login' }

let service: TestService
beforeAll(async () => {
  service = await startTestService({ publicUrl: 'https://id.example.org' })
})
afterAll(() => service.stop())

describe('sign-in with Ethereum, with PUBLIC_URL', () => {
  it.each([
    ['a foreign Host', EVIL, { host: 'evil.example' }, 421, undefined],
    ['a foreign domain', EVIL, {}, 401, 'domain'],
    ['X-Forwarded-Host', EVIL, { 'x-forwarded-host': 'evil.example' }, 401, 'domain'],
    ['Forwarded', EVIL, { forwarded: 'host=evil.example;proto=https' }, 401, 'domain'],
    ['localhost', LOCAL, { host: 'localhost' }, 401, 'domain'],
    ['a foreign URI', { ...HOME, uri: EVIL.uri }, {}, 401, 'uri'],
    ['another scheme', { ...HOME, scheme: 'http' }, {}, 401, 'scheme'],
  ])('%s: refused, and nothing is written', async (_, fields, headers, status, rule) => {
    const wallet = newWallet()
    await visit(service, wallet, { fields: HOME, headers: await bearerFor(service, await addNode(service)) })
    const before = await readStored(service)
    const answer = await visit(service, wallet, { fields, headers })
    expect(answer.statusCode, answer.body).toBe(status)
    if (rule) expect(answer.json().detail.split(':')[0]).toBe(rule)
    expect(await readStored(service)).toEqual(before)
    expect((await visit(service, wallet, { fields: HOME })).json()).toMatchObject({ binding: 'proved' })
  })
})
