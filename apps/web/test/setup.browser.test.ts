import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { faultsOf } from './faults.ts'
import { joinNode } from './people.ts'
import { LOOKS, startWeb, type Web } from './web.ts'

// A busy machine takes its time.
const PATIENT = { timeout: 180_000 }

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, PATIENT.timeout)

afterAll(() => web?.stop())

describe('a new service', PATIENT, () => {
  it('E17: is set up by its link, then looked after from Overview and People', async () => {
    const { nodeHandle } = await joinNode(web, 'mara@example.org')
    const path = new URL(web.setupUrl)
    const { page, complaints, close } = await web.open(`${path.pathname}${path.hash}`, { size: 'desktop' })
    await setUp(page)
    expect(page.url()).not.toContain('#')
    await page.reload()
    await page.getByRole('heading', { name: '2. Mail' }).waitFor()
    await page.getByRole('link', { name: 'Go to Admin' }).click()
    await lookAround(page)
    await blockAndErase(page, nodeHandle)
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })

  it('tells who opens the link a second time what it means', async () => {
    const path = new URL(web.setupUrl)
    const { page, close } = await web.open(`${path.pathname}${path.hash}`)
    await page.getByText('This link has already been used.').waitFor()
    await close()
  })
})

describe('a link that an operator has ended', PATIENT, () => {
  it('says so, and raises no alarm', async () => {
    const other = await startWeb(browser)
    const headers = { 'x-admin-secret': other.adminSecret, 'sec-fetch-site': 'same-origin' }
    await fetch(`${other.address}/api/admin/session`, { method: 'POST', headers })
    const path = new URL(other.setupUrl)
    const { page, close } = await other.open(`${path.pathname}${path.hash}`)
    await page.getByText('This link is no longer open.').waitFor()
    expect(await page.locator('main').innerText()).not.toContain('ADMIN_SECRET')
    await close()
    await other.stop()
  })
})

async function setUp(page: Page): Promise<void> {
  await page.getByText('Only this machine can use the service.').waitFor()
  await page.getByText('Mail is not set up.').waitFor()
  await page.getByLabel('Email address').first().fill('ops@example.org')
  await page.getByRole('button', { name: 'Send' }).first().click()
  await page.getByText('Written to a file').waitFor()
  await page.getByLabel('How many').fill('1')
  await page.getByRole('button', { name: 'Make invites' }).click()
  await page.getByText(`${web.address}/join?invite=SERVICE-`).waitFor()
}

async function lookAround(page: Page): Promise<void> {
  await page.getByText('No backup in the last 7 days.').waitFor()
  await page.getByText('Show as a table').first().click()
  const table = page.getByRole('group', { name: 'Sign-ups, day by day' })
  expect(await table.locator('tbody tr').first().innerText()).toMatch(/^\d{4}-\d\d-\d\d\s+1$/)
  await page.getByRole('tab', { name: 'Mail' }).click()
  await page.getByRole('button', { name: /^Read/ }).first().click()
  await page.getByRole('dialog').getByText('Mail works.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'Logs' }).click()
  await page.getByLabel('Contains').fill('verify-otp')
  await page.getByText('No lines.').waitFor()
}

async function blockAndErase(page: Page, handle: string): Promise<void> {
  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('mara@example.org')
  await page.getByRole('button', { name: 'Search' }).click()
  const row = page.getByRole('group', { name: 'People, newest first' }).locator('tbody tr')
  await expect.poll(() => row.count()).toBe(1)
  await row.getByRole('button', { name: `Block ${handle}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await page.getByText(`${handle} is blocked.`).waitFor()
  await expect.poll(() => row.innerText()).toContain('blocked')
  await row.getByRole('button', { name: `Erase ${handle}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(`${handle} is kept.`).waitFor()
  await row.getByRole('button', { name: `Unblock ${handle}` }).click()
  await page.getByText(`${handle} can sign in again.`).waitFor()
}

const secret = async (page: Page) => {
  await page.getByLabel('Admin secret').fill(web.adminSecret)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByText('No backup in the last 7 days.').waitFor()
}
const open = (tab: string, text: string) => async (page: Page) => {
  await page.getByRole('tab', { name: tab }).click()
  await page.getByText(text).first().waitFor()
}

describe('the tabs, on phones and desktops, in light and dark colors', PATIENT, () => {
  it('have no fault', async () => {
    const states = [
      { name: 'admin-overview', walk: secret },
      { name: 'admin-people', walk: open('People', 'Email addresses are never shown here.') },
      { name: 'admin-agents', walk: open('Agents', 'No agents yet.') },
      { name: 'admin-logs', walk: open('Logs', 'The last 500 lines') },
    ]
    expect(await faultsOf(web, { path: '/admin', looks: LOOKS, states })).toEqual([])
  })
})
