import { ENDPOINTS } from '@stillhere/contract'
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../../../scripts/chromium.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
let browser: Browser
let address: string

beforeAll(async () => {
  service = await startTestService()
  address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  browser = await shareChromium()
})
afterAll(() => service?.stop())

it.each([
  ['a phone', 320],
  ['a desk', 1280],
])('reads well on %s, breaks no rule of its policy and asks no stranger', async (_, width) => {
  const page = await browser.newPage({ viewport: { width, height: 800 } })
  const complaints: string[] = []
  const asked = new Set<string>()
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  await page.goto(`${address}/docs/api#recordEntropy`)
  await page.evaluate('for (const one of document.querySelectorAll(".api details")) one.open = true')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  expect(complaints).toEqual([])
  expect([...asked]).toEqual([address])
  await page.close()
})

it('finds endpoints by what is written of them, and opens the one in the address', async () => {
  const page = await browser.newPage()
  await page.goto(`${address}/docs/api#recordEntropy`)
  expect(await page.locator('.api details[open]').count()).toBe(1)
  expect(await page.locator('#recordEntropy pre').first().innerText()).toContain(
    `curl -X POST '${address}/api/node/entropy'`,
  )
  await page.getByRole('searchbox', { name: 'Filter' }).fill('daily_limit scan')
  expect(await page.locator('.api details:visible').count()).toBe(1)
  expect(await page.locator('.api output').innerText()).toBe(`1 of ${ENDPOINTS.length} endpoints`)
  expect(await page.locator('.api section:visible').count()).toBe(1)
  await page.getByRole('searchbox', { name: 'Filter' }).fill('')
  expect(await page.locator('.api details:visible').count()).toBe(ENDPOINTS.length)
  await page.close()
})

it('copies a call', async () => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.goto(`${address}/docs/api#getHealth`)
  await page.locator('#getHealth').getByRole('button', { name: 'Copy' }).click()
  await page.locator('#getHealth').getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`curl '${address}/api/health'`)
  await context.close()
})

it('has no accessibility faults that axe knows in light and dark colors', async () => {
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: 400, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${address}/docs/api`)
  await page.evaluate(KEEP_LONGEST)
  await page.addScriptTag({ content: axe.source })
  const findFaults = (where: string, rules: string) =>
    page.evaluate(`axe.run(${where}, { ${rules}, resultTypes: ['violations'], selectors: false }).then(
      ({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`)
  const uncolored = `rules: { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } }`
  expect(await findFaults('document', uncolored)).toEqual([])
  // The page has ten thousand elements, which are written in a few colors.
  for (const [colorScheme, rules] of [
    ['light', `'color-contrast', 'link-in-text-block'`],
    ['dark', `'cat.color'`],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate(MARK_COLORS), colorScheme).toBeGreaterThan(5)
    expect(await findFaults(`'[data-colors]'`, `runOnly: [${rules}]`), colorScheme).toEqual([])
  }
  await context.close()
})

// All endpoints are written by the same code: of each area the one of which there is most to say is looked at, and the others are
// taken out, for axe reads also what is hidden.
const KEEP_LONGEST = `for (const area of document.querySelectorAll('.api section')) {
  const endpoints = [...area.querySelectorAll('details')].sort((one, other) => other.innerHTML.length - one.innerHTML.length)
  for (const one of endpoints.splice(1)) one.remove()
  for (const one of endpoints) one.open = true
}`

// Marks one text of each kind: its color, what is behind it, and its size, which contrast depends on. Answers how many
// kinds there are.
const MARK_COLORS = `(() => {
  for (const one of document.querySelectorAll('[data-colors]')) one.removeAttribute('data-colors')
  const behind = new Map([[document, '']])
  const kinds = new Map()
  for (const one of document.querySelectorAll('*')) {
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(one)
    behind.set(one, [behind.get(one.parentNode), backgroundColor, backgroundImage, opacity].join())
    const hasText = [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '')
    // A link is told from the text around it.
    const around = one.localName === 'a' ? one.parentNode.localName + getComputedStyle(one.parentNode).color : ''
    const kind = [behind.get(one), color, fontSize, fontWeight, around].join()
    if (hasText && one.checkVisibility() && !kinds.has(kind)) kinds.set(kind, one)
  }
  for (const one of kinds.values()) one.toggleAttribute('data-colors', true)
  return kinds.size
})()`
