import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { passSession, putBodyBefore } from './research-body.ts'
import { ADA, givePhone, holdTime, passTimeToEnd } from './scan-phone.ts'
import { testIssuer } from './verify-receipts.ts'
import { startWeb, type Web } from './web.ts'

const PATIENT = { timeout: 180_000 }
// More than any page has places to stop at.
const MOST_TABS = 120

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, PATIENT.timeout)

afterAll(() => web?.stop())

// What takes the focus when it appears does so after the next picture; a key that is pressed earlier would go elsewhere.
const EFFECTS_RUN = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))'

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor()
  await page.evaluate(EFFECTS_RUN)
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await target.first().evaluate((one) => one.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${target.toString()}`)
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }))
  await page.keyboard.press('Enter')
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.insertText(text)
}

describe('by keyboard alone', PATIENT, () => {
  it('a human joins, comes to My node, and erases it', async () => {
    const { page, close } = await web.open('/')
    await tabTo(page, page.getByRole('link', { name: 'Join or sign in' }))
    await page.keyboard.press('Enter')
    await type(page, 'Invite', web.invites.shift() ?? '')
    await type(page, 'Email address', 'ada@example.org')
    await page.keyboard.press('Enter')
    await type(page, 'Code', await web.mailedCode('ada@example.org'))
    await page.keyboard.press('Enter')
    await tabTo(page, page.locator('main').getByRole('link', { name: 'My node' }))
    await page.keyboard.press('Enter')

    await tabTo(page, page.getByRole('tab', { name: 'Overview' }))
    for (const name of ['Receipts', 'Approvals', 'Notices', 'Access', 'Data']) {
      await page.keyboard.press('ArrowRight')
      await page.getByRole('tab', { name, selected: true }).waitFor()
    }
    const handle = await page.locator('main h2').first().innerText()
    await press(page, 'Erase my node…')
    await type(page, 'Handle of your node', handle)
    await page.keyboard.press('Enter')
    await page.getByText('Your node is erased.').waitFor()
    await close()
  })

  it('somebody scans, and keeps the receipt', async () => {
    const { page, close } = await web.open('/scan')
    await givePhone(page, { holder: ADA })
    await tabTo(page, page.getByRole('button', { name: 'Scan', exact: true }))
    await holdTime(page)
    await page.keyboard.press('Enter')
    await passTimeToEnd(page)
    await page.locator('h2:focus', { hasText: 'Scan complete' }).waitFor()
    const download = page.waitForEvent('download')
    await press(page, 'Save receipt')
    expect((await download).suggestedFilename()).toMatch(/^stillhere-receipt-/)
    await close()
  })

  it('a receipt is checked, and every member of it read', async () => {
    const { page, close } = await web.open('/verify')
    await type(page, 'Receipt', JSON.stringify(testIssuer().issue()))
    await press(page, 'Check')
    await page.getByText('Unknown issuer').first().waitFor()
    await tabTo(page, page.locator('summary', { hasText: 'Every member' }))
    await page.keyboard.press('Enter')
    await page.getByText('evidence', { exact: false }).last().waitFor()
    await close()
  })

  it('an agent is declared, proved, given another key and revoked', async () => {
    const { page, close } = await web.open('/agents')
    await type(page, 'Handle', 'indexer')
    await type(page, 'Type', 'crawler')
    await type(page, 'Origin', 'example.org')
    await page.keyboard.press('Enter')
    await press(page, 'Prove now')
    await press(page, 'Change key')
    await page.getByText('No. 2').waitFor()
    await press(page, 'Revoke agent')
    await press(page, 'Yes, revoke')
    await page.getByText('This agent was revoked by its own key.').waitFor()
    await close()
  })

  it('a session of research is given and deleted', async () => {
    const { page, close } = await web.open('/research#camera')
    await putBodyBefore(page, 'whole')
    await tabTo(page, page.getByLabel('I have read'))
    await page.keyboard.press('Space')
    await press(page, 'Turn on camera')
    await press(page, 'Start')
    await passSession(page)
    await press(page, 'Send')
    await type(page, 'Delete code', await page.locator('.copy-field code').innerText())
    await press(page, 'Delete this session')
    await page.getByText('Deleted.').waitFor()
    await close()
  })

  it('an operator signs in, makes invites and signs out', async () => {
    const { page, close } = await web.open('/admin')
    await type(page, 'Admin secret', web.adminSecret)
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('tab', { name: 'Overview' }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await press(page, 'Make invites')
    await page
      .getByText(/SERVICE-\w{4}-\w{4}/)
      .first()
      .waitFor()
    await press(page, 'Sign out')
    await page.getByLabel('Admin secret').waitFor()
    await page.locator('h1:focus').waitFor()
    await close()
  })
})
