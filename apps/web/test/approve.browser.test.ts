import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { unlock } from './admin-filling.ts'
import {
  acceptMethod,
  addDevice,
  approvalPage,
  type AskingShop,
  letAsk,
  openAs,
  openAskingShop,
  SUMMARY,
} from './approvals.ts'
import { scanUntil } from './check-phone.ts'
import { axeViolations, overflowAt, screenshot } from './checks.ts'
import { faultsOf } from './faults.ts'
import { type JoinedNode, joinNode } from './people.ts'
import { ADA, givePhone, scanBy } from './scan-phone.ts'
import { LOOKS, MOVING, startWeb, type Web } from './web.ts'

const SCAN_MS = 240_000
const NASTY = `</script><b onclick="x()">"Pay"</b> & 'run' twice`
const HEADING = `Shop (https://shop.example) asks you to approve: ${SUMMARY}`

let browser: Browser
let web: Web
let shop: AskingShop
let ada: JoinedNode

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
  shop = await openAskingShop(web)
  ada = await joinNode(web, 'ada@example.org')
  await letAsk(web, ada, shop.siteKey)
}, SCAN_MS)

afterAll(() => web?.stop())

const COUNT_TAPS = `globalThis.taps = 0; addEventListener('click', ({ isTrusted }) => { if (isTrusted) taps++ }, true)`

/** What a screen reader meets in the page, in its order. */
async function listHeard(page: Page): Promise<string[]> {
  const snapshot = await page.locator('main').ariaSnapshot()
  // The place for news of the app is empty and says nothing.
  const lines = snapshot.split('\n').map((line) => line.trim().replace(/^- '?/, '').replace(/'?:?$/, ''))
  return lines.filter((line) => line !== 'main' && line !== 'status')
}

const status = async (id: string) => (await shop.call(`/api/approvals/${id}`)).status

describe('a person who was asked', { timeout: SCAN_MS }, () => {
  it('adds a passkey, enrolls, then approves with two taps and one scan; the asker redeems once', async () => {
    const { id, path, digest } = await shop.ask(ada)
    const { page, complaints, strangers, close } = await openAs(web, ada, path, { options: MOVING })
    await addDevice(page)
    await page.getByRole('heading', { name: 'To approve, add a passkey first' }).waitFor()
    await screenshot(page, 'approve-passkey-phone-light')
    // Nothing is asked of a passkey that is not there yet.
    expect(await page.locator('main').getByRole('textbox').count()).toBe(0)
    await page.getByText('Compare with the six words the asker shows:').waitFor()
    expect(await page.locator('.approve-until').innerText()).toMatch(/^Open until .+\(\d+:\d\d left\)$/)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('heading', { name: 'To approve, first teach Stillhere how you move' }).waitFor()
    await screenshot(page, 'approve-enroll-phone-light')
    await givePhone(page, { holder: ADA, day: 3 }, ada)
    await scanBy(page, 'Start (about 1 minute)', 'You’re enrolled')
    await page.getByText('Step 4 of 4: the scan that approves.').waitFor()
    await screenshot(page, 'approve-enrolled-phone-light')

    // As from a notice: the page is opened, and all is there.
    await page.reload()
    await page.locator('.approve-acts .button-main[aria-disabled=false]').waitFor()
    expect((await listHeard(page))[0]).toBe(`heading "${HEADING}" [level=1]`)
    expect(await page.title()).toBe(`Shop (https://shop.example) asks: ${SUMMARY} · Stillhere`)
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, 'approve-ready-phone-light')
    await page.evaluate(COUNT_TAPS)
    const tries = await scanUntil(page, { button: 'Approve', done: '.approve-page .notice-good' })
    await page.getByText('Shop has 5 minutes to use it, once.').waitFor()
    // The other tap unlocks the passkey; whoever must try again taps once more each time.
    expect(await page.evaluate<number>('taps')).toBe(tries)
    await screenshot(page, 'approve-granted-phone-light')
    expect(await axeViolations(page)).toEqual([])

    const redeem = () => shop.call(`/api/approvals/${id}/redeem`, { digest })
    expect(await redeem()).toMatchObject({ httpStatus: 200, status: 'granted', reached: 2, digest })
    expect(await redeem()).toMatchObject({ httpStatus: 409, error: 'APPROVAL_REDEEMED' })
    expect([strangers(), complaints.console]).toEqual([[], []])
    await close()
  })

  it('approves by a passkey alone, without sensors or a scan; the asker gets a receipt', async () => {
    const gil = await joinNode(web, 'gil@example.org')
    await letAsk(web, gil, shop.siteKey)
    await acceptMethod(web, gil, 'passkey')
    const action = { type: 'deploy', summary: SUMMARY }
    const { id, digest } = await shop.call('/api/approvals', { approver: gil.nodeHandle, method: 'passkey', action })
    const { page, complaints, strangers, close } = await openAs(web, gil, `/approve/${String(id)}`)
    await addDevice(page)
    await page.getByText('This needs a passkey of your node').waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Approve asks your passkey to sign exactly this action.').waitFor()
    await screenshot(page, 'approve-by-passkey-phone-light')
    expect(await axeViolations(page)).toEqual([])
    expect(await overflowAt(page, 200)).toBe(0)
    await overflowAt(page, 100)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('Your passkey signed exactly this action, without a scan.').waitFor()
    await screenshot(page, 'approve-by-passkey-granted-phone-light')
    const redeemed = await shop.call(`/api/approvals/${String(id)}/redeem`, { digest })
    const receipt = { audience: 'https://shop.example', verdict: 'PASS' }
    expect(redeemed).toMatchObject({ httpStatus: 200, status: 'granted', reached: 0, receipt })
    expect([strangers(), complaints.console]).toEqual([[], []])
    await close()
  })
})

