import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { faultsOf } from './faults.ts'
import { LOOKS, START_MS, startWeb, type Web } from './web.ts'

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'examples')
let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, START_MS)

afterAll(() => web?.stop())

describe('the quickstarts', () => {
  it('show the files of examples/ exactly, and copy them exactly', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page, complaints, close } = await web.open('/developers', { size: 'desktop', options: { permissions } })
    const files = await page.locator('pre[data-file]').all()
    const names = await Promise.all(files.map((file) => file.getAttribute('data-file')))
    expect(names).toEqual([
      'verify-receipt.ts',
      'receipt.json',
      'vite-page/index.html',
      'vite-page/main.ts',
      'signed-agent-request.ts',
    ])
    for (const [index, file] of files.entries()) {
      const text = readFileSync(join(EXAMPLES, names[index] ?? ''), 'utf8')
      expect(await file.textContent()).toBe(text)
      await page.locator('.developers-file').nth(index).getByRole('button').click()
      await page.locator('.developers-file').nth(index).getByText('Copied.').waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text)
    }
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })

  it('tell a command that registers an agent here, as it stands', async () => {
    const { page, close } = await web.open('/developers')
    const field = page.locator('#agent .copy-field', { hasText: 'Run' }).locator('code')
    expect(await field.textContent()).toBe(
      `STILLHERE_URL=${web.address} npm exec -- node examples/signed-agent-request.ts`,
    )
    const options = { env: { ...process.env, STILLHERE_URL: web.address } }
    const args = ['--conditions=stillhere-source', join(EXAMPLES, 'signed-agent-request.ts')]
    const { stdout } = await promisify(execFile)(process.execPath, args, options)
    const agentId = /agent:example-\w+@example\.org/.exec(stdout)?.[0] ?? ''
    expect(stdout).toMatch(/^200 /m)
    await page.goto(`${web.address}/agents?id=${encodeURIComponent(agentId)}`)
    await page.getByText('Verified. The key has been proved.').waitFor()
    await close()
  })

  it('let the reader copy by hand where the browser keeps the clipboard away', async () => {
    const { page, close } = await web.open('/developers')
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("no"))')
    await page.getByRole('button', { name: 'Copy main.ts' }).click()
    await page.getByText('Couldn’t copy. The text is selected, so you can copy it yourself.').waitFor()
    const selected = await page.evaluate<string>('getSelection().toString()')
    expect(selected.trim()).toBe(readFileSync(join(EXAMPLES, 'vite-page', 'main.ts'), 'utf8').trim())
    await close()
  })
})

describe('the status', () => {
  it('says what works, which thresholds decide, and which version this is', async () => {
    const { page, close } = await web.open('/developers')
    const status = page.locator('#status')
    await status.getByText(/The service is (healthy|degraded)\./).waitFor()
    const text = await status.innerText()
    expect(text).toMatch(/Data store\s+working, responded in /)
    expect(text).toMatch(/Calibration\s+none active, default thresholds apply; 0 research sessions/)
    await expect.poll(() => status.innerText()).toMatch(/API version\s+\d+\.\d+\.\d+/)
    await close()
  })

  it('says so when the service is degraded, and when it does not answer', async () => {
    const { page, close } = await web.open('/developers')
    const health = (await (await fetch(`${web.address}/api/health`)).json()) as { services: object }
    const services = { ...health.services, wasm: { ok: false, latency_ms: 0, error: 'the slower one runs' } }
    await page.route('**/api/health', (route) => route.fulfill({ json: { ...health, status: 'degraded', services } }))
    await page.reload()
    await page.getByText('The service is degraded.').waitFor()
    await page.getByText('not working: the slower one runs').waitFor()
    await page.route('**/api/health', (route) => route.abort())
    await page.reload()
    await page.getByText('We can’t reach the service.').waitFor()
    await page.unroute('**/api/health')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(/The service is (healthy|degraded)\./).waitFor()
    await close()
  })
})

describe('Developers', () => {
  it.each(LOOKS)('has no fault on a $size in $colors colors', { timeout: 120_000 }, async (look) => {
    expect(await faultsOf(web, { path: '/developers', looks: [look], states: [{ name: 'developers' }] })).toEqual([])
  })
})
