import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { faultsOf } from './faults.ts'
import { LOOKS, START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, START_MS)

afterAll(() => web?.stop())

it.each([
  ['docs-home', '/docs'],
  ['docs-guide', '/docs/guides/protect-a-form'],
  ['docs-status', '/status'],
])('%s has no fault', async (name, path) => {
  expect(await faultsOf(web, { path, looks: LOOKS, states: [{ name }] })).toEqual([])
})

it('finds a guide by keyboard alone', async () => {
  const { page, complaints, close } = await web.open('/docs')
  await page.getByRole('searchbox', { name: 'Search the docs' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('webhooks')
  await page.locator('.docs-results a').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  expect(complaints).toEqual({ foreign: [], console: [] })
  await close()
})

it('E18: leads from an unknown address over its search to the docs', async () => {
  const { page, close } = await web.open('/docs/nonsense')
  await page.getByLabel('Search the docs').fill('backup')
  await page.getByRole('button', { name: 'Search' }).click()
  await page
    .locator('.docs-results')
    .getByRole('link', { name: /Back up and restore/ })
    .first()
    .waitFor()
  await close()
})

it('switches languages without a script, and leads old links to the API with one', async () => {
  const { page, close } = await web.open('/docs/guides/protect-a-form', { options: { javaScriptEnabled: false } })
  const code = page.locator('.tabs > .code:visible')
  expect(await code.innerText()).toContain('await fetch(')
  await page.getByText('Python', { exact: true }).click()
  expect(await code.innerText()).toContain('import json')
  await close()
  const old = await web.open('/docs#getHealth')
  await old.page.waitForURL('**/docs/api#getHealth')
  await old.close()
})
