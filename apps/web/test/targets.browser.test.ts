import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { START_MS, startWeb, type Web } from './web.ts'

const PAGES = 'join scan node network verify receipts agents research admin setup developers waitlist confirm'

let web: Web

beforeAll(async () => {
  web = await startWeb(await shareChromium())
}, START_MS)
afterAll(() => web?.stop())

// A link within a sentence may be as high as its line (WCAG 2.2, 2.5.8); one that stands alone may not.
const SMALL_TARGETS = `[...document.querySelectorAll('a, button, summary')].flatMap((target) => {
  const { width, height } = target.getBoundingClientRect()
  const isShown = width > 1 && height > 1 && target.checkVisibility()
  const around = target.parentElement.textContent.trim()
  const isInline = target.matches('a:not(.button)') && around !== target.textContent.trim()
  const least = target.matches('.button-main') ? 44 : 24
  const isSmall = isShown && !isInline && height < least
  return isSmall ? [target.textContent.trim() + ': ' + Math.round(height) + ' of ' + least + ' px'] : []
})`

it.each(['', ...PAGES.split(' ')])('E23: /%s has targets of 24 px on a phone, and main ones of 44', async (page) => {
  const opened = await web.open(`/${page}`, { options: { viewport: { width: 390, height: 844 } } })
  await opened.settle()
  expect(await opened.page.evaluate(SMALL_TARGETS)).toEqual([])
  await opened.close()
})
