import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { verifierHtml } from '../scripts/build.ts'
import { ISSUER } from './sample-receipts.ts'

/** The verifier as a file of its own, away from any server; `remove` takes it away again. */
export function writeVerifier(): { url: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'verifier-'))
  const file = join(folder, 'verifier.html')
  writeFileSync(file, verifierHtml())
  return { url: pathToFileURL(file).href, remove: () => rmSync(folder, { recursive: true }) }
}

/** An open verifier, all that it asked the network for, and all that the browser complained of. */
export type Opened = { page: Page; requests: string[]; complaints: string[] }

/** Opens the verifier with the network down, in UTC unless told otherwise. */
export async function openVerifier(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({ offline: true, timezoneId: 'UTC', ...options })
  const requests: string[] = []
  const complaints: string[] = []
  context.on('request', (request) => requests.push(request.url()))
  await context.route(/^(?!file:)/, (route) => route.abort())
  const page = await context.newPage()
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(url)
  return { page, requests, complaints }
}

/** Gives a receipt as text, to be judged at a fixed time by someone who trusts the key of the samples. */
export async function judge(page: Page, receipt: unknown, now: number): Promise<void> {
  await page.evaluate('document.getElementById("settings").open = true')
  await fillAnew(page, '#at', new Date(now).toISOString().slice(0, 19))
  await fillAnew(page, '#trusted', ISSUER.publicKey)
  await page.fill('#text', typeof receipt === 'string' ? receipt : JSON.stringify(receipt))
}

// Whatever is filled in is judged at once, and one judgment less is a tenth of a second.
async function fillAnew(page: Page, field: string, text: string): Promise<void> {
  if ((await page.inputValue(field)) !== text) await page.fill(field, text)
}

export function readStamp(page: Page): Promise<string> {
  return page.locator('.stamp').innerText()
}

/** The word beside each check that was passed, failed or skipped, by the name of the check. */
export async function readOutcomes(page: Page): Promise<Record<string, string>> {
  const rows = await page.locator('[data-check]').all()
  const entries = rows.map(async (row) => [
    await row.getAttribute('data-check'),
    await row.locator('strong').innerText(),
  ])
  return Object.fromEntries(await Promise.all(entries))
}
