import { whenKernelReady } from '@stillhere/engine'
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../../../scripts/chromium.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
let browser: Browser
let address: string

beforeAll(async () => {
  service = await startTestService()
  await whenKernelReady()
  address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  browser = await shareChromium()
})

afterAll(() => service?.stop())

it.each(['light', 'dark'] as const)(
  'reads well on a phone in %s colors, and breaks no rule of its policy',
  async (colorScheme) => {
    // Axe is put in from outside, which the page's own policy forbids; the policy is watched on a page without axe.
    const page = await browser.newPage({ colorScheme, viewport: { width: 320, height: 640 } })
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${address}/status`)
    expect(await page.locator('main').innerText()).toContain('The service is healthy.')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    expect(await page.evaluate('getComputedStyle(document.querySelector(".facts-list > div")).display')).toBe('flex')
    expect(complaints).toEqual([])
    await page.close()
  },
)

it.each(['light', 'dark'] as const)('has no accessibility faults that axe knows in %s colors', async (colorScheme) => {
  const context = await browser.newContext({ colorScheme, bypassCSP: true })
  const page = await context.newPage()
  await page.goto(`${address}/status`)
  await page.addScriptTag({ content: axe.source })
  expect(await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')).toEqual([])
  await context.close()
})
