import { generateChallenge, seededRandom } from '@stillhere/engine'
import { type Receipt, verifyReceipt } from '@stillhere/receipt'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareChromium, WITH_DEVICES } from '../../../scripts/chromium.ts'
import {
  driveVirtualSensors,
  liveAttacker,
  livePerson,
  STEADY_PEOPLE,
  setSensorPermission,
  syntheticPerson,
} from '../src/testing/index.ts'
import type { Ending } from './pages/scan-page.ts'
import { openSite } from './pages/site.ts'
import { stepVirtualSensors } from './pages/stepped-sensors.ts'

// Two tests go through a thousand readings, each of them there and back between this process and the browser.
const TIMEOUT_MS = 400_000
const CHALLENGE = generateChallenge(seededRandom(7))
const ADA = syntheticPerson(STEADY_PEOPLE[0])

let browser: Browser
let site: Awaited<ReturnType<typeof openSite>>
let page: Page
let devtools: CDPSession

beforeAll(async () => {
  site = await openSite()
  browser = await shareChromium(WITH_DEVICES)
}, TIMEOUT_MS)

afterAll(() => site?.close(), TIMEOUT_MS)

beforeEach(async () => {
  const context = await browser.newContext()
  page = await context.newPage()
  devtools = await context.newCDPSession(page)
}, TIMEOUT_MS)

afterEach(() => page.context().close(), TIMEOUT_MS)

describe("a scan with Chromium's virtual accelerometer and gyroscope", { timeout: TIMEOUT_MS }, () => {
  it('ends with a receipt that anybody can verify, for a person who is there', async () => {
    await stepVirtualSensors(devtools, livePerson(ADA))
    await startScan()
    const { receipt, error } = await ending()
    expect(error).toBeUndefined()
    // The clock of the page went its own way.
    const now = Date.parse((receipt as Receipt).signature.signedAt)
    expect(verifyReceipt(receipt, { now }).status).toBe('VALID')
    expect(receipt).toMatchObject({ verdict: 'PASS', evidence: [{ engineId: 'EE-001' }, { engineId: 'EE-003' }] })
  })

  it('ends without a receipt for software that makes the right strokes', async () => {
    await stepVirtualSensors(devtools, liveAttacker('robot'))
    await startScan()
    const { receipt, error } = await ending()
    expect(receipt).toBeUndefined()
    expect(error?.kind).toBe('not_alive')
  })

  it('is refused where the browser denies the sensors', async () => {
    await setSensorPermission(devtools, 'denied')
    await startScan()
    expect((await ending()).error).toMatchObject({ kind: 'permission_denied', next: 'give_up' })
  })

  it('ends when the browser takes the permission back in the middle', async () => {
    // In true time a busy machine might fall silent before.
    await stepVirtualSensors(devtools, livePerson(ADA))
    await startScan()
    await reached('capturing')
    await setSensorPermission(devtools, 'denied')
    expect((await ending()).error).toMatchObject({ kind: 'permission_revoked', next: 'retry' })
  })

  it('ends when the sensors go away in the middle', async () => {
    const sensors = await driveVirtualSensors(devtools, livePerson(ADA))
    await startScan()
    await reached('capturing')
    await sensors.fallSilent()
    expect((await ending()).error).toMatchObject({ kind: 'sensor_silent', next: 'retry' })
  })

  it('says that there are no sensors where there are none', async () => {
    await startScan()
    expect((await ending()).error).toMatchObject({ kind: 'sensor_silent', next: 'give_up' })
  })
})

async function startScan(): Promise<void> {
  await page.goto(site.url)
  await until('globalThis.lab !== undefined')
  await page.evaluate(`lab.start({ challenge: ${JSON.stringify(CHALLENGE)}, countdownSeconds: 0 })`)
}

function reached(phase: string): Promise<void> {
  return until(`lab.phases.includes('${phase}') || lab.ending !== undefined`)
}

async function ending(): Promise<Ending> {
  await until('lab.ending !== undefined')
  return page.evaluate<Ending>('lab.ending')
}

// Frames come in true time, whatever the page's clock says.
async function until(condition: string): Promise<void> {
  await page.waitForFunction(condition, undefined, { polling: 'raf', timeout: TIMEOUT_MS })
}
