import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../../scripts/chromium.ts'
import {
  closeElementPage,
  failWith,
  finish,
  letEnroll,
  openElementPage,
  report,
  seal,
  waitForTitle,
} from '../../test/element-page.ts'
import { scanEvidence, scanReceipt } from '../../test/scan-receipts.ts'

const BODY = '<stillhere-scan practice="always"></stillhere-scan>'
const STROKE = { index: 2, of: 6, direction: 'up-right', words: 'Up and to the right.', state: 'now' } as const
const LIVE = { marks: ['seen', 'missed', 'open'] } as const
let browser: Browser

beforeAll(async () => {
  browser = await shareChromium()
})

const STATES: Record<string, (page: Page) => Promise<void>> = {
  idle: async () => {},
  countdown: (page) => report(page, { phase: 'countdown', secondsLeft: 3 }),
  capturing: (page) => report(page, { ...LIVE, stroke: STROKE, hint: 'A little quicker.' }),
  practising: (page) => report(page, { mode: 'pointer', stroke: STROKE }),
  judging: (page) => report(page, { phase: 'judging' }),
  done: async (page) => {
    await finish(page, scanReceipt({ audience: 'https://shop.example' }))
    for (const summary of await page.locator('summary').all()) await summary.click()
  },
  failed: async (page) => {
    const continuity = { evidence: scanEvidence(0.3, 2) }
    await failWith(page, {
      kind: 'sensor_silent',
      next: 'wait',
      retryAfterMs: 60_000,
      message: 'm',
      advice: 'a',
      continuity,
    })
    await page.locator('.retry').waitFor()
  },
  denied: async (page) => {
    await failWith(page, { kind: 'permission_denied', next: 'give_up', message: 'm', advice: 'a' })
    await page.locator('summary').click()
  },
  // The last one: from here on the element enrolls.
  enrolled: async (page) => {
    await page.evaluate('led.element.reset()')
    await letEnroll(page)
    await page.evaluate('led.element.start()')
    await seal(page)
    await waitForTitle(page, 'You’re enrolled')
  },
}

// Dark colors are held by scripts/contrast.test.ts.
it('has no fault that axe knows, in any state', async () => {
  // Axe is put in from outside, which a strict policy forbids. Animations would blur what it measures.
  const { page } = await openElementPage(browser, BODY, { bypassCSP: true, reducedMotion: 'reduce' })
  await page.evaluate(axe.source)
  await inEachState(page, async (state) => expect(await page.evaluate(FAULTS), state).toEqual([]))
  await closeElementPage(page)
})

it('fits 320 pixels, with text of twice the size too, and breaks no rule of a strict policy, in every state', async () => {
  const { page, complaints } = await openElementPage(browser, BODY, { viewport: { width: 320, height: 640 } })
  await inEachState(page, async (state) => {
    for (const size of ['200%', '100%']) {
      const width = `document.documentElement.style.fontSize = '${size}'; document.documentElement.scrollWidth`
      expect(await page.evaluate(width), `${state} at ${size}`).toBe(320)
    }
  })
  expect(complaints).toEqual([])
  expect(await page.locator('.card').evaluate((card) => getComputedStyle(card).display)).toBe('grid')
  await closeElementPage(page)
})

it('can be used by keyboard alone, and the focus follows what happens', async () => {
  const { page } = await openElementPage(browser, BODY)
  const focused = () => page.evaluate('led.element.shadowRoot.activeElement?.className')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(RING_WIDTH)).toBeGreaterThanOrEqual(2)
  await page.keyboard.press('Enter')
  expect(await focused()).toBe('cancel')
  await page.keyboard.press('Space')
  expect(await focused()).toBe('start')
  await page.keyboard.press('Space')
  await finish(page, scanReceipt())
  await waitForTitle(page, 'Scan complete')
  expect(await focused()).toBe('title')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('save')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await failWith(page, { kind: 'page_hidden', next: 'retry', message: 'm', advice: 'a' })
  await page.locator('.retry').waitFor()
  expect(await focused()).toBe('title')
  await closeElementPage(page)
})

it('keeps the button to stop in its place, whatever is said above it', async () => {
  const { page } = await openElementPage(browser, BODY, { viewport: { width: 360, height: 740 } })
  await page.locator('.start').click()
  const stop = page.getByRole('button', { name: 'Stop' })
  await report(page, { phase: 'countdown', secondsLeft: 3 })
  const place = await stop.boundingBox()
  await report(page, { ...LIVE, stroke: STROKE, hint: 'Hold the phone a little looser, as you would to read.' })
  expect(await stop.boundingBox()).toEqual(place)
  await closeElementPage(page)
})

it('takes the focus from nobody', async () => {
  const { page } = await openElementPage(browser, `${BODY}<input aria-label="Name">`)
  await page.getByLabel('Name').focus()
  await page.evaluate('led.element.start()')
  await finish(page, scanReceipt())
  await waitForTitle(page, 'Scan complete')
  expect(await page.evaluate('document.activeElement.tagName')).toBe('INPUT')
  await closeElementPage(page)
})

it('says each phase and each arrow once, politely', async () => {
  const { page } = await openElementPage(browser, BODY)
  await page.evaluate(`{
    led.said = []
    led.listen = () => {
      for (const voice of led.element.shadowRoot.querySelectorAll('[role=status]'))
        new MutationObserver(() => led.said.push(voice.textContent)).observe(voice, { childList: true })
    }
  }`)
  await page.locator('.start').click()
  await page.evaluate('led.listen()')
  await report(page, { phase: 'countdown', secondsLeft: 3 })
  await report(page, { phase: 'countdown', secondsLeft: 2 })
  for (let i = 0; i < 5; i++) await report(page, { stroke: STROKE, elapsedMs: i })
  await finish(page, scanReceipt())
  await waitForTitle(page, 'Scan complete')
  expect(await page.evaluate('led.said')).toEqual(['Hold still', 'Move up and right', 'Scan complete'])
  await closeElementPage(page)
})

it('shows arrows that stand still to those who want no motion', async () => {
  const animations = 'led.element.shadowRoot.getAnimations().length'
  for (const [reducedMotion, moves] of [
    ['reduce', false],
    ['no-preference', true],
  ] as const) {
    const { page } = await openElementPage(browser, BODY, { reducedMotion })
    await page.locator('.start').click()
    await report(page, { stroke: STROKE })
    expect(await page.locator('.stage .shaft').isVisible()).toBe(true)
    expect(Number(await page.evaluate(animations)) > 0).toBe(moves)
    await closeElementPage(page)
  }
})

it('stays readable in forced colors', async () => {
  const { page } = await openElementPage(browser, BODY, { forcedColors: 'active' })
  await page.locator('.start').click()
  await report(page, { ...LIVE, stroke: STROKE })
  const drawn = await page.locator('.stage .shaft').evaluate((shaft) => getComputedStyle(shaft).stroke)
  const paper = await page.locator('.card').evaluate((card) => getComputedStyle(card).backgroundColor)
  expect(drawn).not.toBe(paper)
  await closeElementPage(page)
})

async function inEachState(page: Page, look: (state: string) => Promise<void>): Promise<void> {
  for (const [state, enter] of Object.entries(STATES)) {
    if (state !== 'idle') await page.evaluate('led.element.start()')
    await enter(page)
    await look(state)
  }
}

// Nobody reads what held, nor selectors.
const FAULTS = `axe.run({ resultTypes: ['violations'], selectors: false }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html)))`

const RING_WIDTH = 'parseFloat(getComputedStyle(led.element.shadowRoot.activeElement).outlineWidth)'
