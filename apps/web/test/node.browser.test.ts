import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/shared-chromium.ts'
import { ledgerPage } from './node-ledger.ts'
import { receiptOf } from './node-receipt.ts'
import {
  headersOf,
  type JoinedNode,
  joinNode,
  signInOnceMore,
  signInPage,
  signOutByMenu,
  statusOfToken,
} from './people.ts'
import { START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser, { AUTH_MODE: 'lock' })
}, START_MS)

afterAll(() => web?.stop())

async function openAs(who: JoinedNode, path = '/node') {
  const opened = await web.open('/network')
  await signInPage(opened.page, who)
  await opened.page.goto(`${web.address}${path}`)
  await opened.page.locator('#node-handle').waitFor()
  return opened
}

function call(who: JoinedNode, method: string, path: string, body?: object): Promise<Response> {
  const headers = { ...headersOf(who), ...(body && { 'content-type': 'application/json' }) }
  return fetch(`${web.address}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

/** What the page Scan keeps of a node's person, here or read back. */
const ENROLLMENT = { seal: 's', expires_at: '2100-01-01T00:00:00.000Z', signature: { version: 'imu-1' } }

async function keepEnrollment(page: Page, nodeHandle: string): Promise<void> {
  const kept = JSON.stringify({ nodeHandle, enrollment: ENROLLMENT })
  await page.evaluate(`localStorage['stillhere-enrollment'] = ${JSON.stringify(kept)}`)
  await page.reload()
}

async function textOfDownload(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

describe('level, days and ledger', () => {
  it('shows nobody to nobody, and the way in', async () => {
    const { page, complaints, close } = await web.open('/node')
    await page.getByRole('link', { name: 'Join or sign in' }).click()
    await page.getByRole('heading', { name: 'Join or sign in' }).waitFor()
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })

  it('shows the points of scans, day by day and line by line', async () => {
    const who = await joinNode(web, 'points@example.org')
    const { page, complaints, close } = await openAs(who)
    await page.getByText('No points yet.').waitFor()
    await page.getByText('Genesis node, since').waitFor()
    const best = page.locator('.stat', { hasText: 'Best presence' })
    expect(await best.innerText()).toMatch(/–\s+no scan has counted yet/)
    for (const pesScore of [0.9, 0.5]) await call(who, 'POST', '/api/node/entropy', { email: who.email, pesScore })
    await page.reload()
    await page.getByText('8 points of 100').waitFor()
    await page.getByText('Active on 1 of the last', { exact: false }).first().waitFor()
    const rows = page.getByRole('group', { name: 'Changes of your score' }).locator('tbody tr')
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([expect.stringMatching(/A motion scan\s+\+1\s+8$/), expect.stringMatching(/A motion scan\s+\+7\s+7$/)])
    expect(await page.locator('.node-day-today').getAttribute('title')).toMatch(/: 2 of 3$/)
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })

  it('goes on to earlier points on demand', async () => {
    const { page, close } = await openAs(await joinNode(web, 'pages@example.org'))
    await page.route('**/api/node/ledger*', (route) => route.fulfill({ json: ledgerPage(route.request().url()) }))
    await page.reload()
    const rows = page.getByRole('group', { name: 'Changes of your score' }).locator('tbody tr')
    const more = page.getByRole('button', { name: 'Show earlier ones' })
    await rows.nth(19).waitFor()
    expect(await rows.count()).toBe(20)
    await more.click()
    await rows.nth(39).waitFor()
    expect(await rows.count()).toBe(40)
    await more.click()
    await rows.nth(49).waitFor()
    expect(await rows.count()).toBe(50)
    expect(await more.count()).toBe(0)
    await close()
  })

  it('says in words that the service does not answer, and recovers', async () => {
    const { page, close } = await openAs(await joinNode(web, 'away@example.org'))
    await page.route('**/api/**', (route) => route.abort())
    await page.reload()
    // Each part asks for itself and gives up in its own time.
    const level = page.locator('.node-level')
    await level.getByText('We can’t reach the service.').waitFor()
    await page.unroute('**/api/**')
    await level.getByRole('button', { name: 'Try again' }).click()
    await level.getByText('0 points of 100').waitFor()
    await close()
  })
})

describe('receipts', () => {
  it('E3: lists records, offers none of them as a receipt, and takes one back', async () => {
    const who = await joinNode(web, 'receipts@example.org')
    const { page, close } = await openAs(who, '/node?view=receipts')
    await page.getByText('No receipts yet.', { exact: true }).waitFor()
    const receipt = await receiptOf(web, who)
    await page.reload()
    await page.getByText('http://localhost:3000').waitFor()
    expect(await page.locator('.node-state').innerText()).toBe('Valid')
    expect(await page.getByRole('button', { name: 'Download' }).count()).toBe(0)
    await page.getByText('The service keeps no receipt itself').waitFor()

    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByLabel('Reason').fill('my phone was stolen')
    await page.getByRole('button', { name: 'Revoke the receipt' }).click()
    await page.getByText('my phone was stolen').waitFor()
    await page.locator(':focus', { hasText: 'The receipt is revoked.' }).waitFor()
    expect(await page.locator('.node-state').innerText()).toBe('Revoked')
    const verdict = await call(who, 'POST', '/api/verify-receipt', { receipt })
    expect(await verdict.json()).toMatchObject({ status: 'INVALID', reason: 'REVOKED' })
    await close()
  })
})

describe('access', () => {
  it('changes the handle, and says why not', async () => {
    const other = await joinNode(web, 'other@example.org')
    const who = await joinNode(web, 'handle@example.org')
    const { page, close } = await openAs(who, '/node?view=access')
    await keepEnrollment(page, who.nodeHandle)
    const change = async (handle: string) => {
      await page.getByLabel('Handle of your node').fill(handle)
      await page.getByRole('button', { name: 'Change the handle' }).click()
    }
    await change('a@b')
    await page.getByText('Use 3 to 40 letters and digits of one script').waitFor()
    await change(other.nodeHandle.toUpperCase())
    await page.getByText('Another node has this handle, or one that looks like it.').waitFor()
    await change('still-water')
    await page.getByText('Your handle is still-water now.').waitFor()
    expect(await page.locator('#node-handle').innerText()).toBe('still-water')
    await page.reload()
    await page.getByRole('heading', { name: 'still-water' }).waitFor()
    // Whoever has a new handle does not enroll anew.
    expect(await page.evaluate(`JSON.parse(localStorage['stillhere-enrollment'])`)).toEqual({
      nodeHandle: 'still-water',
      enrollment: ENROLLMENT,
    })
    await close()
  })

  it('stays signed out when a new handle comes after that', async () => {
    const who = await joinNode(web, 'late@example.org')
    const { page, close } = await openAs(who, '/node?view=access')
    await keepEnrollment(page, who.nodeHandle)
    const [renamed, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/node/handle', async (route) => {
      const response = await route.fetch()
      renamed.resolve()
      await answered.promise
      await route.fulfill({ response })
    })
    await page.getByLabel('Handle of your node').fill('late-water')
    await page.getByRole('button', { name: 'Change the handle' }).click()
    await renamed.promise
    await signOutByMenu(page)
    await page.getByRole('link', { name: 'Join or sign in' }).waitFor()
    await expect.poll(() => statusOfToken(web, who)).toBe(401)
    answered.resolve()
    // The page renames the enrollment right after it has looked who is signed in.
    await expect.poll(() => page.evaluate(`localStorage['stillhere-enrollment']`)).toContain('late-water')
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    await close()
  })

  it('revokes another token, signs out for good, and notices when it was revoked itself', async () => {
    const who = await joinNode(web, 'tokens@example.org')
    const lost = await signInOnceMore(web, who)
    const { page, close } = await openAs(who, '/node?view=access')
    // The service keeps no more than the hour.
    await page.locator('li', { hasText: 'This device' }).getByText('last used this hour').waitFor()
    await page.getByRole('button', { name: /^Sign out Program/ }).click()
    await page.getByRole('button', { name: /^Sign out Program/ }).waitFor({ state: 'detached' })
    await page.locator(':focus', { hasText: /^Program .* is signed out\.$/ }).waitFor()
    expect((await call(lost, 'GET', '/api/node/tokens')).status).toBe(401)
    const phone = await signInOnceMore(web, who)
    const second = await openAs(phone, '/node?view=access')

    await page
      .locator('li', { hasText: 'This device' })
      .getByRole('button', { name: /^Sign out/ })
      .click()
    await page.getByRole('link', { name: 'Join or sign in' }).waitFor()
    expect((await call(who, 'GET', '/api/node/tokens')).status).toBe(401)
    await close()

    const { tokens } = (await (await call(phone, 'GET', '/api/node/tokens')).json()) as { tokens: { id: string }[] }
    await call(phone, 'DELETE', `/api/node/tokens/${tokens[0]?.id}`)
    await second.page.reload()
    await second.page.getByText('You’re not signed in.').waitFor()
    await second.page.getByRole('link', { name: 'Join or sign in' }).click()
    await second.page.getByRole('heading', { name: 'Join or sign in' }).waitFor()
    await second.close()
  })
})

describe('data', () => {
  it('hands out all that is stored, and erases it once the handle was typed', async () => {
    const who = await joinNode(web, 'data@example.org')
    const { page, complaints, close } = await openAs(who, '/node?view=data')
    await keepEnrollment(page, who.nodeHandle)
    const taken = await textOfDownload(page, () => page.getByRole('button', { name: 'Download as JSON' }).click())
    expect(taken.name).toBe(`stillhere-${who.nodeHandle}.json`)
    expect(JSON.parse(taken.text)).toMatchObject({ node: { email: who.email, node_handle: who.nodeHandle } })
    expect(taken.text).not.toContain(who.token)

    await page.getByRole('button', { name: 'Erase my node…' }).click()
    await page.getByLabel('Handle of your node').fill('something-else')
    await page.getByRole('button', { name: 'Erase everything' }).click()
    await page.getByText(`Type it exactly: ${who.nodeHandle}`).waitFor()
    await page.getByRole('button', { name: 'Keep my node' }).click()
    expect((await call(who, 'GET', '/api/node/export')).status).toBe(200)

    await page.getByRole('button', { name: 'Erase my node…' }).click()
    await page.getByLabel('Handle of your node').fill(who.nodeHandle)
    await page.keyboard.press('Enter')
    await page.getByText('Your node is erased.').waitFor()
    expect((await call(who, 'GET', '/api/node/export')).status).toBe(401)
    const known = await call(who, 'GET', `/api/identity?email=${encodeURIComponent(who.email)}`)
    expect(await known.json()).toMatchObject({ found: false })
    expect(await page.evaluate('[sessionStorage.length, localStorage.length]')).toEqual([0, 0])
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })
})
