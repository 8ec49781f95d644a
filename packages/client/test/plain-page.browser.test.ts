import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJson, type Receipt, verifyReceipt } from '@stillhere/receipt'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium, WITH_DEVICES } from '../../../scripts/chromium.ts'
import { serveFolder } from './static-server.ts'
import { passScan, stopClock, virtualPhoneScript } from './virtual-phone.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const TIMEOUT_MS = 400_000
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; form-action 'self'"
const folder = mkdtempSync(join(tmpdir(), 'plain-page-'))
let browser: Browser

beforeAll(async () => {
  browser = await shareChromium()
})

afterAll(() => rmSync(folder, { recursive: true }))

it(
  'a page without any bundler scans, in a thread, under a strict policy, and sends the receipt',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    cpSync(join(ROOT, 'examples', 'plain-page.html'), join(folder, 'index.html'))
    symlinkSync(join(ROOT, 'packages', 'client', 'dist'), join(folder, 'stillhere'))
    const { value, loaded, missing } = await scanIn(folder, { 'content-security-policy': policy })
    expect(statusOf(value, { audience: 'https://shop.example' })).toBe('VALID')
    expect(loaded).toContain('/stillhere/browser/worker.js')
    expect(missing).toEqual([])
  },
)

it(
  'the ten lines bundled by esbuild, which leaves the thread behind, scan on the page itself',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const { value, missing } = await scanIn(await bundledExample('vite-page'))
    expect(statusOf(value)).toBe('VALID')
    expect([...new Set(missing)]).toEqual(['/worker.js'])
  },
)

it(
  'the page of docs/scan.md, which calls scan itself, tells somebody without sensors what to do',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const server = await serveFolder(await bundledExample('scan-page'))
    const page = await (await shareChromium(WITH_DEVICES)).newPage()
    await page.clock.install()
    await page.goto(server.address)
    await page.getByRole('button', { name: 'Scan' }).click()
    const advice = page.locator('output', { hasText: 'Open this page on a phone' })
    await expect.poll(() => page.clock.runFor(1000).then(() => advice.count())).toBe(1)
    expect(await page.locator('output').textContent()).toContain('(give_up)')
    await page.context().close()
    server.stop()
  },
)

async function bundledExample(name: string): Promise<string> {
  const bundled = join(folder, name)
  cpSync(join(ROOT, 'examples', name, 'index.html'), join(bundled, 'index.html'))
  await build({
    entryPoints: [join(ROOT, 'examples', name, 'main.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    outfile: join(bundled, 'main.ts'),
    logLevel: 'silent',
  })
  return bundled
}

type Scanned = { value: string; loaded: string[]; missing: string[] }

async function scanIn(served: string, headers: Record<string, string> = {}): Promise<Scanned> {
  const server = await serveFolder(served, headers)
  const page = await browser.newPage()
  const loaded: string[] = []
  const missing: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname !== '/favicon.ico') (response.ok() ? loaded : missing).push(pathname)
  })
  await page.clock.install()
  await page.addInitScript(await virtualPhoneScript())
  await page.goto(server.address)
  await page.getByRole('button', { name: 'Scan' }).waitFor()
  await stopClock(page)
  await page.getByRole('button', { name: 'Scan' }).click()
  // Time must not run away from a thread that is still being fetched.
  await expect.poll(() => [...loaded, ...missing].some((path) => path.endsWith('/worker.js'))).toBe(true)
  await passScan(page)
  const value: string = await page.evaluate('document.querySelector("stillhere-scan").value')
  await page.context().close()
  server.stop()
  return { value, loaded, missing }
}

function statusOf(value: string, options: { audience?: string } = {}): string {
  const receipt = parseJson(value)
  // The clock of the page went ahead of ours.
  const now = Date.parse((receipt as unknown as Receipt).signature.signedAt)
  return verifyReceipt(receipt, { ...options, now }).status
}
