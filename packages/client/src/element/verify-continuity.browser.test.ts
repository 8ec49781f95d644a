import { type Receipt, verifyReceipt } from '@stillhere/receipt'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { shareChromium, WITH_DEVICES } from '../../../../scripts/chromium.ts'
import type { Ending } from '../../test/pages/continuity-page.ts'
import { openSite } from '../../test/pages/site.ts'
import { stepVirtualSensors } from '../../test/pages/stepped-sensors.ts'
import { livePerson, STEADY_PEOPLE, syntheticPerson } from '../testing/index.ts'

// A scan goes through a thousand readings, each of them there and back between this process and the browser.
const TIMEOUT_MS = 400_000
const PHONE = { viewport: { width: 390, height: 844 } }

// A page that is not told which strokes to ask for draws them itself; here always the same.
const SEEDED_STROKES = `{
  let state = 7
  crypto.getRandomValues = (words) => {
    for (let i = 0; i < words.length; i++) words[i] = state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return words
  }
}`

let site: Awaited<ReturnType<typeof openSite>>
let page: Page
let devtools: CDPSession

beforeAll(async () => {
  site = await openSite({ script: 'continuity-page.ts', lang: 'de' })
}, TIMEOUT_MS)

afterAll(() => site?.close(), TIMEOUT_MS)

beforeEach(async () => {
  const context = await (await shareChromium(WITH_DEVICES)).newContext(PHONE)
  page = await context.newPage()
  devtools = await context.newCDPSession(page)
  await page.addInitScript(SEEDED_STROKES)
}, TIMEOUT_MS)

afterEach(() => page.context().close(), TIMEOUT_MS)

it(
  'without arguments shows the scan over the whole page, in its language, and leaves the page as it was',
  async () => {
    await stepVirtualSensors(devtools, livePerson(syntheticPerson(STEADY_PEOPLE[0])))
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Plain' }).click()
    const stage = page.getByRole('dialog')
    await stage.waitFor()
    expect(await stage.boundingBox()).toEqual({ x: 0, y: 0, ...PHONE.viewport })
    await stage.getByText(/Pfeil \d von 6/).waitFor()
    expect(await stage.getByRole('button', { name: 'Abbrechen' }).count()).toBe(1)

    const { receipt, error } = await ending()
    expect(error).toBeUndefined()
    // The clock of the page went its own way.
    const now = Date.parse((receipt as Receipt).signature.signedAt)
    expect(verifyReceipt(receipt, { now }).status).toBe('VALID')
    expect(receipt).toMatchObject({ verdict: 'PASS', evidence: [{ engineId: 'EE-001' }, { engineId: 'EE-003' }] })
    await expectPageUntouched('Plain')
  },
  TIMEOUT_MS,
)

it(
  'is stopped by the person with Escape, and can be called again',
  async () => {
    await stepVirtualSensors(devtools, livePerson(syntheticPerson(STEADY_PEOPLE[0])))
    await page.goto(site.url)
    for (let call = 1; call <= 2; call++) {
      await page.getByRole('button', { name: 'Plain' }).click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      expect(await ending()).toEqual({ error: { kind: 'aborted', next: 'retry' } })
      await expectPageUntouched('Plain')
    }
  },
  TIMEOUT_MS,
)

it(
  'is stopped by the caller’s signal, before and during a scan',
  async () => {
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Stoppable' }).click()
    await page.getByRole('dialog').waitFor()
    await page.evaluate('stopping.abort()')
    expect(await ending()).toEqual({ error: { kind: 'aborted', next: 'retry' } })
    await expectPageUntouched('Stoppable')

    await page.getByRole('button', { name: 'Stoppable' }).click()
    expect(await ending()).toEqual({ error: { kind: 'aborted', next: 'retry' } })
    await expectPageUntouched('Stoppable')
  },
  TIMEOUT_MS,
)

it(
  'goes away where there are no sensors, with the reason as a ScanError',
  async () => {
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Plain' }).click()
    expect(await ending()).toEqual({ error: { kind: 'sensor_silent', next: 'give_up' } })
    await expectPageUntouched('Plain')
  },
  TIMEOUT_MS,
)

it(
  'draws nothing for a page that shows the progress itself',
  async () => {
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Own drawing' }).click()
    await until('shown.length > 0')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expectPageUntouched('Own drawing')
  },
  TIMEOUT_MS,
)

async function ending(): Promise<Ending> {
  await until('globalThis.ending !== undefined')
  return page.evaluate<Ending>('ending')
}

async function expectPageUntouched(pressed: string): Promise<void> {
  expect(await page.evaluate('Array.from(document.body.children, ({ localName }) => localName)')).toEqual(
    Array(3).fill('button'),
  )
  expect(await page.evaluate('document.activeElement.textContent')).toBe(pressed)
}

// Frames come in true time, whatever the page's clock says.
async function until(condition: string): Promise<void> {
  await page.waitForFunction(condition, undefined, { polling: 'raf', timeout: TIMEOUT_MS })
}
