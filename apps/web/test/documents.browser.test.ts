import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { HEADINGS } from '../src/shell/headings.ts'
import { START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, START_MS)

afterAll(() => web?.stop())

const LOADED = `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((path) => /\\.(?:js|css)$/.test(path))`

it.each(Object.keys(HEADINGS))(
  'E24: the document of %s has the heading that the page draws, and names what it loads',
  async (name) => {
    const path = name === 'home' ? '/' : `/${name}`
    const document = await (await fetch(web.address + path, { headers: { accept: 'text/html' } })).text()
    expect(document).toContain(`<h1>${HEADINGS[name]}</h1>`)
    const { page, close } = await web.open(path)
    expect(await page.locator('main h1').innerText()).toBe(HEADINGS[name])
    const loaded = await page.evaluate<string[]>(LOADED)
    // Parts that come later are fetched by the page itself, and are no part of its first round trip.
    const first = loaded.slice(0, document.match(/"\/assets\/[^"]+\.(?:js|css)"/g)?.length)
    expect(first.filter((file) => !document.includes(`"${file}"`))).toEqual([])
    await close()
  },
)

it.each([
  ['de-DE', '/verify', 'Beleg prüfen'],
  ['es-ES', '/', 'Demuestra que estás aquí.'],
])(
  'E24: the document for %s of %s says in that language what the page draws, and names its catalogues',
  async (locale, path, heading) => {
    const headers = { accept: 'text/html', 'accept-language': locale }
    const document = await (await fetch(web.address + path, { headers })).text()
    expect(document).toContain(`<html lang="${locale.slice(0, 2)}"`)
    expect(document).toContain(`<h1>${heading}</h1>`)
    const { page, close } = await web.open(path, { options: { locale } })
    expect(await page.locator('main h1').innerText()).toBe(heading)
    const loaded = await page.evaluate<string[]>(LOADED)
    const catalogs = loaded.filter((file) => /\/(?:common|home|verify|verdicts)-/.test(file))
    expect(catalogs.length).toBeGreaterThan(1)
    expect(catalogs.filter((file) => !document.includes(`"${file}"`))).toEqual([])
    await close()
  },
)

it('a language that was chosen on a page is that of the next document, before any script', async () => {
  const { page, close } = await web.open('/network', { options: { locale: 'de-DE' } })
  await page.getByLabel('Sprache').selectOption('es')
  await page.getByLabel('Idioma').waitFor()
  await page.route('**/assets/index-*.js', () => undefined)
  await page.goto(`${web.address}/join`, { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Unirse o iniciar sesión' }).waitFor()
  await close()
})

it('keeps a chosen theme, and shows it before the first paint', async () => {
  const { page, complaints, close } = await web.open('/network', { colors: 'light' })
  const paper = 'getComputedStyle(document.documentElement).backgroundColor'
  const light = await page.evaluate(paper)
  await page.getByLabel('Appearance').selectOption('dark')
  const dark = await page.evaluate(paper)
  expect(dark).not.toBe(light)
  // With the app's own script held back, all that is drawn is the document.
  await page.route('**/assets/index-*.js', () => undefined)
  await page.goto(`${web.address}/verify`, { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Verify a receipt' }).waitFor()
  expect(await page.evaluate(paper)).toBe(dark)
  expect(await page.locator('meta[name=theme-color]').first().getAttribute('content')).toBe('#171511')
  await page.goto(`${web.address}/docs`)
  expect(await page.evaluate(paper)).toBe(dark)
  await page.getByLabel('Appearance').selectOption('system')
  expect(await page.evaluate(paper)).toBe(light)
  expect(complaints).toEqual({ foreign: [], console: [] })
  await close()
})

it('can be installed, and verifies offline, with nothing of the API in its cache', async () => {
  const { page, close } = await web.open('/verify', { options: { serviceWorkers: 'allow' } })
  await page.evaluate('navigator.serviceWorker.ready')
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  const session = await page.context().newCDPSession(page)
  const { errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  await page.reload()
  await page.context().setOffline(true)
  await page.reload()
  await page.locator('.shell:not(.early)').getByRole('heading', { name: 'Verify a receipt' }).waitFor()
  await page.goto(`${web.address}/`)
  await page.locator('.shell:not(.early)').getByRole('heading', { name: 'Show that you’re here.' }).waitFor()
  const kept = await page.evaluate<string[]>(
    `caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())))).then((lists) => lists.flat().map(({ url }) => new URL(url).pathname))`,
  )
  expect(kept.filter((path) => !/^\/(?:verify)?$|^\/assets\//.test(path))).toEqual([])
  await close()
})
