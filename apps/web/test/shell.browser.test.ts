import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { axeViolations, screenshot, overflowAt } from './checks.ts'
import { joinNode, signInPage, signOutByMenu, statusOfToken } from './people.ts'
import { startSlowNetwork } from './slow-network.ts'
import { START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, START_MS)

afterAll(() => web?.stop())

function focused(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement.tagName + " " + document.activeElement.textContent.trim()')
}

/** How far the middles of icon and word are from each other in the bar at the bottom. */
const MIDDLES = `(() => {
  const middle = (element) => element.getBoundingClientRect().left + element.getBoundingClientRect().width / 2
  return [...document.querySelectorAll('.ways > ul > li > a')]
    .filter((way) => way.getClientRects().length > 0)
    .map((way) => Math.abs(middle(way.querySelector('.icon')) - middle(way.querySelector('span'))))
})()`

describe('walking', () => {
  it('moves address, title and focus to the new page, says so, and goes back', async () => {
    const { page, close } = await web.open('/', { size: 'desktop' })
    await page.getByRole('link', { name: 'See the network and the genesis wall' }).click()
    await expect.poll(() => focused(page)).toBe('H1 The network')
    expect(new URL(page.url()).pathname).toBe('/network')
    expect(await page.title()).toBe('Network · Stillhere')
    expect(await page.locator('main > [role=status]').allInnerTexts()).toContain('Network · Stillhere')
    expect(await page.locator('.ways [aria-current=page]').first().innerText()).toBe('Network')
    await page.goBack()
    await expect.poll(() => focused(page)).toBe('H1 Show that you’re here.')
    expect(await page.title()).toBe('Stillhere')
    await close()
  })

  it('leaves the focus alone when a page is opened, and offers a way past the navigation', async () => {
    const { page, close } = await web.open('/network', { size: 'desktop' })
    // The title is set where the focus would be moved.
    await expect.poll(() => page.title()).toBe('Network · Stillhere')
    expect(await focused(page)).toMatch(/^BODY/)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('A Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    await close()
  })

  it('does not load the document again', async () => {
    const { page, close } = await web.open('/', { size: 'desktop' })
    await page.evaluate('window.before = true')
    await page.locator('.ways').getByRole('link', { name: 'Network' }).click()
    await page.getByRole('heading', { name: 'The network' }).waitFor()
    expect(await page.evaluate('window.before')).toBe(true)
    await close()
  })

  it('leaves links of the service to the browser', async () => {
    const { page, complaints, close } = await web.open('/', { size: 'desktop' })
    await page.getByRole('link', { name: 'Status' }).click()
    await page.getByText('The service is').waitFor()
    // So that all other tests are right when they hear of no stranger: who asks one is heard, and finds nobody.
    await expect(page.goto('http://stranger.example/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED')
    expect(complaints.foreign).toEqual(['http://stranger.example/'])
    await close()
  })
})

describe('the menu of a phone', () => {
  it('has each icon in the middle above its word', async () => {
    const { page, close } = await web.open('/network')
    const offsets = await page.evaluate<number[]>(MIDDLES)
    expect(offsets.length).toBeGreaterThan(3)
    expect(Math.max(...offsets)).toBeLessThan(1)
    await close()
  })

  it('opens, leads and closes by keyboard', async () => {
    const { page, close } = await web.open('/')
    const more = page.getByRole('button', { name: 'More' })
    const link = page.locator('#menu').getByRole('link', { name: 'Network' })
    await more.focus()
    await page.keyboard.press('Enter')
    await link.waitFor()
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('BUTTON More')
    await page.keyboard.press('Enter')
    await link.press('Enter')
    await link.waitFor({ state: 'hidden' })
    await expect.poll(() => focused(page)).toBe('H1 The network')
    await close()
  })
})

describe('when something is wrong', () => {
  it('404: an address that nobody has says so and leads home', async () => {
    const { page, close } = await web.open('/nonsense')
    expect(await page.locator('h1').innerText()).toBe('Page not found')
    await expect.poll(() => page.title()).toBe('Page not found · Stillhere')
    expect(await overflowAt(page, 200)).toBe(0)
    await page.locator('.ways-on').getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'Show that you’re here.' }).waitFor()
    await close()
  })

  it('a page whose code does not arrive says so', async () => {
    const { page, close } = await web.open('/', { size: 'desktop' })
    await page.route('**/assets/**', (route) => route.abort())
    await page.locator('.ways').getByRole('link', { name: 'Network' }).click()
    await expect.poll(() => focused(page)).toBe('H1 This page didn’t load')
    await page.unroute('**/assets/**')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'The network' }).waitFor()
    await close()
  })

  it('a page that fails keeps the shell, and can be tried again', async () => {
    const { page, close } = await web.open('/', { size: 'desktop' })
    await page.route('**/api/presence/network*', (route) => route.fulfill({ json: {} }))
    await page.locator('.ways').getByRole('link', { name: 'Network' }).click()
    await page.getByText('Something went wrong on this page. That’s our fault').waitFor()
    await page.unroute('**/api/presence/network*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No one’s here yet.').waitFor()
    await close()
  })

  it('says that it is offline, until it is not', async () => {
    const { page, close } = await web.open('/')
    await page.context().setOffline(true)
    await page.getByText('You’re offline.').waitFor()
    // Without a service worker, Verify does not work offline either.
    await page.getByText('What’s open stays readable. Everything else has to wait.').waitFor()
    // As where none of its files is in the cache.
    await page.route('**/assets/**', (route) => route.abort())
    await page.locator('.ways').getByRole('link', { name: 'Network' }).click()
    await page.getByText('It isn’t kept on this device. Reload once you’re online again.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('You’re offline.').waitFor({ state: 'hidden' })
    await close()
  })
})

