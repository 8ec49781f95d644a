import { ENDPOINTS } from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/service.ts'

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

describe('GET /docs', () => {
  it('200: shows every endpoint, and loads its own script and style only', async () => {
    const answer = await get('/docs')
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(answer.body.match(/<details /g)).toHaveLength(ENDPOINTS.length)
    const loaded = [...answer.body.matchAll(/(?:src|href)="(\/[^"]*\.(?:js|css))"/g)].map(([, url]) => url ?? '')
    expect(loaded.toSorted()).toEqual(['/docs/viewer.css', '/docs/viewer.js'])
    for (const url of loaded) expect((await get(url)).statusCode).toBe(200)
    expect(answer.body).not.toMatch(/ style="| on[a-z]+="|<script>|<style>/)
  })

  it('shows a call to copy, the bounds and the errors of an endpoint', async () => {
    const { body } = await get('/docs')
    expect(body).toContain('curl -X POST &#39;https://id.example.org/api/subscribe&#39;')
    expect(body).toContain('-d &#39;{&#34;email&#34;:&#34;ada@example.org&#34;}&#39;')
    expect(body).toContain('curl &#39;https://id.example.org/api/identity?email=ada@example.org&#39;')
    expect(body).toContain('<code>pesScore</code> <b title="required">*</b></th><td>number</td><td>0 to 1</td>')
    expect(body).toContain('429 <code>DAILY_LIMIT_REACHED</code>')
  })
})
