import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { headersOf, type JoinedNode, joinNode, signInOnceMore, signInPage } from './people.ts'
import { START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser, { AUTH_MODE: 'lock' })
}, START_MS)

afterAll(() => web?.stop())

async function openAs(who: JoinedNode, path: string) {
  const opened = await web.open('/network')
  await signInPage(opened.page, who)
  await opened.page.goto(`${web.address}${path}`)
  await opened.page.locator('#node-handle').waitFor()
  return opened
}

const call = (who: JoinedNode, method: string, path: string) =>
  fetch(`${web.address}${path}`, { method, headers: headersOf(who) })

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

describe('access', () => {
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
