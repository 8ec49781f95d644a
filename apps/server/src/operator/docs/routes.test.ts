import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENDPOINTS } from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'

let service: TestService
const get = (url: string) => service.app.inject(url)

beforeAll(async () => {
  service = await startTestService({ publicUrl: 'https://id.example.org' })
})
afterAll(() => service.stop())

describe('GET /openapi.json', () => {
  it('200: describes every endpoint of the contract', async () => {
    const answer = await get('/openapi.json')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const { openapi, info, servers, paths } = answer.json()
    expect([openapi, info.version, servers]).toEqual(['3.1.1', '1.0.0', [{ url: 'https://id.example.org' }]])
    expect(Object.values<object>(paths).flatMap((methods) => Object.keys(methods))).toHaveLength(ENDPOINTS.length)
  })

  it('lists what the service serves, and nothing else', async () => {
    for (const { method, path } of ENDPOINTS) {
      expect(service.app.hasRoute({ method, url: path }), `${method} ${path}`).toBe(true)
    }
  })
})

describe('GET /docs/api', () => {
  it('200: shows every endpoint, and loads its own script and style only', async () => {
    const answer = await get('/docs/api')
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/)
    expect(answer.body.match(/<details id/g)).toHaveLength(ENDPOINTS.length)
    const loaded = [...answer.body.matchAll(/(?:src|href)="(\/[^"]*\.(?:js|css))"/g)].map(([, url]) => url ?? '')
    expect(loaded).toEqual(expect.arrayContaining(['/docs/viewer.css', '/docs/viewer.js']))
    for (const url of loaded) expect((await get(url)).statusCode).toBe(200)
    expect(answer.body).not.toMatch(/ style="| on[a-z]+="|<script>|<style>/)
  })

  it('shows a call to copy, the bounds and the errors of an endpoint', async () => {
    const { body } = await get('/docs/api')
    expect(body).toContain('curl -X POST &#39;https://id.example.org/api/subscribe&#39;')
    expect(body).toContain('-d &#39;{&#34;email&#34;:&#34;ada@example.org&#34;}&#39;')
    expect(body).toContain('curl &#39;https://id.example.org/api/identity?email=ada@example.org&#39;')
    expect(body).toContain('<code>pesScore</code> <b title="required">*</b></th><td>number</td><td>0 to 1</td>')
    expect(body).toContain('429 <code>DAILY_LIMIT_REACHED</code>')
  })
})

describe('GET /docs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-docs-'))
  mkdirSync(join(folder, 'docs', 'guides'), { recursive: true })
  mkdirSync(join(folder, 'docs', 'internals', 'decisions'), { recursive: true })
  writeFileSync(join(folder, 'docs', 'index.html'), '<html><meta content="{{origin}}/card.png"><h1>Docs')
  writeFileSync(join(folder, 'docs', 'frame-api.html'), '<title>{{title}}</title><main>{{main}}</main>')
  writeFileSync(join(folder, 'docs', 'guides', 'deploy.html'), '<h1>Deploy')
  writeFileSync(join(folder, 'docs', 'internals', 'decisions', '0001.html'), '<h1>Decision')
  writeFileSync(join(folder, 'secret.html'), 'secret')
  const built = () => createTestApp({ ...service, settings: { ...service.settings, webDir: folder } })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('200: the guides as they were built, with whole addresses for cards, and the API in their frame', async () => {
    const app = built()
    expect((await app.inject('/docs')).body).toBe('<html><meta content="https://id.example.org/card.png"><h1>Docs')
    expect((await app.inject('/docs/guides/deploy')).body).toBe('<h1>Deploy')
    expect((await app.inject('/docs/api')).body).toContain('<title>API 1.0.0</title><main><div class="api"')
    await app.close()
  })

  it('301: a page about internals keeps the address it had directly under /docs', async () => {
    const app = built()
    const { statusCode, headers } = await app.inject('/docs/decisions/0001')
    expect([statusCode, headers.location]).toEqual([301, '/docs/internals/decisions/0001'])
    expect((await app.inject('/docs/internals/decisions/0001')).body).toBe('<h1>Decision')
    await app.close()
  })

  it.each(['/docs/none', '/docs/guides', '/docs/frame-api', '/docs/..%2fsecret', '/docs/guides/%2e%2e/%2e%2e/secret'])(
    '404: %s',
    async (url) => {
      const app = built()
      expect((await app.inject({ url, headers: { accept: '*/*' } })).statusCode).toBe(404)
      await app.close()
    },
  )

  it('200: the API alone where the pages are not built', async () => {
    const app = createTestApp({ ...service, settings: { ...service.settings, webDir: join(folder, 'none') } })
    const answer = await app.inject('/docs')
    expect([answer.statusCode, answer.body.includes('id="getHealth"')]).toEqual([200, true])
    await app.close()
  })
})
