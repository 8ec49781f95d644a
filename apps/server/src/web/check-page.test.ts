import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addTestCheck,
  addTestSite,
  passTestCheck,
  SHOP_ORIGIN,
  startTestCheck,
  type TestSite,
} from '../../test/checks.ts'
import { startTestService, type TestService } from '../../test/service.ts'

const DOCUMENT =
  '<!doctype html><html lang="en"><title>Stillhere</title><body><div id="app"></div><noscript>No</noscript></body></html>'
// Each would leave its place, or change what the replacement does, where it was not escaped.
const NASTY = `</script><script>alert(1)</script> "x" 'y' & <!-- $& $1 $\``

const folder = mkdtempSync(join(tmpdir(), 'stillhere-check-page-'))
let service: TestService
let shop: TestSite

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), DOCUMENT)
  writeFileSync(join(folder, 'check.js'), 'here()')
  writeFileSync(join(folder, 'sw.js'), 'listen()')
  service = await startTestService({ webDir: folder })
  shop = await addTestSite(service, { name: 'Shop & <b>Co</b>' })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const get = (id: string) => service.app.inject(`/check/${id}`)
const readData = (html: string) => /<script type="application\/json" id="check">([^<]*)<\/script>/.exec(html)?.[1] ?? ''

describe('GET /check/:id', () => {
  it('200: who asks and exactly what for stand in the document, as text and as data, and never as markup', async () => {
    const details = { 'a <i>': NASTY, Second: 'two\nlines' }
    const { id } = await addTestCheck(service, shop, { action: NASTY, details })
    const { statusCode, body, headers } = await get(id)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body).not.toMatch(/<b>|<i>|<!--|alert\(1\)<\/script/)
    expect(body).toContain('Shop &#38; &#60;b&#62;Co&#60;/b&#62; asks you to confirm')
    expect(body).toContain(
      '&#60;/script&#62;&#60;script&#62;alert(1)&#60;/script&#62; &#34;x&#34; &#39;y&#39; &#38; &#60;!-- $&#38; $1 $`',
    )
    expect(body).toContain('two\nlines')
    expect(body.indexOf('a &#60;i&#62;')).toBeLessThan(body.indexOf('Second'))
    expect(JSON.parse(readData(body))).toEqual({
      id,
      site: 'Shop & <b>Co</b>',
      origin: SHOP_ORIGIN,
      action: NASTY,
      details,
      assurance: 1,
      otherWay: false,
      fromPage: false,
      test: false,
      status: 'open',
    })
  })

  it('200: keeps the direction of each text to itself, and shows code with escapes', async () => {
    const details = { סכום: '100', command: 'rm \u202E<i>\n' }
    const { id } = await addTestCheck(service, shop, { action: 'לשלם 100', details })
    const { body } = await get(id)
    expect(body).toContain('<bdi class="check-action">לשלם 100</bdi>')
    expect(body).toContain('<dt><bdi>סכום</bdi></dt><dd><bdi>100</bdi></dd>')
    expect(body).toContain('<dd><code dir="ltr">rm <mark>\\u{202e}</mark>&#60;i&#62;<mark>\\n</mark>\n</code></dd>')
  })

  it('200: says that a page of the site started it, and stays within reach of that page', async () => {
    const { id } = await startTestCheck(service, shop)
    const { body, headers } = await get(id)
    expect(JSON.parse(readData(body))).toMatchObject({ id, origin: SHOP_ORIGIN, fromPage: true })
    expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
  })

  it('200: says that a check is over, and that a test is one', async () => {
    const test = await addTestSite(service, { test: true })
    const { id } = await addTestCheck(service, test)
    await passTestCheck(service, id)
    const { body } = await get(id)
    expect(body).toContain('This check is done.')
    expect(body).toContain('This is a test.')
  })

  it('200: speaks the language of the browser, with what the site wrote as it is', async () => {
    const { id } = await addTestCheck(service, shop, { action: 'Pay {site}' })
    const { body } = await service.app.inject({ url: `/check/${id}`, headers: { 'accept-language': 'es' } })
    expect(body).toContain('te pide que confirmes</span> <bdi class="check-action">Pay {site}</bdi>')
    expect(body).toContain('<p class="check-status">Un momento…</p>')
  })

  it.each(['x', '00000000-0000-4000-8000-000000000000', '%3Cscript%3E'])('404: for the check %s', async (id) => {
    const { statusCode, body } = await get(id)
    expect([statusCode, readData(body)]).toEqual([404, 'null'])
    expect(body).toContain('This check doesn’t exist')
  })
})

describe('GET /sw.js', () => {
  it('200: to pages of this service alone, asked for anew each time, under their policy', async () => {
    const { statusCode, headers, body } = await service.app.inject('/sw.js')
    expect([statusCode, body, headers['cache-control']]).toEqual([200, 'listen()', 'no-cache'])
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers['content-security-policy']).toContain("worker-src 'self'")
  })
})

describe('GET /check.js', () => {
  it('200: to pages of every origin, for minutes; 304 to those who have it', async () => {
    const { statusCode, headers, body } = await service.app.inject({
      url: '/check.js',
      headers: { origin: 'https://a.example' },
    })
    expect([statusCode, body, headers['access-control-allow-origin']]).toEqual([200, 'here()', '*'])
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(headers['cache-control']).toBe('public, max-age=300')
    const again = await service.app.inject({ url: '/check.js', headers: { 'if-none-match': String(headers.etag) } })
    expect(again.statusCode).toBe(304)
  })
})