describe('the page', { timeout: SCAN_MS }, () => {
  it('shows an action full of markup as text, also without any script', async () => {
    const { path } = await shop.ask(ada, { summary: NASTY, details: { [NASTY]: `${NASTY}\nand more` } })
    for (const javaScriptEnabled of [true, false]) {
      const { page, complaints, close } = await web.open(path, { options: { javaScriptEnabled } })
      expect(await page.locator('.check-action').textContent()).toBe(NASTY)
      expect(await page.locator('.check-details dd').textContent()).toBe(`${NASTY}\nand more`)
      expect(await page.locator('main b').count()).toBe(0)
      await expect
        .poll(async () => (await listHeard(page))[0])
        .toMatch(/^heading .*asks you to approve: .*Pay.*\[level=1\]/)
      expect(complaints).toEqual({ foreign: [], console: [] })
      if (!javaScriptEnabled) await screenshot(page, 'approve-without-script-phone-light')
      await close()
    }
  })

  it('names several people to each other, says how many must approve, and lets the first take it back', async () => {
    const people = await Promise.all(['cy', 'dan', 'fay'].map((name) => joinNode(web, `${name}@example.org`)))
    for (const one of people) {
      await letAsk(web, one, shop.siteKey)
      await acceptMethod(web, one, 'tap')
    }
    const of = people.map(({ nodeHandle }) => nodeHandle)
    const asked = await shop.call('/api/approvals', {
      approvers: { of, need: 2 },
      method: 'tap',
      action: { type: 'deploy', summary: SUMMARY },
    })
    const { page, complaints, close } = await openAs(web, people[0] as JoinedNode, `/approve/${String(asked['id'])}`)
    await page.getByText('Approved by 0 so far, 2 needed:').waitFor()
    expect(await page.locator('.approvers li').count()).toBe(3)
    await page.getByText('2 of 3 people must approve this.').waitFor()
    await screenshot(page, 'approve-several-phone-light')
    expect(await axeViolations(page)).toEqual([])
    expect(await overflowAt(page, 200)).toBe(0)
    await overflowAt(page, 100)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('Others are still asked.').waitFor()
    await page.getByText('Approved by 1 so far, 2 needed:').waitFor()
    await screenshot(page, 'approve-several-granted-phone-light')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Take back my approval' }).click()
    await page.getByText('You denied this.').waitFor()
    await screenshot(page, 'approve-several-denied-phone-light')
    expect(complaints.console).toEqual([])
    await close()
  })

  it('has no fault in any size and colors', async () => {
    const { path } = await shop.ask(ada)
    const walk = (page: Page) => page.getByRole('heading', { name: 'Sign in to decide' }).waitFor()
    for (const look of LOOKS)
      expect(await faultsOf(web, { path, looks: [look], states: [{ name: 'approve', walk }] })).toEqual([])
  })
})

