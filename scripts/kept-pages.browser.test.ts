import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetFiles, lendPage, spoilPage } from './kept-pages.ts'
import { shareChromium } from './shared-chromium.ts'

const STATE_OF_GEOLOCATION = `navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state)`
// Of this file alone, so that no other file has given one back.
const OPTIONS = { viewport: { width: 333, height: 333 } }
let browser: Browser
let server: Server
let origin: string
// Of the one file that may be cached.
let deliveries = 0

beforeAll(async () => {
  browser = await shareChromium()
  server = createServer(({ url }, answer) => {
    const isFile = url === '/file.js'
    if (isFile) deliveries++
    answer.setHeader('cache-control', isFile ? 'max-age=9999' : 'no-store')
    answer.setHeader('content-type', isFile ? 'text/javascript' : 'text/html')
    answer.end(isFile ? 'globalThis.file = 1' : '<h1>As served</h1><script src="/file.js"></script>')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => server?.close())

it('lends the same page again, and nothing of the loan before is left', async () => {
  const first = await lendPage(browser, OPTIONS, { colorScheme: 'dark' })
  const dialogs: string[] = []
  await first.page.route('**/other', (route) => route.fulfill({ body: 'played' }))
  first.page.on('dialog', (dialog) => dialogs.push(dialog.message()))
  await first.page.goto(origin)
  await first.page.evaluate(LEAVE_TRACES)
  await (await first.page.context().newPage()).goto(origin)
  await first.giveBack()

  const second = await lendPage(browser, OPTIONS, { colorScheme: 'light' })
  expect(second.page).toBe(first.page)
  expect(second.page.context().pages()).toEqual([second.page])
  await second.page.goto(origin)
  expect(await second.page.evaluate(FIND_TRACES)).toEqual(['', 0, 0, 0, false])
  // Nobody is there to leave it open, so it is dismissed.
  await second.page.evaluate('alert("who hears?")')
  expect(dialogs).toEqual([])
  await second.page.goto(`${origin}/other`)
  expect(await second.page.locator('h1').innerText()).toBe('As served')
  await second.giveBack()
})

it('leaves nothing at any origin that it showed', async () => {
  const other = origin.replace('127.0.0.1', 'localhost')
  const first = await lendPage(browser, OPTIONS)
  for (const shown of [origin, other, origin]) {
    await first.page.goto(shown)
    await first.page.evaluate(LEAVE_TRACES)
  }
  await first.giveBack()
  const second = await lendPage(browser, OPTIONS)
  expect(second.page).toBe(first.page)
  for (const shown of [origin, other]) {
    await second.page.goto(shown)
    expect(await second.page.evaluate(FIND_TRACES)).toEqual(['', 0, 0, 0, false])
  }
  await second.giveBack()
})

it.each<[string, (page: Page) => Promise<unknown>, string]>([
  ['its clock', (page) => page.clock.setFixedTime(0), 'Date.now() > 0'],
  ['its scripts', (page) => runFirst(page, page), 'typeof more'],
  ['the scripts of its context', (page) => runFirst(page, page.context()), 'typeof more'],
  ['its permissions', (page) => page.context().grantPermissions(['geolocation']), STATE_OF_GEOLOCATION],
  ['that it was offline', (page) => page.context().setOffline(true), 'navigator.onLine'],
  ['what its DevTools changed', setTimezone, 'Intl.DateTimeFormat().resolvedOptions().timeZone'],
])('takes back what a loan changed, and lends the page again: %s', async (_, change, question) => {
  const first = await lendPage(browser, OPTIONS)
  await first.page.goto(origin)
  const before = await first.page.evaluate(question)
  await change(first.page)
  expect(await first.page.evaluate(question)).not.toBe(before)
  await first.giveBack()
  const second = await lendPage(browser, OPTIONS)
  expect(second.page).toBe(first.page)
  await second.page.goto(origin)
  expect(await second.page.evaluate(question)).toBe(before)
  await second.giveBack()
})

it.each([
  ['its functions', (page: Page) => page.exposeFunction('more', () => 1)],
  ['its size', (page: Page) => page.setViewportSize({ width: 444, height: 444 })],
  ['what somebody says cannot be taken back', async (page: Page) => spoilPage(page)],
])('closes a page whose loan changed or saw more than is cleared: %s', async (_, change) => {
  const { page, giveBack } = await lendPage(browser, OPTIONS)
  await page.goto(origin)
  await change(page)
  await giveBack()
  expect(page.isClosed()).toBe(true)
})

it('has no file in a cache once it was told to forget them, and caches those that come next', async () => {
  const { page, giveBack } = await lendPage(browser, OPTIONS)
  await page.goto(origin)
  const before = deliveries
  await page.goto(`${origin}/again`)
  expect(deliveries).toBe(before)
  await forgetFiles(page)
  await page.goto(origin)
  expect(deliveries).toBe(before + 1)
  await page.goto(`${origin}/again`)
  expect(deliveries).toBe(before + 1)
  await giveBack()
})

it('lends a page again that had another size in between', async () => {
  const { page, giveBack } = await lendPage(browser, OPTIONS)
  await page.goto(origin)
  await page.setViewportSize({ width: 444, height: 444 })
  await page.setViewportSize(OPTIONS.viewport)
  await giveBack()
  expect(page.isClosed()).toBe(false)
})

async function runFirst(page: Page, where: Page | BrowserContext): Promise<void> {
  await where.addInitScript('globalThis.more = 1')
  await page.reload()
}

async function setTimezone(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Kiritimati' })
}

const LEAVE_TRACES = `(async () => {
  localStorage.one = sessionStorage.one = document.cookie = 'one=1'
  await new Promise((done) => { indexedDB.open('one').onsuccess = done })
})()`
const FIND_TRACES = `indexedDB.databases().then(({ length }) =>
  [document.cookie, localStorage.length, sessionStorage.length, length, matchMedia('(prefers-color-scheme: dark)').matches])`
