import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { messageOf, newWallet, signBody, visit } from '../../../test/wallets.ts'
import { requireName, readSettings } from '../settings/settings.ts'

let service: TestService
let named: FastifyInstance
let port: number

beforeAll(async () => {
  service = await startTestService()
  named = createTestApp({ ...service, settings: { ...service.settings, publicUrl: 'https://id.example.org' } })
  port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(async () => {
  await named.close()
  await service.stop()
})

describe('a name that is not ours', () => {
  it.each(['/metrics', '/livez', '/', '/docs', '/api/nodes/count', '/nothing', '/.well-known/stillhere.json'])(
    'F17: 421: is answered at %s with the name that is',
    async (url) => {
      const answer = await service.app.inject({ url, headers: { host: 'evil.example:8787' } })
      expect(answer.json()).toMatchObject({ status: 421, error: 'MISDIRECTED_REQUEST' })
      expect(answer.json().detail).toContain('localhost')
      const elsewhere = await named.inject({ url, headers: { host: 'evil.example' } })
      expect(elsewhere.json()).toMatchObject({ status: 421, error: 'MISDIRECTED_REQUEST' })
      expect(elsewhere.json().detail).toContain('id.example.org')
    },
  )

  it.each([
    'localhost.evil.example',
    'evil-localhost',
    '127.0.0.1.evil.example',
    '128.0.0.1',
    '[::2]',
    'localhost@evil.example',
    'evil.example@localhost',
    'localhost/evil.example',
    'localhost:x',
  ])('F17: 421 or 400: %j', async (host) => {
    expect([400, 421]).toContain((await service.app.inject({ url: '/livez', headers: { host } })).statusCode)
  })

  it('F4: 421: X-Forwarded-Host does not make it ours, nor the right one wrong', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'localhost' }
    expect((await service.app.inject({ url: '/livez', headers })).statusCode).toBe(421)
    const swapped = { host: 'localhost', 'x-forwarded-host': 'evil.example' }
    expect((await service.app.inject({ url: '/livez', headers: swapped })).statusCode).toBe(200)
  })
})

describe('a name of ours', () => {
  it.each([
    'localhost',
    'localhost:9999',
    'LOCALHOST:8787',
    'app.localhost',
    '127.0.0.1:8787',
    '127.8.9.1',
    '[::1]:8787',
  ])('200: %s, with and without PUBLIC_URL', async (host) => {
    for (const app of [service.app, named])
      expect((await app.inject({ url: '/livez', headers: { host } })).statusCode).toBe(200)
  })

  it('200: that of PUBLIC_URL, from anywhere and with any port; 421: without the setting', async () => {
    for (const host of ['id.example.org', 'ID.example.org:8787']) {
      const call = { url: '/livez', headers: { host }, remoteAddress: '203.0.113.5' }
      expect((await named.inject(call)).statusCode).toBe(200)
      expect((await service.app.inject(call)).statusCode).toBe(421)
    }
  })
})

describe('a signed message, without PUBLIC_URL', () => {
  const evil = { domain: 'evil.example', uri: 'https://evil.example/login' }

  it.each([
    ['Host', { host: 'evil.example' }, 421],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }, 401],
  ])('F4: one for another site is refused, whatever %s says', async (_, headers, status) => {
    const wallet = newWallet()
    await visit(service, wallet, { headers: await bearerFor(service, await addNode(service)) })
    expect((await visit(service, wallet, { fields: evil, headers })).statusCode).toBe(status)
    expect((await visit(service, wallet)).json()).toMatchObject({ binding: 'proved' })
  })

  it.each([
    ['a proxy that sends X-Forwarded-For', { 'x-forwarded-for': '203.0.113.5' }, '127.0.0.1'],
    ['a proxy that sends Forwarded', { forwarded: 'for=203.0.113.5' }, '127.0.0.1'],
    ['a proxy that sends X-Real-IP', { 'x-real-ip': '203.0.113.5' }, '127.0.0.1'],
    ['a proxy that sends Via', { via: '1.1 proxy' }, '127.0.0.1'],
    ['another machine', {}, '203.0.113.5'],
  ])('F4: 401: one for localhost is refused from %s, and the way out is told', async (_, headers, remoteAddress) => {
    const wallet = newWallet()
    const payload = await signBody(wallet, messageOf(wallet, service.now()))
    const answer = await service.app.inject({ method: 'POST', url: '/api/auth/siwe', payload, headers, remoteAddress })
    expect(answer.json()).toMatchObject({ status: 401, detail: expect.stringContaining('must set PUBLIC_URL') })
  })

  it('F4: over a connection it must name the port listened on', async () => {
    expect(await signInAs(`localhost:${port}`, `localhost:${port}`)).toBe(200)
    expect(await signInAs(`127.0.0.1:${port}`, `127.0.0.1:${port}`)).toBe(200)
    expect(await signInAs('localhost:3000', 'localhost:3000')).toBe(401)
    expect(await signInAs('localhost:3000', `localhost:${port}`)).toBe(401)
  })
})

it.each([
  [{ HOST: '0.0.0.0' }, /^HOST 0\.0\.0\.0 lets others in: set PUBLIC_URL/],
  [{ HOST: '::' }, /PUBLIC_URL/],
  [{ HOST: '192.168.1.5' }, /PUBLIC_URL/],
  [{ HOST: '127.0.0.1.evil.example' }, /PUBLIC_URL/],
])('F4: does not start by %o, and names the way out', (env, words) => {
  expect(() => requireName(readSettings(env))).toThrow(words)
  expect(() => requireName(readSettings({ ...env, PUBLIC_URL: 'https://id.example.org' }))).not.toThrow()
})

it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('F4: starts on HOST %s without PUBLIC_URL', (HOST) => {
  expect(() => requireName(readSettings({ HOST }))).not.toThrow()
})

/** The status of a sign-in by a message for one site, sent over a connection under a Host. */
async function signInAs(site: string, host: string): Promise<number | undefined> {
  const wallet = newWallet()
  const fields = { domain: site, uri: `http://${site}/login` }
  const headers = { host, 'content-type': 'application/json' }
  const call = request({ port, host: '127.0.0.1', path: '/api/auth/siwe', method: 'POST', headers })
  call.write(JSON.stringify(await signBody(wallet, messageOf(wallet, service.now(), fields))))
  call.end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}