describe('the session', () => {
  it('E4: is the same in every tab, outlives a reload, and no script can read it', async () => {
    const who = await joinNode(web, 'tabs@example.org')
    const { page, close } = await web.open('/')
    await signInPage(page, who)
    await page.reload()
    const account = (tab: Page) => tab.getByRole('button', { name: `Account: ${who.nodeHandle}` })
    await account(page).waitFor()
    expect(await page.evaluate(READABLE)).not.toMatch(/s[hs]_/)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await account(other).waitFor()
    await signOutByMenu(page)
    await page.locator('h1:focus').waitFor()
    await account(other).waitFor({ state: 'detached' })
    expect(await statusOfToken(web, who)).toBe(401)
    expect(await page.context().cookies(page.url())).not.toContainEqual(
      expect.objectContaining({ name: 'stillhere-session' }),
    )
    await close()
  })

  it('ends at the service, too, where its tab is closed before the call has arrived', async () => {
    const who = await joinNode(web, 'hurry@example.org')
    const network = await startSlowNetwork(web.address, 'DELETE /api/session')
    const { page, close } = await web.open('/')
    await signInPage(page, who)
    const tab = await page.context().newPage()
    await tab.goto(network.address)
    await tab.getByRole('button', { name: /^Account: / }).click()
    await tab.locator('#account').getByRole('button', { name: 'Sign out' }).click()
    const arrive = await network.held
    await tab.close()
    // What the tab gave up, the network has heard of by the time it has carried another page.
    await page.goto(network.address)
    arrive()
    await expect.poll(() => statusOfToken(web, who)).toBe(401)
    await close()
    network.stop()
  })

  it('is found by a page that knows nothing of it, and dropped by one that knew it', async () => {
    const who = await joinNode(web, 'found@example.org')
    const { page, close } = await web.open('/')
    await signInPage(page, who)
    await page.evaluate('localStorage.clear()')
    await page.reload()
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    await page.context().clearCookies()
    await page.reload()
    await page.getByRole('button', { name: /^Account/ }).waitFor({ state: 'detached' })
    expect(await page.evaluate('localStorage.length')).toBe(0)
    await close()
  })

  it('takes nonsense in the storage for nobody', async () => {
    const { page, complaints, close } = await web.open('/node')
    await page.evaluate(`localStorage['stillhere-who'] = '{"email":'`)
    await page.reload()
    await page.getByText('You’re not signed in.').waitFor()
    expect(complaints.console).toEqual([])
    await close()
  })
})

it('says on the pages of a sandbox, and of no other service, that receipts from here are for tests', async () => {
  const words = 'Sandbox: receipts from here are for testing only.'
  const sandbox = await startWeb(browser, { SANDBOX: 'yes' })
  const { page, complaints, close } = await sandbox.open('/scan')
  await page.getByText(words).waitFor()
  await screenshot(page, 'scan-sandbox-phone-light')
  expect(await axeViolations(page)).toEqual([])
  expect(complaints).toEqual({ foreign: [], console: [] })
  await close()
  await sandbox.stop()
  const other = await web.open('/scan')
  expect(await other.page.getByText(words).count()).toBe(0)
  await other.close()
})

const READABLE = 'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])'
