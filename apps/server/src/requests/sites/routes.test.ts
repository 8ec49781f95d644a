import type { Site } from '@stillhere/contract'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsOf } from '../../../test/contents.ts'
import { pointersOf, readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const SHOP = { name: 'Shop', origins: ['https://shop.example'], return_urls: ['https://shop.example/back'] }
const asAdmin = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', more: Partial<InjectOptions> = {}) =>
  service.call(method, `/api/admin/sites${path}`, {
    ...more,
    headers: { 'x-admin-secret': 'the-admin-secret', ...more.headers },
  })
const register = async (changes = {}): Promise<{ site: Site; secret: string }> =>
  (await asAdmin('POST', '', { payload: { ...SHOP, ...changes } })).json()
const look = async (siteKey: string): Promise<Site | undefined> =>
  (await asAdmin('GET')).json().sites.find(({ site_key }: Site) => site_key === siteKey)

describe('POST /api/admin/sites', () => {
  it('201: shows the secret once; what is stored does not hold it', async () => {
    const answer = await asAdmin('POST', '', { payload: SHOP })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store'])
    const { site, secret } = answer.json()
    expect(site).toMatchObject({ ...SHOP, test: false, disabled_at: null, secrets: [{ hint: secret.slice(-4) }] })
    expect(await look(site.site_key)).toEqual(site)
    expect(Object.values(await contentsOf(service.db)).join('')).not.toContain(secret)
  })

  it('201: a site for tests, without return addresses', async () => {
    const { site } = await register({ return_urls: undefined, test: true, name: '  Shop  ' })
    expect(site).toMatchObject({ name: 'Shop', return_urls: [], test: true })
  })

  it.each([
    ['/name', { name: ' ' }],
    ['/name', { name: 'Shop\u202egnp.exe' }],
    ['/name', { name: 'x'.repeat(65) }],
    ['/origins', { origins: [] }],
    ['/origins', { origins: Array.from({ length: 21 }, (_, i) => `https://s${i}.example`) }],
    ['/origins/0', { origins: ['https://shop.example/'] }],
    ['/return_urls/1', { return_urls: ['https://shop.example/back', 'http://shop.example/back'] }],
    ['/logout_url', { logout_url: 'http://shop.example/logout' }],
    ['/logout_url', { logout_url: 'https://10.0.0.1/logout' }],
    ['/ping_url', { ping_url: 'https://10.0.0.1/ping' }],
    ['/test', { test: 'yes' }],
    ['/actions/Sign up', { actions: { 'Sign up': 0 } }],
    ['/actions/Sign up', { actions: { 'Sign up': 3 } }],
    ['/actions/Si\u200bgn up', { actions: { 'Si\u200bgn up': 1 } }],
    ['/actions', { actions: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`a${i}`, 1])) }],
  ])('400: names %s of %j and stores nothing', async (pointer, changes) => {
    const before = await readStored(service)
    const answer = await asAdmin('POST', '', { payload: { ...SHOP, ...changes } })
    expect([answer.statusCode, pointersOf(answer.json())]).toEqual([400, [pointer]])
    expect(await readStored(service)).toEqual(before)
  })

  it.each(['POST', 'GET'] as const)('401: %s without the admin secret', async (method) => {
    const before = await readStored(service)
    const answer = await service.call(method, '/api/admin/sites', method === 'POST' ? { payload: SHOP } : {})
    expect(answer.statusCode).toBe(401)
    expect(await readStored(service)).toEqual(before)
  })
})

describe('GET /api/admin/sites', () => {
  it('200: the newest first, page by page', async () => {
    const keys = []
    for (const name of ['One', 'Two', 'Three']) keys.unshift((await register({ name })).site.site_key)
    const first = (await asAdmin('GET', '?limit=2')).json()
    const second = (await asAdmin('GET', `?limit=2&cursor=${first.nextCursor}`)).json()
    const pages = [...first.sites, ...second.sites].slice(0, 3)
    expect(pages.map(({ site_key }: Site) => site_key)).toEqual(keys)
  })

  it.each(['limit=0', 'limit=501', 'cursor=x'])('400: refuses ?%s', async (query) => {
    expect((await asAdmin('GET', `?${query}`)).statusCode).toBe(400)
  })
})

