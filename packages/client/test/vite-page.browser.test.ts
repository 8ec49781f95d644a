import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Receipt, verifyReceipt } from '@stillhere/receipt'
import type { Browser } from 'playwright-core'
import { build, createServer, preview } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { passScan, stopClock, virtualPhoneScript } from './virtual-phone.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const TIMEOUT_MS = 400_000
const folder = mkdtempSync(join(tmpdir(), 'vite-page-'))
const settings = { root: folder, configFile: false, logLevel: 'silent', clearScreen: false } as const
const anyPort = { host: '127.0.0.1', port: 0 }
let browser: Browser

beforeAll(async () => {
  cpSync(join(ROOT, 'examples', 'vite-page'), folder, { recursive: true })
  for (const name of ['client', 'engine', 'receipt']) installPackage(name)
  cpSync(join(ROOT, 'node_modules', '@noble'), join(folder, 'node_modules', '@noble'), { recursive: true })
  browser = await shareChromium()
})

afterAll(() => rmSync(folder, { recursive: true }))

it(
  'an empty Vite page and ten lines end in a verified receipt, built and by keyboard alone',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    await build(settings)
    expect(readdirSync(join(folder, 'dist', 'assets')).some((name) => /^worker-.*\.js$/.test(name))).toBe(true)
    const server = await preview({ ...settings, preview: anyPort })
    const { receipt, answer } = await scanAt(server.resolvedUrls?.local[0])
    await server.close()
    expect(answer).toMatch(/^A receipt until \d{4}-/)
    expect(verdictOf(receipt)).toMatchObject({ status: 'VALID', coverage: 'full' })
    expect(receipt).toMatchObject({ verdict: 'PASS', assertions: { continuityMaintained: { value: true } } })
    expect(receipt.evidence.map(({ engineId }) => engineId)).toEqual(['EE-001', 'EE-003'])
  },
)

it('the same page scans while it is developed, where Vite moves packages about', { timeout: TIMEOUT_MS }, async () => {
  const server = await createServer({ ...settings, server: { ...anyPort, hmr: false } })
  await server.listen()
  const { receipt, answer } = await scanAt(server.resolvedUrls?.local[0])
  await server.close()
  expect(answer).toMatch(/^A receipt until \d{4}-/)
  expect(verdictOf(receipt).status).toBe('VALID')
})

/** As npm would: a copy of what is published, and no link into this repository. */
function installPackage(name: string): void {
  const target = join(folder, 'node_modules', '@stillhere', name)
  mkdirSync(target, { recursive: true })
  for (const part of ['package.json', 'dist'])
    cpSync(join(ROOT, 'packages', name, part), join(target, part), { recursive: true })
}

async function scanAt(address = 'no address'): Promise<{ receipt: Receipt; answer: string | null }> {
  const page = await browser.newPage()
  await page.clock.install()
  await page.addInitScript(await virtualPhoneScript())
  await page.goto(address)
  await page.getByRole('button', { name: 'Scan' }).waitFor()
  await stopClock(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await passScan(page)
  const receipt: Receipt = await page.evaluate('document.querySelector("stillhere-scan").receipt')
  const answer = await page.locator('output').textContent()
  await page.context().close()
  return { receipt, answer }
}

// The clock of the page went ahead of ours.
function verdictOf(receipt: Receipt): ReturnType<typeof verifyReceipt> {
  return verifyReceipt(receipt, { now: Date.parse(receipt.signature.signedAt) })
}
