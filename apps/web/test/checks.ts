import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { shareSession } from './web.ts'

// The small form, which a page reads in two thirds of the time.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of axe that a page breaks, each with the elements; contrast is left to scripts/contrast.test.ts, in half the time. */
export function axeViolations(page: Page): Promise<string[]> {
  return runAxe(page, "{ 'color-contrast': { enabled: false } }")
}

/** The same with the contrast of the colors that the browser computed, which also knows text inside what has a color of its own. */
export function allAxeViolations(page: Page): Promise<string[]> {
  return runAxe(page, '{}')
}

// Motion ends first, because colors half way are no design.
async function runAxe(page: Page, rules: string): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // What has begun to change goes on all the same.
  await page.evaluate('for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()')
  // Evaluated from outside, which the page's own policy has no say in.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE)
  // Only what did not hold is read, without selectors. What axe asks of the style sheets themselves does not depend on the state or
  // the look of a page, so it reads them again only when there are others.
  return page.evaluate<string[]>(`{
    const sheets = [...document.styleSheets].map(({ href }) => href).join()
    const preload = sheets !== axe.readSheets
    axe.readSheets = sheets
    axe.run({ resultTypes: ['violations'], selectors: false, preload, rules: ${rules} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))
  }`)
}

/** The page's cumulative layout shift so far. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate<number>(SHIFTED)
}

// As browsers report it: the largest sum over windows of at most five seconds without a pause of one.
const SHIFTED = `(() => {
  const observer = new PerformanceObserver(() => {})
  observer.observe({ type: 'layout-shift', buffered: true })
  let most = 0, sum = 0, first = 0, last = -Infinity
  for (const { value, startTime, hadRecentInput } of observer.takeRecords()) {
    if (hadRecentInput) continue
    if (startTime - last > 1000 || startTime - first > 5000) [sum, first] = [0, startTime]
    sum += value
    last = startTime
    most = Math.max(most, sum)
  }
  observer.disconnect()
  return most
})()`

/** How far the page is wider than the window, after its text was enlarged. */
export async function overflowAt(page: Page, textPercent: number): Promise<number> {
  await page.evaluate(`document.documentElement.style.fontSize = '${textPercent}%'`)
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

/** The words on buttons, on tabs and in the names of facts that are broken over two lines. */
export function findBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(BROKEN_WORDS)
}

/** What can be operated and is in sight but Tab does not reach, by its text. Focus starts at the top. */
export async function findUnreachable(page: Page): Promise<string[]> {
  await page.evaluate('document.activeElement?.blur?.()')
  const wanted = await page.evaluate<number>(MARK_OPERABLE)
  // The page itself notes what has the focus, for a question after each press would take longer than the press.
  await page.evaluate("addEventListener('focusin', ({ target }) => target.toggleAttribute('data-reached', true))")
  await pressTab(page, wanted)
  const unreached = await page.evaluate<string[]>(UNREACHED)
  if (unreached.length === 0) return []
  // A field for a date takes a press for each of its parts.
  await pressTab(page, 15)
  return page.evaluate<string[]>(UNREACHED)
}

const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }

/** Presses Tab so many times; the browser has one press after the other, and the test waits for the last. */
async function pressTab(page: Page, times: number): Promise<void> {
  const session = await shareSession(page)
  const events = Array.from({ length: times }, () => ['rawKeyDown', 'keyUp'] as const).flat()
  await Promise.all(events.map((type) => session.send('Input.dispatchKeyEvent', { type, ...TAB })))
}

/** Saves a picture of the whole page where SCREENSHOTS names a folder; else does nothing. A stage that fills the screen is to be taken as it is. */
export async function screenshot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage })
}

const UNREACHED =
  '[...document.querySelectorAll("[data-operable]:not([data-reached])")].map((one) => one.outerHTML.slice(0, 90))'

// A word on one line has one rectangle.
const BROKEN_WORDS = `[...document.querySelectorAll('.button, [role=tab], dt')].flatMap((one) => {
  const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
  const broken = []
  while (texts.nextNode()) {
    for (const { index, 0: word } of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange()
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + word.length)
      if (range.getClientRects().length > 1) broken.push(word)
    }
  }
  return broken
})`

// Of a group of radio buttons or tabs Tab reaches one; arrow keys do the rest.
const MARK_OPERABLE = `(() => {
  // Marks of an earlier look.
  for (const one of document.querySelectorAll('[data-operable], [data-reached]')) {
    one.removeAttribute('data-operable')
    one.removeAttribute('data-reached')
  }
  const modal = document.querySelector('stillhere-scan')?.shadowRoot.querySelector(':modal') ?? null
  const operable = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => !one.disabled && one.tabIndex >= 0 && one.type !== 'radio')
    // Behind a modal dialog nothing is operable.
    .filter((one) => modal === null || modal.contains(one))
  operable.forEach((one, index) => { one.dataset.operable = String(index) })
  return operable.length
})()`