describe('PATCH /api/admin/sites/:site_key', () => {
  it('200: changes what is given, and only that', async () => {
    const { site } = await register()
    const change = { name: 'New shop', origins: ['https://new.example'], logout_url: 'https://new.example/logout' }
    const answer = await asAdmin('PATCH', `/${site.site_key}`, { payload: change })
    expect([answer.statusCode, answer.json()]).toEqual([200, { ...site, ...change }])
    expect(await look(site.site_key)).toEqual({ ...site, ...change })
  })

  it('200: null removes the logout address; what is not given leaves it', async () => {
    const { site } = await register({ logout_url: 'https://shop.example/logout' })
    const patch = async (payload: object) =>
      (await asAdmin('PATCH', `/${site.site_key}`, { payload })).json().logout_url
    expect([site.logout_url, await patch({ name: 'New shop' })]).toEqual(Array(2).fill('https://shop.example/logout'))
    expect(await patch({ logout_url: null })).toBeNull()
  })

  it('200: the actions that are given take the place of those before', async () => {
    const { site } = await register({ actions: { 'Sign up': 1, Pay: 2 } })
    expect(site.actions).toEqual({ 'Sign up': 1, Pay: 2 })
    const patch = async (payload: object) => (await asAdmin('PATCH', `/${site.site_key}`, { payload })).json().actions
    expect(await patch({ name: 'New shop' })).toEqual({ 'Sign up': 1, Pay: 2 })
    expect(await patch({ actions: { Pay: 1 } })).toEqual({ Pay: 1 })
    expect((await look(site.site_key))?.actions).toEqual({ Pay: 1 })
  })

  it('200: disables at the first time, and enables again', async () => {
    const { site } = await register()
    const disable = (disabled: boolean) => asAdmin('PATCH', `/${site.site_key}`, { payload: { disabled } })
    const { disabled_at: first } = (await disable(true)).json()
    service.clock.pass(60_000)
    expect([typeof first, (await disable(true)).json().disabled_at]).toEqual(['string', first])
    expect((await disable(false)).json().disabled_at).toBeNull()
  })

  it('400: a bad address changes nothing else', async () => {
    const { site } = await register()
    const payload = { name: 'New shop', origins: ['https://shop.example/x'] }
    const answer = await asAdmin('PATCH', `/${site.site_key}`, { payload })
    expect([answer.statusCode, pointersOf(answer.json())]).toEqual([400, ['/origins/0']])
    expect(await look(site.site_key)).toEqual(site)
  })
})

describe('the secrets of a site', () => {
  const addSecret = (siteKey: string) => asAdmin('POST', `/${siteKey}/secrets`)

  it('201: a second one beside the first; 409: no third', async () => {
    const { site, secret } = await register()
    const answer = await addSecret(site.site_key)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store'])
    expect(answer.json().secret).not.toBe(secret)
    expect(answer.json().site.secrets).toHaveLength(2)
    const refused = await addSecret(site.site_key)
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'SITE_SECRET_LIMIT_REACHED'])
  })

  it('of many that are asked for at once, one is made', async () => {
    const { site } = await register()
    const answers = await Promise.all(Array.from({ length: 10 }, () => addSecret(site.site_key)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect((await look(site.site_key))?.secrets).toHaveLength(2)
  })

  it('of many that are asked for at once by a site without any, two are made', async () => {
    const { site } = await register()
    await asAdmin('DELETE', `/${site.site_key}/secrets/${site.secrets[0]?.id}`)
    const answers = await Promise.all(Array.from({ length: 10 }, () => addSecret(site.site_key)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2)
  })

  it('200: removes one, which makes room; 404: twice, or of another site', async () => {
    const [{ site }, { site: other }] = [await register(), await register()]
    const remove = (siteKey: string) => asAdmin('DELETE', `/${siteKey}/secrets/${site.secrets[0]?.id}`)
    expect((await remove(other.site_key)).statusCode).toBe(404)
    expect((await remove(site.site_key)).json()).toEqual({ success: true })
    expect((await remove(site.site_key)).statusCode).toBe(404)
    expect((await look(site.site_key))?.secrets).toEqual([])
    expect((await addSecret(site.site_key)).statusCode).toBe(201)
  })
})

describe('a site that is removed or never was', () => {
  it('200: is gone with its secrets', async () => {
    const { site } = await register()
    expect((await asAdmin('DELETE', `/${site.site_key}`)).json()).toEqual({ success: true })
    expect(await look(site.site_key)).toBeUndefined()
    expect((await contentsOf(service.db))['site_secret']).not.toContain(site.secrets[0]?.id)
  })

  it.each(['PATCH', 'DELETE', 'POST'] as const)('404: %s', async (method) => {
    for (const key of [`site_${'A'.repeat(22)}`, 'x', '%00', '1']) {
      const path = method === 'POST' ? `/${key}/secrets` : `/${key}`
      expect((await asAdmin(method, path, method === 'PATCH' ? { payload: {} } : {})).statusCode).toBe(404)
      expect((await asAdmin('DELETE', `/${key}/secrets/x`)).statusCode).toBe(404)
    }
  })
})