describe('My node', { timeout: SCAN_MS }, () => {
  const openNode = (who: JoinedNode, path: string) => openAs(web, who, path)

  it('lets a site ask after one look and one tap, says how often, shows what it asks, and denies that when it is removed', async () => {
    const bo = await joinNode(web, 'bo@example.org')
    await expect(shop.ask(bo)).rejects.toThrow(`/node?allow=${shop.siteKey}`)
    const { page, complaints, strangers, close } = await openNode(bo, `/node?allow=${shop.siteKey}`)
    await page.getByRole('definition').filter({ hasText: 'https://shop.example' }).waitFor()
    await screenshot(page, 'node-allow-phone-light')
    await page.getByRole('button', { name: 'Let Shop ask' }).click()
    await page.getByText('Shop (https://shop.example) may ask you now.').waitFor()
    await page.getByRole('link', { name: 'Who may ask, and what they asked' }).click()
    await page.getByText('No requests yet.').waitFor()

    await page.getByRole('button', { name: 'Change how often Shop may ask' }).click()
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
    await page.getByLabel('Times a day').fill('0')
    await save.click()
    await page.getByText('Give a number from 1 to 100.').waitFor()
    await page.getByLabel('Times a day').fill('5')
    await save.click()
    await page.getByText('Asked 0 of 5 times today').waitFor()

    const { id } = await shop.ask(bo)
    await page.goto(new URL('/node?view=approvals', page.url()).href)
    await page.getByText('Asked 1 of 5 times today').waitFor()
    const decide = page.getByRole('link', { name: new RegExp(`^Decide ?: ${SUMMARY}$`) })
    expect(await decide.getAttribute('href')).toBe(`/approve/${id}`)
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, 'node-approvals-phone-light')
    // On the smallest phone, with large text.
    expect(await overflowAt(page, 200)).toBe(0)
    await overflowAt(page, 100)
    await page.getByRole('button', { name: 'Remove Shop' }).click()
    await screenshot(page, 'node-remove-asker-phone-light')
    await page.getByRole('button', { name: 'Remove and deny' }).click()
    await page.getByText('Shop can no longer ask you.').waitFor()
    await page.reload()
    await page.getByText('Denied: the asker may no longer ask').waitFor()
    expect(await status(id)).toBe('denied')

    await page.getByLabel('Site key or agent ID').fill('agent:nobody@example.org')
    await page.getByRole('button', { name: 'Look it up' }).click()
    await page.getByText('There is no such site or agent.').waitFor()
    expect(strangers()).toEqual([])
    expect(complaints.console.filter((text) => !text.includes('404'))).toEqual([])
    await close()
  })

  it('shows earlier approvals page by page, what is open first', async () => {
    const { page, close } = await openNode(ada, '/network')
    await page.route('**/api/node/approvals*', (route) => route.fulfill({ json: approvalPage(route.request().url()) }))
    await page.goto(new URL('/node?view=approvals', page.url()).href)
    const items = page.locator('.node-list li strong')
    await expect.poll(() => items.allInnerTexts()).toContain('Action 2')
    expect((await items.allInnerTexts()).slice(0, 2)).toEqual(['Action 2', 'Action 1'])
    await page.getByRole('button', { name: 'Show earlier ones' }).click()
    await page.getByText('Action 3').waitFor()
    expect(await page.getByRole('button', { name: 'Show earlier ones' }).count()).toBe(0)
    await close()
  })

  it('asks whoever is not signed in to do so first, and leads back', async () => {
    const { page, close } = await web.open(`/node?allow=${shop.siteKey}`)
    await page.getByText('Someone wants to ask for your approval.').waitFor()
    await page.getByRole('link', { name: 'Join or sign in' }).click()
    await page.getByRole('heading', { name: 'Join or sign in' }).waitFor()
    expect(await page.evaluate('JSON.parse(localStorage["stillhere-waiting-page"]).path')).toBe(
      `/node?allow=${shop.siteKey}`,
    )
    await close()
  })
})

it(
  'Admin shows who asked whom and what became of it, and not what for',
  async () => {
    const states = [
      {
        name: 'admin-approvals',
        walk: async (page: Page) => {
          await unlock(page, web)
          await page.getByRole('group', { name: 'Approvals, newest first' }).getByText(ada.nodeHandle).first().waitFor()
          expect(await page.locator('main').innerText()).not.toContain(SUMMARY)
        },
      },
    ]
    expect(await faultsOf(web, { path: '/admin?tab=approvals', looks: LOOKS, states })).toEqual([])
  },
  SCAN_MS,
)
