import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../../scripts/chromium.ts'
import { NOW, oldReceipt, sampleReceipt, makeSuccessor } from '../../test/sample-receipts.ts'
import { judge, openVerifier, readStamp, writeVerifier } from '../../test/verifier-page.ts'

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 900 }
const verifier = writeVerifier()
let browser: Browser

beforeAll(async () => {
  browser = await shareChromium()
})

afterAll(() => verifier.remove())

it.each([
  { viewport: PHONE, states: [showValid, showChanged, showOld, showUnreadable, showChain] },
  { viewport: DESKTOP, states: [showValid, showChain] },
])(
  'has no fault that axe knows, empty or filled, and is as wide as its window at $viewport.width pixels',
  async ({ viewport, states }) => {
    // Axe is put in from outside, which the page's own policy forbids. Animations would blur what it measures.
    const options = { viewport, bypassCSP: true, reducedMotion: 'reduce' } as const
    const { page } = await openVerifier(browser, verifier.url, options)
    await page.addScriptTag({ content: axe.source })
    await expectNoFault(page, 'empty')
    for (const fill of states) {
      await fill(page)
      await page.evaluate('for (const group of document.querySelectorAll("details")) group.open = true')
      await expectNoFault(page, fill.name)
    }
    await page.context().close()
  },
)

it('fits a phone with text of twice the size', async () => {
  const { page } = await openVerifier(browser, verifier.url, { viewport: PHONE })
  await page.evaluate('document.documentElement.style.fontSize = "200%"')
  for (const fill of [showValid, showChanged, showOld]) {
    await fill(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  }
  await page.context().close()
})

it('can be used by keyboard alone, with the focus always in sight', async () => {
  const { page } = await openVerifier(browser, verifier.url, { viewport: PHONE })
  await tabTo(page, 'sample')
  await page.keyboard.press('Enter')
  expect(await readStamp(page)).toBe('UNKNOWN ISSUER')
  await tabTo(page, 'change')
  await page.keyboard.press('Enter')
  expect(await readStamp(page)).not.toBe('UNKNOWN ISSUER')
  await tabTo(page, 'restore')
  await page.keyboard.press('Space')
  expect(await readStamp(page)).toBe('UNKNOWN ISSUER')
  expect(await page.evaluate('document.activeElement.id')).toBe('change')
  await page.context().close()
})

it('tells the verdict to those who do not see it', async () => {
  const { page } = await openVerifier(browser, verifier.url)
  await showValid(page)
  const verdict = page.getByRole('status').filter({ hasText: 'Authentic, signed by' })
  expect(await verdict.getAttribute('aria-live')).toBe('polite')
  expect(await verdict.innerText()).toMatch(
    /Valid[\s\S]*You can rely on what it says[\s\S]*checks that were made have passed/i,
  )
  await page.context().close()
})

function showValid(page: Page): Promise<void> {
  return judge(page, sampleReceipt(), NOW)
}

async function showChanged(page: Page): Promise<void> {
  await showValid(page)
  await page.click('#change')
}

async function showOld(page: Page): Promise<void> {
  await judge(page, oldReceipt(), NOW)
  await page.check('#legacy')
}

function showUnreadable(page: Page): Promise<void> {
  return judge(page, '{', NOW)
}

async function showChain(page: Page): Promise<void> {
  const first = sampleReceipt()
  const files = [first, makeSuccessor(first)].map((receipt, index) => ({
    name: `${index}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(receipt)),
  }))
  await page.setInputFiles('#files', files)
  await page.getByText('An unbroken chain').waitFor()
}

// Dark colors are held by scripts/contrast.test.ts.
async function expectNoFault(page: Page, state: string): Promise<void> {
  expect(await page.evaluate(FAULTS), state).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth'), state).toBe(page.viewportSize()?.width)
}

// Without rules that held, and without selectors.
const FAULTS = `axe.run({ resultTypes: ['violations'], selectors: false }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html)))`

async function tabTo(page: Page, id: string): Promise<void> {
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(RING_WIDTH)).toBeGreaterThanOrEqual(2)
    if ((await page.evaluate('document.activeElement.id')) === id) return
  }
  throw new Error(`Tab never reached ${id}`)
}

// A file field lies unseen inside its label, which wears the ring for it.
const RING_WIDTH = `(() => {
  const focused = document.activeElement
  const visible = focused.type === 'file' ? focused.closest('label') : focused
  return parseFloat(getComputedStyle(visible).outlineWidth)
})()`
