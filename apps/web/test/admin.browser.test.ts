import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { unlock } from './admin-filling.ts'
import { axeViolations, screenshot } from './checks.ts'
import { faultsOf } from './faults.ts'
import { openShop } from './shop.ts'
import { LOOKS, startWeb, type Web } from './web.ts'

// A busy machine takes its time.
const PATIENT = { timeout: 180_000 }

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser, { LIMITS: 'admin.wrong.address=3/600' })
}, PATIENT.timeout)

afterAll(() => web?.stop())

/** A look from another network address, as a proxy would report it, so that wrong guesses stay its own. */
function from(address: string) {
  return { options: { extraHTTPHeaders: { 'x-forwarded-for': address } } }
}

async function guess(page: Page, secret: string): Promise<void> {
  await page.getByLabel('Admin secret').fill(secret)
  await page.getByRole('button', { name: 'Unlock' }).click()
}

async function openTab(tab: string) {
  const opened = await web.open(`/admin?tab=${tab}`, { size: 'desktop' })
  await unlock(opened.page, web)
  return opened
}

describe('the lock', PATIENT, () => {
  it('asks for a text that could be the secret before it asks the service', async () => {
    const { page, complaints, close } = await web.open('/admin')
    for (const [text, words] of [
      ['', 'Enter the secret.'],
      ['short', 'A secret has at least 16 characters.'],
      ['a secret with spaces', 'A secret has no spaces'],
    ] as const) {
      await guess(page, text)
      await page.getByText(words).waitFor()
    }
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })

  it('refuses a wrong secret in words, opens with the right one, stays open after a reload, and closes for good', async () => {
    const { page, close } = await web.open('/admin?tab=health', from('203.0.113.1'))
    await guess(page, 'this-is-not-the-secret')
    await page.getByText('That’s not the admin secret.').waitFor()
    await unlock(page, web)
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
    expect(await page.getByRole('tab', { name: 'Health' }).getAttribute('aria-selected')).toBe('true')
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    expect(kept).not.toContain(web.adminSecret)
    await page.reload()
    await page.getByRole('tablist').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Admin secret').waitFor()
    await page.reload()
    await page.getByLabel('Admin secret').waitFor()
    await close()
  })

  it('says that it is braked after too many wrong ones, and for how long', async () => {
    const { page, close } = await web.open('/admin', from('203.0.113.2'))
    for (const wrong of ['wrong-secret-number-1', 'wrong-secret-number-2', 'wrong-secret-number-3']) {
      await guess(page, wrong)
      await page.getByText('That’s not the admin secret.').waitFor()
      await page.getByLabel('Admin secret').fill('')
    }
    await guess(page, 'wrong-secret-number-4')
    await page.getByText('Too many wrong secrets from your address.').waitFor()
    await page.getByText(/The right one still works at once. Try again in \d+ (seconds|minutes)/).waitFor()
    await close()
  })

  it('locks itself when the session has ended', async () => {
    const { page, close } = await openTab('invites')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Make invites' }).click()
    // A list that was still on its way says the same.
    await page.getByText('You’re signed out.').first().waitFor()
    await page.getByRole('button', { name: 'Sign in again' }).first().click()
    await page.getByLabel('Admin secret').waitFor()
    await close()
  })
})

// How much of a table its place does not show.
const CUT_OFF = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.table'))`

describe('sites', PATIENT, () => {
  it('registers a site, shows its secret once, and gives it a second one after asking', async () => {
    const { page, complaints, close } = await openTab('sites')
    await page.getByText('No sites yet.').waitFor()
    await page.getByRole('button', { name: 'Register a site' }).click()
    await page.getByLabel('Name').fill('A shop for flowers with quite a long name')
    await page.getByLabel('Origins').fill('https://shop.example\nhttp://shop.example')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('Line 2 must begin with https').waitFor()
    await page.locator('textarea:focus').waitFor()
    await page.getByLabel('Origins').fill('https://shop.example')
    await page.getByLabel('Actions of its pages').fill('Sign up: 1\nPay: 3')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('“Pay” must be 1 or 2').waitFor()
    await page.getByLabel('Actions of its pages').fill('Sign up: 1\nPay: 2')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('Your secret is ready.').waitFor()
    const row = page.getByRole('group', { name: 'Sites, newest first' }).locator('tbody tr')
    await row.getByText('https://shop.example').waitFor()
    await row.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make it' }).click()
    await row.getByRole('button', { name: 'Remove the older secret' }).waitFor()
    expect(await page.evaluate<number>(CUT_OFF)).toBe(0)
    await row.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable it' }).click()
    await row.getByText('disabled').waitFor()
    await row.getByRole('button', { name: 'Remove', exact: false }).last().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
    await page.getByText('No sites yet.').waitFor()
    // What the service refused stands on the console, too.
    expect(complaints.console.filter((text) => !text.includes('400'))).toEqual([])
    await close()
  })
})

