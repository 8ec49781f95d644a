import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { enrollOnce, scanForCheck, takePhone } from './check-phone.ts'
import { axeViolations, findBrokenWords, overflowAt, screenshot } from './checks.ts'
import { faultsOf } from './faults.ts'
import { ACTION, openShop, readPair, type Shop } from './shop.ts'
import { LOOKS, MOVING, startWeb, type Web } from './web.ts'

const SCAN_MS = 240_000
const DETAILS = { Amount: '7 €', 'To whom': 'Eve </script><b>"x"</b>', Note: 'two\nlines' }

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

/** A phone in Ada's hand that opens a path. */
async function openOnPhone(path: string, colors: 'light' | 'dark' = 'light') {
  const opened = await web.open(path, { size: 'phone', colors, options: MOVING })
  await takePhone(opened.page)
  return opened
}

async function enterNumber(page: Page, number: string): Promise<void> {
  await page.getByLabel('Which number does the other screen show?').fill(number)
  await page.keyboard.press('Enter')
}

/** A check on a screen, and what its QR code and number say. */
async function openOnScreen(more: object = {}) {
  const check = await shop.ask(more)
  const opened = await web.open(check.path, { size: 'desktop' })
  return { ...opened, check, pair: await readPair(opened.page) }
}

describe('a shop', { timeout: SCAN_MS }, () => {
  it('asks on a screen; a phone reads who asks for what, enters the number, scans; the screen returns; the shop redeems once', async () => {
    const screen = await openOnScreen({ details: DETAILS })
    await screenshot(screen.page, 'check-screen')
    const phone = await openOnPhone(screen.pair.path)
    const heading = phone.page.getByRole('heading', { level: 1 })
    expect(await heading.innerText()).toMatch(new RegExp(`Shop asks you to confirm\\s+${ACTION}`))
    await phone.page.getByText('Continue only if you opened that page yourself.').waitFor()
    expect(await axeViolations(phone.page)).toEqual([])
    await screenshot(phone.page, 'check-number-phone-light')
    // With letters twice as large the words that people read exactly stay whole.
    expect(await overflowAt(phone.page, 200)).toBe(0)
    expect(await findBrokenWords(phone.page)).toEqual([])
    await screenshot(phone.page, 'check-number-phone-light-200')
    await overflowAt(phone.page, 100)
    await enterNumber(phone.page, screen.pair.number)
    await screen.page.getByText('Your phone has joined. Continue there.').waitFor()
    await screenshot(screen.page, 'check-joined-desktop-light')
    await enrollOnce(phone.page)
    await screenshot(phone.page, 'check-enrolled-phone-light')
    await scanForCheck(phone.page)
    await phone.page.getByText('Look at the other screen.').waitFor()
    await screenshot(phone.page, 'check-done-phone-light')
    await screen.page.waitForURL(`${shop.origin}/back?**`)
    const { searchParams } = new URL(screen.page.url())
    expect(searchParams.get('check')).toBe(screen.check.id)
    const redeem = () => shop.call(`/api/checks/${screen.check.id}/redeem`, { code: searchParams.get('code') })
    expect(await redeem()).toMatchObject({ status: 'passed', action: ACTION, assurance: 1, httpStatus: 200 })
    expect(await redeem()).toMatchObject({ error: 'CHECK_REDEEMED', httpStatus: 409 })
    expect(screen.complaints.console).toEqual([])
    expect(phone.complaints).toEqual({ foreign: [], console: [] })
    await Promise.all([screen.close(), phone.close()])
  })

  it('asks on a phone; the same phone scans and returns, and a reload in between loses nothing', async () => {
    const { id, path } = await shop.ask({ details: 'Order 7,\nto be sent on Monday' })
    const { page, close } = await openOnPhone(path, 'dark')
    await page.getByRole('button', { name: 'Confirm with a scan' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, 'check-here-phone-dark')
    await page.reload()
    await scanForCheck(page)
    await page.waitForURL(`${shop.origin}/back?**`)
    const code = new URL(page.url()).searchParams.get('code')
    expect(await shop.call(`/api/checks/${id}/redeem`, { code })).toMatchObject({ status: 'passed' })
    await close()
  })
})

describe('the page', { timeout: SCAN_MS }, () => {
  it.each(LOOKS)('has no fault on a $size in $colors colors', async (look) => {
    const { path } = await shop.ask({ details: DETAILS, other_way: true })
    const walk = async (page: Page) => {
      await page.locator('.check-number, stillhere-scan').first().waitFor()
      await page.getByText('I can’t or don’t want to move a phone').click()
      await page.getByLabel('Email address of your node').waitFor()
    }
    expect(await faultsOf(web, { path, looks: [look], states: [{ name: 'check', walk }] })).toEqual([])
  })

  it('says without any script who asks for what, and moves nothing when the script is there', async () => {
    const { path } = await shop.ask({ details: DETAILS })
    const { page, close } = await web.open(path, { options: { javaScriptEnabled: false } })
    const place = (one: Page) => one.getByRole('heading', { level: 1 }).boundingBox()
    expect(await page.getByRole('definition').allInnerTexts()).toEqual(Object.values(DETAILS))
    await screenshot(page, 'check-without-script-phone-light')
    const scripted = await web.open(path)
    await scripted.page.locator('stillhere-scan').waitFor()
    expect(await place(scripted.page)).toEqual(await place(page))
    await Promise.all([close(), scripted.close()])
  })
})
