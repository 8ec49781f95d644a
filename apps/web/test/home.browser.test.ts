import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../../scripts/chromium.ts'
import { faultsOf } from './faults.ts'
import { joinedNode } from './people.ts'
import { LOOKS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await launchChromium()
  web = await startWeb(browser)
})

afterAll(async () => {
  await web?.stop()
  await browser?.close()
})

describe('Home', () => {
  it.each(LOOKS)('has no fault on a $size in $colours colours', async (look) => {
    expect(await faultsOf(web, { name: 'home', path: '/', ...look })).toEqual([])
  })

  it('shows how many are there, and counts who joins', async () => {
    const { page, close } = await web.open('/')
    const humans = page.locator('.stat', { hasText: 'Humans' }).locator('.stat-value')
    await expect.poll(() => humans.innerText()).toBe('0')
    await joinedNode(web, 'ada@example.org')
    await page.reload()
    await expect.poll(() => humans.innerText()).toBe('1')
    expect(await page.locator('.stat', { hasText: 'Genesis places left' }).innerText()).toContain('99')
    await close()
  })

  it('says in words that the service does not answer, and recovers', async () => {
    const { page, close } = await web.open('/')
    await page.route('**/api/**', (route) => route.abort())
    await page.reload()
    await page.getByText('The service does not answer.').waitFor()
    expect(await page.locator('h1').innerText()).toBe('Somebody is really here.')
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.locator('.stat-value').first().innerText()).toMatch(/^\d+$/)
    await close()
  })
})
