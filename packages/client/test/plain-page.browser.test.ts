import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJson, verifyReceipt } from '@stillhere/receipt'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../../../scripts/chromium.ts'
import { serveFolder } from './static-server.ts'
import { scanUntilReceipt, virtualPhoneScript } from './virtual-phone.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const TIMEOUT_MS = 300_000
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; form-action 'self'"
const folder = mkdtempSync(join(tmpdir(), 'plain-page-'))
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true })
})

it('a page without any bundler scans, in a thread, under a strict policy, and sends the receipt', {
  timeout: TIMEOUT_MS,
}, async () => {
  cpSync(join(ROOT, 'examples', 'plain-page.html'), join(folder, 'index.html'))
  symlinkSync(join(ROOT, 'packages', 'client', 'dist'), join(folder, 'stillhere'))
  const { value, loaded, missing } = await scanIn(folder, { 'content-security-policy': policy })
  expect(verifyReceipt(parseJson(value), { audience: 'https://shop.example' }).status).toBe('VALID')
  expect(loaded).toContain('/stillhere/browser/worker.js')
  expect(missing).toEqual([])
})

it('the ten lines bundled by esbuild, which leaves the thread behind, scan on the page itself', {
  timeout: TIMEOUT_MS,
}, async () => {
  const bundled = join(folder, 'bundled')
  cpSync(join(ROOT, 'examples', 'vite-page', 'index.html'), join(bundled, 'index.html'))
  const entryPoints = [join(ROOT, 'examples', 'vite-page', 'main.ts')]
  await build({
    entryPoints,
    bundle: true,
    minify: true,
    format: 'esm',
    outfile: join(bundled, 'main.ts'),
    logLevel: 'silent',
  })
  const { value, missing } = await scanIn(bundled)
  expect(verifyReceipt(parseJson(value)).status).toBe('VALID')
  expect([...new Set(missing)]).toEqual(['/worker.js'])
})

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
  await page.addInitScript(await virtualPhoneScript())
  await page.goto(server.address)
  await page.getByRole('button', { name: 'Scan' }).click()
  await scanUntilReceipt(page)
  const value: string = await page.evaluate('document.querySelector("stillhere-scan").value')
  await page.context().close()
  server.stop()
  return { value, loaded, missing }
}
