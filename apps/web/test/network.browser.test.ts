import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { faultsOf } from './faults.ts'
import { joinNode } from './people.ts'
import { LOOKS, START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
  await joinNode(web, 'ada@example.org')
}, START_MS)

afterAll(() => web?.stop())

describe('Network', () => {
  it.each(LOOKS)('has no fault on a $size in $colors colors', async (look) => {
    const walk = async (page: Page) => page.getByText('The order checks out').waitFor()
    expect(await faultsOf(web, { path: '/network', looks: [look], states: [{ name: 'network', walk }] })).toEqual([])
  })

  it('speaks German to a German phone, and Spanish once that is chosen', async () => {
    const { page, complaints, close } = await web.open('/network', { options: { locale: 'de-DE' } })
    const heading = page.getByRole('heading', { level: 1 })
    const speech = async () => [await page.locator('html').getAttribute('lang'), await heading.innerText()]
    expect(await speech()).toEqual(['de', 'Das Netzwerk'])
    await page.getByText('Genesis-Wand').waitFor()
    await page.getByRole('link', { name: 'Dokumentation (englisch)' }).waitFor()
    await page.getByLabel('Sprache').selectOption('Español')
    await page.getByText('Muro génesis').waitFor()
    expect(await speech()).toEqual(['es', 'La red'])
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })

  it('moves for those who like it, and stands still for those who asked for that', async () => {
    for (const [reducedMotion, moves] of [
      ['no-preference', true],
      ['reduce', false],
    ] as const) {
      const { page, close } = await web.open('/network', { size: 'desktop', options: { reducedMotion } })
      await page.getByText('The order checks out').waitFor()
      // A still field is drawn once more when its place changes.
      expect((await framesDrawn(page)) === 5).toBe(moves)
      await close()
    }
  })
})

// Counts how often the canvas is cleared, which every drawing begins with, until five or until nothing is asked for any more.
function framesDrawn(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const canvas = document.querySelector('canvas')
    const pen = canvas.getContext('2d')
    const clear = pen.clearRect.bind(pen)
    let drawn = 0
    pen.clearRect = (...given) => {
      clear(...given)
      drawn += 1
      if (drawn === 5) resolve(5)
    }
    let frames = 0
    const count = () => (++frames === 30 ? resolve(Math.min(drawn, 5)) : requestAnimationFrame(count))
    requestAnimationFrame(count)
  })`)
}
