import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../../scripts/chromium.ts'
import { closeElementPage, openElementPage, report } from '../../test/element-page.ts'

const STROKE = { index: 1, of: 6, direction: 'right', words: 'Right.', state: 'now' } as const
const PHONE = { width: 390, height: 844 }
let browser: Browser

beforeAll(async () => {
  browser = await shareChromium()
})

const SPY = `
  globalThis.felt = []
  navigator.vibrate = (ms) => felt.push(ms) > 0
  globalThis.heard = []
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (at) { heard.push(this.frequency.value); start.call(this, at) }`

async function open(body: string, viewport = PHONE): Promise<Page> {
  // Still arrows can be measured.
  const { page } = await openElementPage(browser, body, { viewport, reducedMotion: 'reduce' })
  await page.evaluate(SPY)
  return page
}

it.each([
  ['a phone', PHONE],
  ['a phone on its side', { width: 844, height: 390 }],
  ['a small phone', { width: 320, height: 568 }],
  ['a desktop', { width: 1280, height: 800 }],
])('E10: takes the whole screen of %s, with an arrow of half its smaller side at least', async (_, viewport) => {
  const page = await open('<div style="transform: scale(1)"><stillhere-scan></stillhere-scan></div>', viewport)
  await page.locator('.start').click()
  await report(page, { stroke: STROKE, marks: ['seen', 'open'] })
  expect(await page.locator('.stage').boundingBox()).toEqual({ x: 0, y: 0, ...viewport })
  const arrow = await page.locator('.stage .shaft').boundingBox()
  expect(arrow?.width).toBeGreaterThanOrEqual(Math.min(viewport.width, viewport.height) / 2)
  const stop = await page.getByRole('button', { name: 'Stop' }).boundingBox()
  expect((stop?.y ?? Infinity) + (stop?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
  await closeElementPage(page)
})

it('stays in its place where the page says so', async () => {
  const page = await open('<stillhere-scan stage="inline"></stillhere-scan><button>Beside</button>')
  await page.locator('.start').click()
  await report(page, { stroke: STROKE })
  expect((await page.locator('.stage').boundingBox())?.y).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Beside' }).click()
  expect(await page.evaluate('led.element.state')).toBe('running')
  await closeElementPage(page)
})

it('E11: lets nobody touch what is behind it, asks whoever leaves, and is away when it ends', async () => {
  const page = await open('<nav><a href="#elsewhere">Elsewhere</a></nav><stillhere-scan></stillhere-scan>')
  await page.locator('.start').click()
  await page.mouse.click(40, 90)
  await page.keyboard.press('Tab')
  expect(await page.evaluate('[location.hash, document.activeElement.localName]')).toEqual(['', 'stillhere-scan'])
  const leaves = `{ const event = new Event('beforeunload', { cancelable: true }); !dispatchEvent(event) }`
  expect(await page.evaluate(leaves)).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByText('Stopped. Nothing was kept.').first().waitFor()
  expect(await page.locator('.stage').count()).toBe(0)
  expect(await page.evaluate(leaves)).toBe(false)
  await closeElementPage(page)
})

it('E10: is heard and felt at each arrow, until it is muted, which the browser remembers', async () => {
  const page = await open('<stillhere-scan></stillhere-scan>')
  await page.locator('.start').click()
  await report(page, { stroke: STROKE, marks: ['open', 'open'] })
  await report(page, { stroke: STROKE, marks: ['seen', 'open'] })
  expect(await page.evaluate('[felt, heard]')).toEqual([[20], [660, 990]])
  await page.getByRole('button', { name: 'Sound: on' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.locator('.start').click()
  await page.getByRole('button', { name: 'Sound: off' }).waitFor()
  await report(page, { stroke: STROKE })
  expect(await page.evaluate('[felt.length, heard.length]')).toEqual([1, 2])
  await closeElementPage(page)
})

it('is silent where the page says so', async () => {
  const page = await open('<stillhere-scan quiet></stillhere-scan>')
  await page.locator('.start').click()
  await report(page, { stroke: STROKE })
  expect(await page.evaluate('[felt.length, heard.length]')).toEqual([0, 0])
  expect(await page.getByRole('button').allInnerTexts()).toEqual(['Stop'])
  await closeElementPage(page)
})

it('E14: says that a scan is kept where there is no connection, and sends it when asked to', async () => {
  const page = await open('<stillhere-scan></stillhere-scan>')
  await page.locator('.start').click()
  await page.evaluate(`led.last().onProgress({ phase: 'unsent', mode: 'sensors', secondsLeft: 40, elapsedMs: 0, durationMs: 0,
    score: null, parts: null, stroke: null, hint: 'Your scan is kept here.', goOn: () => { led.isSent = true } })`)
  await page.getByText('Waiting for a connection').first().waitFor()
  await page.getByText('Your scan is kept here. It can wait 40 s.').waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  expect(await page.evaluate('led.isSent')).toBe(true)
  await closeElementPage(page)
})

it('asks after three rounds whether one more is wanted, and Esc or Enter there never stops the enrollment', async () => {
  const page = await open('<stillhere-scan></stillhere-scan>', { width: 360, height: 640 })
  await page.evaluate('led.element.enroll = led.scan; led.answers = []')
  await page.locator('.start').click()
  await page.evaluate('led.last().onCapture(3, 3)')
  const offer = () =>
    page.evaluate(`led.last().onProgress({ phase: 'offering', mode: 'sensors', secondsLeft: 20, elapsedMs: 0, durationMs: 0,
    score: null, parts: null, stroke: null, hint: null, goOn: () => led.answers.push('more'), decline: () => led.answers.push('enough') })`)
  await offer()
  await page.getByText('One more round makes you easier to recognize').first().waitFor()
  const labels = await page.locator('.stage .buttons button').allInnerTexts()
  expect(labels).toEqual(['One more round', 'That’s enough'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'One more round' }).click()
  expect(await page.evaluate('[led.answers, led.element.state]')).toEqual([['enough', 'enough', 'more'], 'running'])
  await page.evaluate('led.last().onCapture(4, 4)')
  await report(page, { phase: 'countdown' })
  expect(await page.locator('.count').innerText()).toBe('Round 4 of 4')
  expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(1)
  await closeElementPage(page)
})

it('shows before the start that the sensors answer, and how far to move', async () => {
  const page = await open('<stillhere-scan trace></stillhere-scan>')
  const trace = page.locator('.trace')
  expect(await trace.isVisible()).toBe(false)
  await page.evaluate(`for (const x of [9, 10, 12])
    dispatchEvent(Object.assign(new Event('devicemotion'), { accelerationIncludingGravity: { x, y: 0, z: 0 } }))`)
  expect(await trace.isVisible()).toBe(true)
  expect(await page.locator('.trace .line').getAttribute('d')).toMatch(/^M/)
  expect(await page.locator('.demonstration').isVisible()).toBe(true)
  // Whoever wants no motion sees it stand still, at its end.
  expect(await page.evaluate('led.element.shadowRoot.getAnimations().length')).toBe(0)
  await closeElementPage(page)
})
