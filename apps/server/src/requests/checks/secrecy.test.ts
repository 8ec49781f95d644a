import { Writable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { passTestCheck, SHOP_ORIGIN, SHOP_RETURN } from '../../../test/checks.ts'
import { startTestService, type TestService, UNHURRIED } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { createLogger } from '../../platform/logger.ts'
import { computeCode } from '../request/redeem.ts'

let service: TestService
let app: FastifyInstance
let log = ''

beforeAll(async () => {
  service = await startTestService({ publicUrl: 'https://id.example.org' })
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      log += chunk
      done()
    },
  })
  app = createTestApp(service, { ...UNHURRIED, logger: createLogger('debug', lines) })
})
afterAll(async () => {
  await app.close()
  await service.stop()
})

const ADMIN = { 'x-admin-secret': 'the-admin-secret' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Whatever was answered beside the one answer that tells a secret. */
const answered: string[] = []

async function call(method: 'GET' | 'POST', url: string, more: Partial<InjectOptions> = {}): Promise<string> {
  const { body } = await app.inject({ method, url, ...more })
  return body
}

async function note(...given: Parameters<typeof call>): Promise<void> {
  answered.push(await call(...given))
}

it('secrets of sites, tokens, links and codes of checks stand in no log, in no page, and in no answer but the one that tells them', async () => {
  const payload = {
    name: 'Shop',
    origins: [SHOP_ORIGIN],
    return_urls: [SHOP_RETURN],
    webhook_url: 'https://shop.example/hook',
  }
  const made = JSON.parse(await call('POST', '/api/admin/sites', { payload, headers: ADMIN }))
  const { secret, webhook_secret: webhookSecret } = made
  const key = made.site.site_key as string
  const asked = { action: 'Pay', return_url: SHOP_RETURN }
  const { id } = JSON.parse(await call('POST', '/api/checks', { payload: asked, headers: bearer(secret) }))
  const started = JSON.parse(
    await call('POST', `/api/sites/${key}/checks`, { payload: { action: 'Pay' }, headers: { origin: SHOP_ORIGIN } }),
  )
  const screen = JSON.parse(await call('POST', `/api/checks/${id}/open`)).token
  const { url, number } = JSON.parse(await call('POST', `/api/checks/${id}/pair`, { headers: bearer(screen) }))
  const pair = new URL(url).hash.slice(1)
  const device = JSON.parse(await call('POST', `/api/checks/${id}/join`, { payload: { pair, number } })).token

  await note('GET', `/check/${id}`, { headers: { accept: 'text/html' } })
  await note('POST', '/api/challenge', { payload: { purpose: 'verify', check: id, check_token: device } })
  await note('GET', `/api/checks/${id}`, { headers: bearer(secret) })
  await note('POST', `/api/checks/${id}/join`, { payload: { pair, number } })
  await passTestCheck(service, id)
  await passTestCheck(service, started.id)
  const [code, other] = [computeCode(service, id), computeCode(service, started.id)]
  await note('POST', `/api/checks/${id}/redeem`, { payload: { code: `${code}x` }, headers: bearer(secret) })
  await note('POST', `/api/checks/${id}/redeem`, { payload: { code }, headers: bearer(secret) })
  await note('POST', `/api/checks/${id}/redeem?code=${code}`, { payload: { code }, headers: bearer(secret) })
  await note('POST', '/api/siteverify', { payload: { secret, response: `${started.id}.${other}` } })
  await note('POST', '/api/siteverify', { payload: { secret: `${secret}x`, response: `${started.id}.${other}` } })
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'x',
    client_id: key,
    client_secret: secret,
  })
  await note('POST', '/oidc/token', {
    payload: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  await note('GET', '/api/admin/sites', { headers: ADMIN })
  await note('GET', `/api/admin/sites/${key}/usage`, { headers: ADMIN })
  await note('GET', '/api/admin/webhooks', { headers: ADMIN })

  expect(answered[0]).toContain('Pay')
  for (const one of [secret, webhookSecret, screen, device, started.token, started.open_secret, pair, code, other]) {
    expect(one).toMatch(/.{40}/)
    expect(log).not.toContain(one)
    expect(answered.join('\n')).not.toContain(one)
  }
})
