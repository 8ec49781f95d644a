import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../../scripts/chromium.ts'
import { closeElementPage, failWith, finish, openElementPage, report, waitForTitle } from '../../test/element-page.ts'
import { scanReceipt } from '../../test/scan-receipts.ts'

let browser: Browser

beforeAll(async () => {
  browser = await shareChromium()
})

async function open(body: string, options: { lang?: string; locale?: string } = {}): Promise<Page> {
  const { page } = await openElementPage(browser, body, options)
  return page
}

const SCAN = '<stillhere-scan></stillhere-scan>'

describe('the element speaks the language', () => {
  it.each([
    ['of its own attribute', '<div lang="es"><stillhere-scan lang="de-AT"></stillhere-scan></div>', {}, 'Scannen'],
    ['of the nearest ancestor', `<div lang="es"><p>${SCAN}</p></div>`, { lang: 'de' }, 'Escanear'],
    ['of the document', SCAN, { lang: 'de', locale: 'es-ES' }, 'Scannen'],
    ['of the browser where the page names none', SCAN, { lang: '', locale: 'es-MX' }, 'Escanear'],
    ['English where it does not know the language', SCAN, { lang: 'fr', locale: 'de-DE' }, 'Scan'],
  ])('%s', async (_, body, options, start) => {
    const page = await open(body, options)
    await page.getByRole('button', { name: start, exact: true }).waitFor()
    await closeElementPage(page)
  })

  it('of the page around the component whose shadow it stands in', async () => {
    const page = await open(`${SCAN}<section lang="de"><div id="host"></div></section>`)
    await page.evaluate(`document.querySelector('#host').attachShadow({ mode: 'open' }).append(led.element)`)
    await page.getByRole('button', { name: 'Scannen', exact: true }).waitFor()
    await closeElementPage(page)
  })

  it('that the page changes to, also for a result that is shown', async () => {
    const page = await open(SCAN)
    await page.locator('.start').click()
    await finish(page, scanReceipt())
    await waitForTitle(page, 'Scan complete')
    await page.evaluate('document.documentElement.lang = "de"')
    await waitForTitle(page, 'Scan fertig')
    await page.evaluate('document.documentElement.lang = "en"')
    await waitForTitle(page, 'Scan complete')
    await closeElementPage(page)
  })
})

it('says stage, hint and failure in German, and nothing in English but what a service said', async () => {
  const page = await open(SCAN, { lang: 'de' })
  await page.getByRole('button', { name: 'Scannen', exact: true }).click()
  const stroke = { index: 0, of: 6, direction: 'up-left', words: 'Up and to the left', state: 'now' } as const
  await report(page, { stroke, hint: 'Move now, as the arrow shows.' })
  expect(await page.locator('.stage').innerText()).toMatch(/Pfeil 1 von 6[^]*Nach oben links[^]*Jetzt bewegen/)
  await failWith(page, {
    kind: 'sensor_silent',
    next: 'retry',
    message: 'no reading came',
    advice: 'Start again later.',
  })
  await waitForTitle(page, 'Der Bewegungssensor antwortet nicht')
  const told = await page.locator('.panel').innerText()
  expect(told).toContain('Fang später noch einmal an.')
  expect(told).not.toContain('no reading came')
  await closeElementPage(page)
})

it('fetches no texts for a page in English, and those of one language for another', async () => {
  for (const [lang, files] of [
    ['en', []],
    ['es', ['es']],
  ] as const) {
    const page = await open(SCAN, { lang })
    await page.getByRole('button', { name: lang === 'en' ? 'Scan' : 'Escanear', exact: true }).waitFor()
    const loaded: string[] = await page.evaluate('performance.getEntriesByType("resource").map(({ name }) => name)')
    const catalogs = loaded.flatMap((name) => /\/(de|es)-[^/]*\.js$/.exec(name)?.[1] ?? [])
    expect(catalogs).toEqual(files)
    await closeElementPage(page)
  }
})

it('keeps a page’s own words in every language, and is English where the texts do not come', async () => {
  const page = await open(SCAN)
  await page.evaluate('led.element.words = { start: "Los" }')
  await page.route(/\/es-/, (route) => route.abort())
  await page.evaluate('led.element.lang = "es"')
  await page.getByRole('button', { name: 'Los' }).click()
  expect(await page.locator('.cancel').innerText()).toBe('Stop')
  await page.evaluate('led.element.cancel(); led.element.lang = "de"')
  await page.getByText('Abgebrochen. Es wurde nichts gespeichert.').first().waitFor()
  expect(await page.locator('.start').innerText()).toBe('Los')
  await closeElementPage(page)
})
