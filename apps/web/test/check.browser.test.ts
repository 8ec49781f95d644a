import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/shared-chromium.ts'
import { axeViolations, screenshot } from './checks.ts'
import { ADA, givePhone, holdTime, passTimeUntil, scanBy } from './scan-phone.ts'
import { ACTION, openShop, readPair, type Shop } from './shop.ts'
import { MOVING, startWeb, type Web } from './web.ts'

const SCAN_MS = 240_000
const DETAILS = { Amount: '7 €', 'To whom': 'Eve </script><b>"x"</b>', Note: 'two\nlines' }

let browser: Browser
let web: Web
let shop: Shop
/** Of the person whose phone it is; they enroll once. */
let enrollment = ''
let day = 10

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
  shop = await openShop(web)
}, SCAN_MS)

afterAll(async () => {
  shop?.stop()
  await web?.stop()
})

const ENROLLMENT = 'stillhere-enrollment-without-node'

/** A phone in Ada's hand that opens a path; from the second time on she is enrolled. */
async function openOnPhone(path: string, colors: 'light' | 'dark' = 'light') {
  const opened = await web.open(path, { size: 'phone', colors, options: MOVING })
  const { page } = opened
  if (enrollment !== '') await page.evaluate(`localStorage.setItem('${ENROLLMENT}', ${JSON.stringify(enrollment)})`)
  await givePhone(page, { holder: ADA, day: day++ })
  return opened
}

/** Enrolls where it is needed, then scans until the check has ended. */
async function confirm(page: Page): Promise<void> {
  if (enrollment === '') {
    await scanBy(page, 'Enroll: three captures', 'You are enrolled')
    enrollment = await page.evaluate<string>(`localStorage.getItem('${ENROLLMENT}')`)
    await screenshot(page, 'check-enrolled-phone-light')
  }
  const button = page.getByRole('button', { name: 'Confirm with a scan' })
  await button.waitFor()
  await holdTime(page)
  await button.click()
  await passTimeUntil(
    page,
    '.check-page .notice-good, stillhere-scan .card:not([data-state=idle], [data-state=running])',
  )
  await page.clock.resume()
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
    await phone.page.getByText('Go on only if you opened that page yourself.').waitFor()
    expect(await axeViolations(phone.page)).toEqual([])
    await screenshot(phone.page, 'check-number-phone-light')
    await enterNumber(phone.page, screen.pair.number)
    await screen.page.getByText('Your phone has joined. Go on there.').waitFor()
    await screenshot(screen.page, 'check-joined-desktop-light')
    await confirm(phone.page)
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
    await confirm(page)
    await page.waitForURL(`${shop.origin}/back?**`)
    const code = new URL(page.url()).searchParams.get('code')
    expect(await shop.call(`/api/checks/${id}/redeem`, { code })).toMatchObject({ status: 'passed' })
    await close()
  })
})
