import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { takeEnrolledPhone, takePhone } from './check-phone.ts'
import { axeViolations, overflowAt, screenshot } from './checks.ts'
import { ENDED, holdTime, passTimeUnseen, passTimeUntil, startBy } from './scan-phone.ts'
import { ACTION, openShop, type Shop } from './shop.ts'
import { MOVING, startWeb, type Web } from './web.ts'

const SCAN_MS = 240_000
const TRIES = 4
/** The smallest phone that is still sold. */
const SMALL = { viewport: { width: 360, height: 640 } }

let browser: Browser
let web: Web
let shop: Shop

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
  shop = await openShop(web)
}, SCAN_MS)

afterAll(async () => {
  shop?.stop()
  await web?.stop()
})

const LANGUAGES = [
  ['en', 'Confirmed: ', 'Remember me on this device'],
  ['de', 'Bestätigt: ', 'Auf diesem Gerät merken'],
  ['es', 'Confirmado: ', 'Recordarme en este dispositivo'],
] as const

const CONFIRMED = '.check-page .notice-good'

/** Notes on the page's own clock when the first arrow lit up, until which people hold still, and when the page said that it is confirmed. */
const WATCH = `{
  globalThis.times = { arrow: null, confirmed: null }
  addEventListener('stillhere-progress', ({ detail: { phase, stroke } }) => {
    if (phase === 'capturing' && stroke?.state === 'now') times.arrow ??= Date.now()
  })
  new MutationObserver(() => {
    if (document.querySelector('${CONFIRMED}')) times.confirmed ??= Date.now()
  }).observe(document.documentElement, { childList: true, subtree: true })
}`

async function openCheck(language: string, take: (page: Page) => Promise<void>) {
  const { id, path } = await shop.ask({ subject_kind: 'once', return_url: undefined })
  const opened = await web.open(path, { options: { ...MOVING, ...SMALL, locale: language } })
  await take(opened.page)
  // A browser that was opened a moment ago may not know yet that it is touched, and shows another device the way.
  await opened.page.locator('stillhere-scan, .check-pair').first().waitFor()
  if ((await opened.page.locator('.check-pair').count()) > 0) await opened.page.reload()
  return { ...opened, id }
}

/** Starts, looks once while the person moves, and returns the seconds from the first arrow to the end, of the try that was accepted. */
async function confirm(page: Page, look: () => Promise<void>): Promise<number> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const start = page.locator(tries === 1 ? 'stillhere-scan button.start' : 'stillhere-scan button.retry')
    await start.waitFor()
    await page.evaluate(WATCH)
    await holdTime(page)
    await start.click()
    if (tries === 1) {
      await passTimeUntil(page, `stillhere-scan .marks [data-mark=seen], ${CONFIRMED}, ${ENDED}`)
      await look()
    }
    await passTimeUnseen(page, `${CONFIRMED}, ${ENDED}`)
    if ((await page.locator(CONFIRMED).count()) > 0)
      return page.evaluate<number>('(times.confirmed - times.arrow) / 1000')
  }
  throw new Error(`the scan was not accepted: ${await page.locator('main').innerText()}`)
}

describe('a customer', { timeout: SCAN_MS }, () => {
  it.each(LANGUAGES)(
    'who comes for the first time moves for 15 seconds at most, and sees what for and for whom (%s)',
    async (language, confirmed, remember) => {
      const { page, id, complaints, close } = await openCheck(language, takePhone)
      await screenshot(page, `first-visit-${language}-ask`)
      expect(await overflowAt(page, 100)).toBe(0)
      const seconds = await confirm(page, async () => {
        expect((await page.locator('.scan-about').innerText()).trim()).toBe(`Shop: ${ACTION}`)
        await screenshot(page, `first-visit-${language}-scan`, { fullPage: false })
        expect(
          await page.evaluate(
            'document.querySelector("stillhere-scan").shadowRoot.querySelector("dialog").scrollWidth',
          ),
        ).toBe(360)
      })
      await page.getByText(`${confirmed}${ACTION}`).waitFor()
      await page.getByRole('button', { name: remember }).waitFor()
      await screenshot(page, `first-visit-${language}-confirmed`)
      expect(await overflowAt(page, 100)).toBe(0)
      expect(await axeViolations(page)).toEqual([])
      expect(await page.locator('.receipt-saved a').getAttribute('href')).toBe('/receipts')
      expect(await shop.call(`/api/checks/${id}/redeem`)).toMatchObject({ status: 'passed', subject_kind: 'once' })
      expect(seconds).toBeLessThanOrEqual(15)
      expect(complaints).toEqual({ foreign: [], console: [] })
      await close()
    },
  )

  it('who wants to be remembered enrolls afterwards, on the same page', async () => {
    const { page, complaints, close } = await openCheck('en', takePhone)
    await confirm(page, () => Promise.resolve())
    await page.getByRole('button', { name: 'Remember me on this device' }).click()
    await screenshot(page, 'first-visit-remember')
    expect(await overflowAt(page, 100)).toBe(0)
    await startBy(page, 'Start (about 1 minute)')
    await passTimeUnseen(page, `${CONFIRMED} ~ .notice-good, ${ENDED}`)
    await page.getByText('Next time Shop knows you again').waitFor()
    await screenshot(page, 'first-visit-remembered')
    expect(await page.evaluate(`localStorage.getItem('stillhere-enrollment-without-node')`)).toContain('"seal"')
    expect(complaints.console).toEqual([])
    await close()
  })

  it.each(LANGUAGES)(
    'who comes again moves for 10 seconds at most, and is known (%s)',
    async (language, confirmed, remember) => {
      const { page, id, close } = await openCheck(language, takeEnrolledPhone)
      const seconds = await confirm(page, () => Promise.resolve())
      await page.getByText(`${confirmed}${ACTION}`).waitFor()
      expect(await page.getByRole('button', { name: remember }).count()).toBe(0)
      expect(await shop.call(`/api/checks/${id}/redeem`)).toMatchObject({ status: 'passed', subject_kind: 'same' })
      expect(seconds).toBeLessThanOrEqual(10)
      await close()
    },
  )
})
