import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { unlock } from './admin-filling.ts'
import { faultsOf } from './faults.ts'
import { headersOf, joinNode, signInPage } from './people.ts'
import { LOOKS, START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, START_MS)

afterAll(() => web?.stop())

describe('Home', () => {
  it.each(LOOKS)('has no fault on a $size in $colors colors', async (look) => {
    expect(await faultsOf(web, { path: '/', looks: [look], states: [{ name: 'home' }] })).toEqual([])
  })

  it('shows how many are there, and counts who joins and who scans', async () => {
    const { page, close } = await web.open('/')
    const humans = page.locator('.stat', { hasText: 'Humans' }).locator('.stat-value')
    await expect.poll(() => humans.innerText()).toBe('0')
    const { email, token } = await joinNode(web, 'ada@example.org')
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    for (const _ of ['first', 'second']) {
      await fetch(`${web.address}/api/motion/record`, { method: 'POST', headers, body: JSON.stringify({ email }) })
    }
    await page.reload()
    await expect.poll(() => humans.innerText()).toBe('1')
    const figure = (label: string) => page.locator('.stat', { hasText: label }).locator('.stat-value')
    expect(await figure('Scans that counted').innerText()).toBe('2')
    expect(await page.locator('.stat', { hasText: 'Genesis places left' }).innerText()).toContain('99')

    // The operator sees the same figure under the same name, and those that were judged under another.
    await page.goto(`${web.address}/admin?tab=overview`)
    await unlock(page, web)
    await expect.poll(() => figure('Scans that counted').innerText()).toBe('2')
    await expect.poll(() => figure('Scans judged').innerText()).toBe('0')
    await close()
  })

  it('asks a member to scan today only until today counts', async () => {
    const ada = await joinNode(web, 'bea@example.org')
    const { page, close } = await web.open('/')
    await signInPage(page, ada)
    await page.reload()
    const lead = page.locator('.lead')
    await expect.poll(() => lead.innerText()).toBe('Scan today to start a streak.')
    const headers = { 'content-type': 'application/json', ...headersOf(ada) }
    const body = JSON.stringify({ email: ada.email, pesScore: 0.9 })
    await fetch(`${web.address}/api/node/entropy`, { method: 'POST', headers, body })
    await page.reload()
    await expect.poll(() => lead.innerText()).toMatch(/^Today counts toward your streak\./)
    await close()
  })

  it('says in words that the service does not answer, and recovers', async () => {
    const { page, close } = await web.open('/')
    await page.route('**/api/**', (route) => route.abort())
    await page.reload()
    await page.getByText('We can’t reach the service.').waitFor()
    expect(await page.locator('h1').innerText()).toBe('Show that you’re here.')
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.locator('.stat-value').first().innerText()).toMatch(/^\d+$/)
    await close()
  })
})
