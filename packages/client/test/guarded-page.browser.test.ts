import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { type ServiceProcess, startService } from '../../../scripts/service-process.ts'
import { virtualPhoneScript } from './virtual-phone.ts'

const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'examples', 'guarded-page')
const TIMEOUT_MS = 400_000
const folder = mkdtempSync(join(tmpdir(), 'guarded-page-'))
let browser: Browser
let service: ServiceProcess
let server: ChildProcess
let address: string

beforeAll(async () => {
  browser = await shareChromium()
  service = await startService()
  await bundlePage()
  const port = await freePort()
  address = `http://localhost:${port}`
  server = spawn(process.execPath, ['--conditions=stillhere-source', join(EXAMPLE, 'server.ts')], {
    cwd: folder,
    env: { ...process.env, STILLHERE_URL: service.address, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Its first line is the address.
  if (server.stdout) await once(server.stdout, 'data')
}, TIMEOUT_MS)

afterAll(async () => {
  server?.kill()
  await service?.stop()
  rmSync(folder, { recursive: true })
}, TIMEOUT_MS)

it(
  'B2: enrolls, keeps the enrollment over a reload, scans, and is let in by the guard, once per receipt',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const page = await browser.newPage()
    await page.clock.install()
    await page.addInitScript(`${await virtualPhoneScript()}; ${WATCH}`)
    await page.goto(address)
    await start(page, 'Enroll, once: three times six arrows')
    await passTimeUntilSaid(page, /^You are enrolled/)
    await page.clock.resume()

    await page.reload()
    const entered = page.waitForRequest('**/enter', { timeout: TIMEOUT_MS })
    await start(page, 'Scan')
    await passTimeUntilSaid(page, /^\d{3} /)
    expect(await page.locator('output').textContent()).toMatch(/^200 welcome, sha256:[0-9a-f]{64}$/)

    const headers = { 'stillhere-receipt': (await (await entered).headerValue('stillhere-receipt')) ?? '' }
    const again = await fetch(`${address}/enter`, { method: 'POST', headers })
    expect(await again.json()).toMatchObject({ status: 401, error: 'REPLAYED' })
    expect((await fetch(`${address}/enter`, { method: 'POST' })).status).toBe(401)
    await page.context().close()
  },
)

const WATCH = `
  addEventListener('stillhere-progress', ({ detail }) => { globalThis.shownPhase = detail.phase })
  addEventListener('stillhere-failure', ({ detail }) => { globalThis.failed = detail.error.message })`
const AHEAD_MS = 5000
const LOOK_AGAIN_MS = 100
/** How far time is moved on at once while hands move, or rest between two rounds. */
const STEPS_MS: Readonly<Record<string, number>> = { countdown: 500, capturing: 500, resting: 2500, offering: 2500 }

/** Presses a button with the page's clock in the test's hand. */
async function start(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name })
  await button.waitFor()
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + AHEAD_MS)
  await button.click()
}

/** Hands move in the page's time; the service and the engine's thread have their own, and are waited for. */
async function passTimeUntilSaid(page: Page, words: RegExp): Promise<void> {
  const said = page.locator('output', { hasText: words })
  while ((await said.count()) === 0) {
    const failed = await page.evaluate<string | undefined>('globalThis.failed')
    if (failed !== undefined) throw new Error(`the scan ended without a receipt: ${failed}`)
    const stepMs = STEPS_MS[await page.evaluate<string>('globalThis.shownPhase ?? ""')]
    if (stepMs === undefined) await said.waitFor({ timeout: LOOK_AGAIN_MS }).catch(() => {})
    await page.clock.runFor(stepMs ?? LOOK_AGAIN_MS)
  }
}

async function bundlePage(): Promise<void> {
  // As a bundler writes it: a server gives .ts files another type.
  const html = readFileSync(join(EXAMPLE, 'index.html'), 'utf8').replace('/main.ts', '/main.js')
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist', 'index.html'), html)
  await build({
    entryPoints: [join(EXAMPLE, 'main.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['stillhere-source'],
    outfile: join(folder, 'dist', 'main.js'),
    logLevel: 'silent',
  })
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}
