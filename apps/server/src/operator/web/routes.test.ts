import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'

const DOCUMENT =
  '<!doctype html><html lang="en"><title>Stillhere</title><script type="module" src="/assets/index-Ab1_-.js"></script>'
const GERMAN = '<!doctype html><html lang="de"><title>Das Netzwerk</title>'
const SCRIPT = 'console.log("here")'
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const folder = mkdtempSync(join(tmpdir(), 'stillhere-pages-'))
let service: TestService
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content)
  write('index.html', DOCUMENT)
  mkdirSync(join(folder, 'pages/de'), { recursive: true })
  write('pages/de/network.html', GERMAN)
  write('secret.json', '{}')
  write('assets/index-Ab1_-.js', SCRIPT)
  write('assets/index-Ab1_-.js.br', brotliCompressSync(SCRIPT))
  write('assets/index-Ab1_-.js.gz', gzipSync(SCRIPT))
  write('assets/kernel-1.wasm', Buffer.from([0, 97, 115, 109]))
  write('assets/hand-1.task', 'model')
  write('assets/.hidden.js', 'hidden')
  write('assets/notes.txt', 'of no known type')
  mkdirSync(join(folder, 'assets', 'folder.js'))
  service = await startTestService({ webDir: folder })
  app = service.app
})

afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

describe('GET a page', () => {
  it.each([
    ['/scan/', '/scan'],
    ['/join/?invite=A/B', '/join?invite=A/B'],
  ])('308: %s leads to %s', async (url, location) => {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.headers.location]).toEqual([308, location])
  })

  it.each([
    '/',
    '/join',
    '/scan',
    '/node',
    '/network',
    '/verify',
    '/agents',
    '/research',
    '/admin',
    '/developers',
    '/waitlist',
    '/confirm',
  ])('200: %s is the app, to be asked for anew each time, under a strict policy', async (url) => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(DOCUMENT)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval'(?<!'wasm-unsafe-eval')|https?:|\*/)
  })

  it.each([
    ['de-AT, en;q=0.5', '', GERMAN],
    ['en, de;q=0.5', '', DOCUMENT],
    ['es', 'a=b; stillhere-language=de; c=d', GERMAN],
    ['de', 'stillhere-language=en', DOCUMENT],
    ['de', 'stillhere-language=../x', GERMAN],
  ])('200: a page for %s and the cookie "%s" is in its language', async (accepted, cookie, document) => {
    const answer = await app.inject({ url: '/network', headers: { 'accept-language': accepted, cookie } })
    expect([answer.statusCode, answer.body]).toEqual([200, document])
    expect(answer.headers.vary).toBe('accept-encoding, accept-language, cookie')
  })

  it('304: to a browser that has it', async () => {
    const { etag } = (await app.inject('/')).headers
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const other = await app.inject({ url: '/', headers: { 'if-none-match': '"other"' } })
    expect(other.statusCode).toBe(200)
  })

  it('200: another ETag for another build', async () => {
    const before = (await app.inject('/')).headers.etag
    writeFileSync(join(folder, 'index.html'), `${DOCUMENT}<p>`)
    expect((await app.inject('/')).headers.etag).not.toBe(before)
    writeFileSync(join(folder, 'index.html'), DOCUMENT)
  })

  it('200: HEAD has the headers and no body', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/network' })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(DOCUMENT.length)])
  })

  it('405: a page cannot be posted to', async () => {
    const answer = await app.inject({ method: 'POST', url: '/join' })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  it('200: a service without built pages says so, and leads on', async () => {
    const settings = { ...service.settings, webDir: join(folder, 'nowhere') }
    const bare = createTestApp({ ...service, settings })
    const answer = await bare.inject('/')
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('npm run build')
    expect(answer.body).toContain('href="/status"')
    await bare.close()
  })
})

describe('GET /assets/:name', () => {
  const SCRIPT_URL = '/assets/index-Ab1_-.js'

  it.each([
    [SCRIPT_URL, 'text/javascript; charset=utf-8'],
    ['/assets/kernel-1.wasm', 'application/wasm'],
    ['/assets/hand-1.task', 'application/octet-stream'],
  ])('200: %s may be kept for a year', async (url, type) => {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type])
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
  })

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=1.0', 'gzip'],
    ['br;q=0.0,gzip;q=0', undefined],
    ['zstd', undefined],
    ['', undefined],
    ['brotli, xgzip', undefined],
  ])('200: for "%s" it is sent as %s', async (accepted, encoding) => {
    const answer = await app.inject({ url: SCRIPT_URL, headers: { 'accept-encoding': accepted } })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toContain('accept-encoding')
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
    if (encoding === undefined) expect(answer.body).toBe(SCRIPT)
  })

  it.each([
    '/assets/nothing.js',
    '/assets/',
    '/assets/notes.txt',
    '/assets/.hidden.js',
    '/assets/folder.js',
    '/assets/index-Ab1_-.js.br',
    '/assets/%2e%2e%2fsecret.json',
    '/assets/a%00.js',
    '/assets/ä.js',
  ])('404: %s is a problem document, for browsers too', async (url) => {
    const answer = await app.inject({ url, headers: { accept: '*/*' } })
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'NOT_FOUND'])
  })

  it('404: a name of any length, and nothing else happens', async () => {
    expect((await app.inject(`/assets/${'a'.repeat(700)}.js`)).statusCode).toBe(404)
  })
})

describe('an address that nobody has', () => {
  it('404: a person gets the app, which says so', async () => {
    const answer = await app.inject({ url: '/nonsense?x=1', headers: BROWSER })
    expect([answer.statusCode, answer.body]).toEqual([404, DOCUMENT])
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
  })

  it.each([
    ['GET', '/nonsense', 'application/json'],
    ['GET', '/nonsense', '*/*'],
    ['GET', '/api/nonsense', BROWSER.accept],
    ['GET', '/api', BROWSER.accept],
    ['GET', '/assets/none.js', BROWSER.accept],
    ['POST', '/nonsense', BROWSER.accept],
  ] as const)('404: %s %s for %s is a problem document', async (method, url, accept) => {
    const answer = await app.inject({ method, url, headers: { accept } })
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'NOT_FOUND'])
  })
})

it('tells the pages of a sandbox what they are, at every address', async () => {
  const sandbox = createTestApp({ ...service, settings: { ...service.settings, sandbox: true } })
  for (const url of ['/', '/verify', '/nowhere']) {
    const { body, headers } = await sandbox.inject({ url, headers: BROWSER })
    expect(body, url).toBe(DOCUMENT.replace('<html lang', '<html data-sandbox lang'))
    expect(headers['content-security-policy']).toBe((await app.inject('/')).headers['content-security-policy'])
  }
  await sandbox.close()
})