describe('usage', PATIENT, () => {
  it('shows what came of a site’s checks, by day', async () => {
    const shop = await openShop(web, { name: 'Busy' })
    const [first] = [await shop.ask(), await shop.ask(), await shop.ask()]
    await shop.call(`/api/checks/${first?.id}/cancel`)
    const { page, close } = await web.open('/admin?tab=sites', { size: 'phone' })
    await unlock(page, web)
    await page.getByRole('button', { name: 'Show the checks of Busy' }).click()
    const days = page.getByRole('group', { name: 'Checks by day, newest first' })
    await expect.poll(() => days.locator('td').allInnerTexts()).toEqual(['3', '0', '1', '0'])
    const table = 'document.querySelector(".admin-usage-days .table")'
    expect(await page.evaluate(`${table}.scrollWidth - ${table}.clientWidth`)).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, 'admin-usage')
    await close()
    shop.stop()
  })
})

/** A site's server that takes events and notes their ids. */
async function startListener() {
  const ids: unknown[] = []
  const server = createServer(({ headers }, response) => {
    ids.push(headers['webhook-id'])
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { ids, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stillhere`, server }
}

describe('webhooks', PATIENT, () => {
  it('sets one, shows its secret once, sends a test event and sends it again with the same id', async () => {
    const { ids, url, server } = await startListener()
    const { page, complaints, close } = await web.open('/admin?tab=sites', { size: 'phone' })
    await unlock(page, web)
    await page.getByRole('button', { name: 'Register a site' }).click()
    await page.getByLabel('Name').fill('Listener')
    await page.getByLabel('Origins').fill('https://listener.example')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('No events yet.').waitFor()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Set up the webhook of Listener' }).click()
    await dialog.getByLabel('Address').fill('http://listener.example/')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('It must begin with https').waitFor()
    await dialog.getByLabel('Address').fill(url)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Show Webhook secret' }).waitFor()
    await page.getByRole('button', { name: 'Change the webhook of Listener' }).click()
    await dialog.getByText('Signed with the secret ending in').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, 'admin-webhook-dialog')
    await dialog.getByRole('button', { name: 'Send a test event' }).click()
    await expect.poll(() => ids.length).toBe(1)
    const row = page.getByRole('group', { name: 'Webhook events, newest first' }).locator('tbody tr')
    await row.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('The event is being sent again.').waitFor()
    await expect.poll(() => ids.length).toBe(2)
    expect(new Set(ids).size).toBe(1)
    expect(complaints.console.filter((text) => !text.includes('400'))).toEqual([])
    server.close()
    await close()
  })
})

describe('invites', PATIENT, () => {
  it('E17: makes invites as links with QR codes, shows them once, and takes one back after asking', async () => {
    const { page, complaints, close } = await openTab('invites')
    await page.getByLabel('How many').fill('0')
    await page.getByRole('button', { name: 'Make invites' }).click()
    await page.getByText('Enter a whole number from 1 to 1,000.').waitFor()
    await page.getByLabel('How many').fill('3')
    await page.getByLabel('Note').fill('Book club')
    await page.getByRole('button', { name: 'Make invites' }).click()
    await page.getByText('3 invites are ready.').waitFor()
    const links = (await page.locator('.admin-codes code').innerText()).split('\n')
    expect(links.map((link) => link.replace(/SERVICE-\w{4}-\w{4}$/, ''))).toEqual(
      Array(3).fill(`${web.address}/join?invite=`),
    )
    const codes = links.map((link) => link.slice(-17))
    await page.getByText('Show QR code').first().click()
    await page
      .getByRole('img', { name: /QR code of the invite link/ })
      .first()
      .waitFor()
    const rows = page.getByRole('group', { name: 'Invites, newest first' }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(13)
    expect(await rows.first().innerText()).toContain('Book club')
    await rows
      .first()
      .getByRole('button', { name: /Revoke/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await rows.first().innerText()).toContain('free')
    await rows
      .first()
      .getByRole('button', { name: /Revoke/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect.poll(() => rows.first().innerText()).toContain('revoked')
    await page.reload()
    await rows.first().waitFor()
    for (const code of codes) expect(await page.locator('main').innerText()).not.toContain(code)
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })
})

describe('mail', PATIENT, () => {
  it('shows the recipient of each mail while mail is not set up, so that the right one is opened', async () => {
    for (const email of ['kim@example.org', 'lou@example.org']) {
      const headers = { 'content-type': 'application/json' }
      await fetch(`${web.address}/api/subscribe`, { method: 'POST', headers, body: JSON.stringify({ email }) })
    }
    const { page, complaints, close } = await openTab('mail')
    const mails = page.getByRole('group', { name: 'Mails, newest first' })
    await mails.getByRole('columnheader', { name: 'To', exact: true }).waitFor()
    const row = mails.getByRole('row').filter({ hasText: 'k…@example.org' })
    await row.getByRole('button', { name: /^Read/ }).click()
    await page.getByRole('dialog').getByText('kim@example.org').waitFor()
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })
})

describe('health', PATIENT, () => {
  it('waits for an answer that takes longer than the time between two questions', async () => {
    const { page, close } = await openTab('invites')
    const answered = Promise.withResolvers<void>()
    let asked = 0
    await page.route('**/api/health', async (route) => {
      asked++
      await answered.promise
      await route.continue()
    })
    await page.clock.install()
    await page.getByRole('tab', { name: 'Health' }).click()
    await expect.poll(() => asked).toBe(1)
    // Far from the 30 seconds after which the client gives up, of which some may have passed.
    await page.clock.runFor(12_000)
    // A second question would have left before this one.
    await page.evaluate(`fetch('/openapi.json').then(() => undefined)`)
    expect(asked).toBe(1)
    answered.resolve()
    await page.getByText('Everything works.').waitFor()
    await close()
  })

  it('says what works, and changes the signing key after asking', async () => {
    const { page, complaints, close } = await openTab('health')
    await page.getByText('The service sees you as 127.0.0.1.').waitFor()
    expect(await page.getByRole('group', { name: 'Parts of the service' }).innerText()).toMatch(/Data store[^]*works/)
    const keys = page.getByRole('group', { name: 'Signing keys, newest first' }).locator('tbody tr')
    await expect.poll(() => keys.count()).toBe(1)
    await page.getByRole('button', { name: 'Change the signing key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Change the key' }).click()
    await page.getByText('A new key signs from now on.').waitFor()
    await expect
      .poll(() => keys.allInnerTexts())
      .toEqual([expect.stringContaining('signs now'), expect.stringContaining('retired')])
    await page.getByRole('button', { name: 'Change the signing key' }).click()
    await page.getByText('The old key has leaked').click()
    await page.getByText('Every receipt issued so far becomes worthless').waitFor()
    await page.getByRole('button', { name: 'Distrust the old key and change it' }).click()
    await expect
      .poll(async () => (await keys.allInnerTexts()).filter((text) => text.includes('compromised')).length)
      .toBe(2)
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })
})

const INVITES = {
  name: 'admin-invites',
  walk: async (page: Page) => {
    await unlock(page, web)
    await page.getByRole('group', { name: 'Invites, newest first' }).waitFor()
  },
}
const SITES = {
  name: 'admin-sites',
  walk: async (page: Page) => {
    await page.getByRole('tab', { name: 'Sites' }).click()
    await page.getByRole('button', { name: 'Register a site' }).click()
    await page.getByLabel('Name').fill('Shop')
    await page.getByLabel('Origins').fill('https://shop.example')
    await page.getByRole('textbox', { name: 'Webhook' }).fill('https://shop.example/stillhere')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('Your two secrets are ready.').waitFor()
    await page.getByRole('button', { name: 'Change the webhook of Shop' }).waitFor()
  },
}
const HEALTH = {
  name: 'admin-health',
  walk: async (page: Page) => {
    await page.getByRole('tab', { name: 'Health' }).click()
    await page.getByRole('group', { name: 'Signing keys, newest first' }).waitFor()
    await page.getByText(/Everything works|with a part missing/).waitFor()
  },
}

describe('the page, on phones and desktops, in light and dark colors', PATIENT, () => {
  it('has no fault when locked, with invites, with sites and with its health', async () => {
    const states = [{ name: 'admin-locked' }, INVITES, SITES, HEALTH]
    expect(await faultsOf(web, { path: '/admin?tab=invites', looks: LOOKS, states })).toEqual([])
  })
})
