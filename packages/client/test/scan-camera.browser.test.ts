import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Receipt, verifyReceipt } from '@stillhere/receipt'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium, WITH_DEVICES } from '../../../scripts/chromium.ts'
import { writeCameraAssets } from '../scripts/camera-assets.ts'
import type { CameraEnding } from './pages/camera-scan-page.ts'
import { openSite } from './pages/site.ts'
import { stopClock } from './virtual-phone.ts'

// A model looks at 90 pictures, each of which takes a tenth of a second on a machine that has nothing else to do.
const TIMEOUT_MS = 600_000
// Coupling needs eight pictures a second.
const STEP_MS = 100
const folder = mkdtempSync(join(tmpdir(), 'scan-camera-'))

let site: Awaited<ReturnType<typeof openSite>>
let plain: Browser
let withCamera: Browser

beforeAll(async () => {
  await writeCameraAssets(folder)
  site = await openSite({ script: 'camera-scan-page.ts', cameraFolder: folder })
  plain = await shareChromium()
  withCamera = await shareChromium(WITH_DEVICES)
}, TIMEOUT_MS)

afterAll(() => {
  site?.close()
  rmSync(folder, { recursive: true, force: true })
}, TIMEOUT_MS)

describe('a scan with sensors and a camera', { timeout: TIMEOUT_MS }, () => {
  let ending: CameraEnding

  beforeAll(async () => {
    const page = await openPage(plain, ['camera'])
    await page.evaluate('cameraLab.becomeCamera()')
    ending = await scanned(page, 'cameraLab.start()')
    await page.context().close()
  }, TIMEOUT_MS)

  it('gives a receipt with EE-002 where the model sees the hand move as the phone does', () => {
    const { receipt, error, coupling } = ending
    expect(error).toBeUndefined()
    expect(coupling?.status).toBe('ok')
    expect(coupling?.value).toBeGreaterThan(0.5)
    const { signature, evidence } = receipt as Receipt
    expect(evidence.map(({ engineId }) => engineId)).toEqual(['EE-001', 'EE-002', 'EE-003'])
    // The clock of the page went ahead of ours.
    expect(verifyReceipt(receipt, { now: Date.parse(signature.signedAt) })).toMatchObject({ status: 'VALID' })
  })

  it('gives none where the hand does not move with the phone, as in a film of it that runs backwards', async () => {
    const page = await openPage(plain, ['camera'])
    expect(await scanned(page, 'cameraLab.startWithFilm()')).toMatchObject(UNCOUPLED)
    await page.context().close()
  })

  it('ends before anybody has to move where the camera is not allowed', async () => {
    const page = await openPage(withCamera, [])
    const { receipt, error } = await scanned(page, 'cameraLab.start()')
    expect(receipt).toBeUndefined()
    expect(error).toMatchObject({ kind: 'camera_failed', next: 'give_up', message: 'the camera was not allowed' })
    expect(await page.evaluate('cameraLab.phase')).toBe('asking')
    await page.context().close()
  })

  it('ends when the camera is taken back in the middle', async () => {
    const page = await openPage(withCamera, ['camera'])
    await page.evaluate('cameraLab.start()')
    await passTimeUntil(page, `cameraLab.phase === 'capturing'`)
    await page.context().clearPermissions()
    await page.waitForFunction('cameraLab.ending', undefined, { timeout: TIMEOUT_MS })
    const { error } = await page.evaluate<CameraEnding>('cameraLab.ending')
    expect(error).toMatchObject({ kind: 'camera_failed', next: 'retry', message: 'the camera was switched off' })
    await page.context().close()
  })
})

const UNCOUPLED = {
  error: {
    kind: 'vetoed',
    next: 'retry',
    message: expect.stringContaining('The camera does not see the motion that the sensor feels'),
    advice: expect.stringContaining('Keep the hand with the phone in the picture'),
  },
  coupling: { status: 'ok' },
}

async function openPage(browser: Browser, permissions: string[]): Promise<Page> {
  const context = await browser.newContext()
  await context.grantPermissions(permissions, { origin: site.url })
  const page = await context.newPage()
  // Before the clock takes its place.
  await context.addInitScript('globalThis.trueInterval = setInterval')
  await page.clock.install()
  await page.addInitScript(PICTURES_IN_PAGE_TIME)
  await page.goto(site.url)
  await page.waitForFunction('globalThis.cameraLab')
  await stopClock(page)
  return page
}

// Pictures come with the browser's time; that of this page is the test's. It rises by microseconds, the steps of the model, from
// picture to picture, so that there is another look where no hand was found.
const PICTURES_IN_PAGE_TIME = `{
  const { requestVideoFrameCallback } = HTMLVideoElement.prototype
  let time = 0
  HTMLVideoElement.prototype.requestVideoFrameCallback = function (run) {
    return requestVideoFrameCallback.call(this, () => {
      time = Math.max(performance.now(), time + 0.01)
      run(time, {})
    })
  }
}`

async function scanned(page: Page, start: string): Promise<CameraEnding> {
  await page.evaluate(start)
  await passTimeUntil(page, 'false')
  return page.evaluate<CameraEnding>('cameraLab.ending')
}

/** Time goes on by a step whenever the model has looked at a picture of this moment, however long that takes. */
async function passTimeUntil(page: Page, condition: string): Promise<void> {
  const isOver = () => page.evaluate<boolean>(`cameraLab.ending !== undefined || ${condition}`)
  while (!(await isOver())) {
    await page.clock.runFor(STEP_MS)
    await page.evaluate('cameraLab.look()')
  }
}
