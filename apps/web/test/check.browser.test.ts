import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/shared-chromium.ts'
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

describe('attacks of BCP 247', { timeout: SCAN_MS }, () => {
  const another = (number: string) => String((Number(number) + 1) % 100).padStart(2, '0')

  it('forwarded QR code: a link takes one phone, and the second is refused', async () => {
    const screen = await openOnScreen()
    const victim = await web.open(screen.pair.path)
    const thief = await web.open(screen.pair.path)
    await enterNumber(victim.page, screen.pair.number)
    await screen.page.getByText('Your phone has joined.').waitFor()
    await enterNumber(thief.page, screen.pair.number)
    await thief.page.getByText('This code no longer works').waitFor()
    await screenshot(thief.page, 'check-forwarded-phone-light')
    await Promise.all([screen.close(), victim.close(), thief.close()])
  })

  it('swapped number: it spends the link, the screen draws another, and the third ends the check', async () => {
    const screen = await openOnScreen()
    let pair = screen.pair
    for (const isLast of [false, false, true]) {
      const phone = await web.open(pair.path)
      await enterNumber(phone.page, another(pair.number))
      await phone.page.getByText(isLast ? 'This check has ended.' : 'That’s not the number').waitFor()
      await screenshot(phone.page, 'check-wrong-number-phone-light')
      if (!isLast) {
        await phone.page.getByText('For your safety, each number works once.').waitFor()
        await phone.page.getByRole('button', { name: 'No, cancel' }).click()
        await phone.page.getByText('Nothing was confirmed').waitFor()
      }
      await phone.close()
      const before = pair.path
      if (!isLast) await expect.poll(async () => (pair = await readPair(screen.page)).path).not.toBe(before)
    }
    await screen.page.getByText('A wrong number was entered three times').waitFor()
    await screenshot(screen.page, 'check-wrong-number-desktop-light')
    await screen.close()
  })

  it('stale page: a link that the screen has replaced counts no longer', async () => {
    const check = await shop.ask()
    const { page, close } = await web.open(check.path, { size: 'desktop' })
    await page.clock.install()
    await page.reload()
    const old = await readPair(page)
    await page.clock.fastForward(50_000)
    await expect.poll(async () => (await readPair(page)).path).not.toBe(old.path)
    const late = await web.open(old.path)
    await enterNumber(late.page, old.number)
    await late.page.getByText('This code no longer works').waitFor()
    await Promise.all([close(), late.close()])
  })

  it('changed action: neither page nor scan takes another than the one that the site asked for', async () => {
    const { id, path } = await shop.ask()
    const { page, close } = await web.open(`${path}?action=Pay+700`)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(ACTION)
    const body = { purpose: 'verify', check: id, action: 'Pay 700 € to Eve' }
    expect(await shop.call('/api/challenge', body)).toMatchObject({ httpStatus: 400, errors: [{ pointer: '/action' }] })
    await close()
  })

  it('second page: the first has the check, and a copied address opens nothing', async () => {
    const { check, page, close } = await openOnScreen()
    const copy = await web.open(check.path, { size: 'desktop' })
    await copy.page.getByText('Another page has this check open').waitFor()
    await screenshot(copy.page, 'check-taken-desktop-light')
    expect(await copy.page.getByRole('link', { name: 'Return to Shop' }).getAttribute('href')).toBe(shop.origin)
    await page.getByRole('button', { name: 'No, cancel' }).press('Enter')
    await page.waitForURL(`${shop.origin}/back?**`)
    const code = new URL(page.url()).searchParams.get('code')
    expect(await shop.call(`/api/checks/${check.id}/redeem`, { code })).toMatchObject({ reason: 'cancelled_by_person' })
    await Promise.all([close(), copy.close()])
  })
})

describe('the page', { timeout: SCAN_MS }, () => {
  it.each(LOOKS)('has no fault on a $size in $colors colors', async (look) => {
    const { path } = await shop.ask({ details: DETAILS })
    const walk = (page: Page) => page.locator('.check-number, stillhere-scan').first().waitFor()
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

  it.each(['phone', 'desktop'] as const)('that has expired leads back to the site, on a %s', async (size) => {
    const { path } = await shop.ask()
    const { page, close } = await web.open('/', { size })
    const expired = { status: 'expired', reason: null, joined: false, wrong_numbers: 0 }
    await page.route('**/events', (route) =>
      route.fulfill({
        headers: { 'content-type': 'text/event-stream' },
        body: `data: ${JSON.stringify(expired)}\n\n`,
      }),
    )
    await page.goto(web.address + path)
    await page.getByText('This took too long. Nothing was confirmed.').waitFor()
    expect(await page.getByRole('link', { name: 'Return to Shop' }).getAttribute('href')).toBe(shop.origin)
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, `check-expired-${size}-light`)
    await close()
  })

  it('says that there is no such check', async () => {
    const { page, close } = await web.open('/check/00000000-0000-4000-8000-000000000000')
    await page.getByText('The link may be incomplete or old.').waitFor()
    await screenshot(page, 'check-missing-phone-light')
    await close()
  })

  it('asks for a sign-in where the site asks for level 2, and leads back', async () => {
    const { path } = await shop.ask({ assurance: 2 })
    const { page, close } = await web.open(path)
    await page.getByRole('heading', { name: 'Sign in first' }).waitFor()
    await screenshot(page, 'check-sign-in-phone-light')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Join or sign in' }).waitFor()
    expect(await page.evaluate('JSON.parse(localStorage["stillhere-waiting-page"]).path')).toBe(path)
    await close()
  })
})
