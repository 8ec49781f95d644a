import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium, shareChromium } from '../../../scripts/chromium.ts'
import { screenshot } from './checks.ts'
import { personFlags } from './research-scene.ts'
import { startWeb, type Web } from './web.ts'

// A loaded machine needs some seconds for the model, and for each picture up to one.
const TIMEOUT = 180_000

let folder: string
let browser: Browser
let web: Web

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stillhere-scene-'))
  const scene = await personFlags(await shareChromium(), join(folder, 'person.mjpeg'))
  browser = await launchChromium({ withDevices: true, args: scene })
  web = await startWeb(browser)
}, TIMEOUT)

afterAll(async () => {
  await web?.stop()
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

it(
  'finds a person before a camera with the real model, from our own origin and under the strict policy',
  async () => {
    const { page, complaints, close } = await web.open('/research#camera', { size: 'desktop' })
    await page.context().grantPermissions(['camera'])
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.getByLabel('I have read').check()
    expect(asked.filter((path) => /vision|landmarker/.test(path))).toEqual([])
    await page.getByRole('button', { name: 'Turn on camera' }).click()
    await page.getByRole('button', { name: 'Start' }).waitFor({ timeout: TIMEOUT / 2 })
    await page.getByText('We can see your whole body.').waitFor({ timeout: TIMEOUT / 3 })
    await screenshot(page, 'research-camera')
    const points = await page.evaluate<[number, number][]>(POINTS)
    expect(points).toHaveLength(18)
    // Nose, neck, hips, ankles: from top to bottom.
    const heights = [17, 1, 15, 13].map((joint) => points[joint]?.[1] ?? Number.NaN)
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
    expect(asked.filter((path) => /vision|landmarker/.test(path)).every((path) => path.startsWith('/assets/'))).toBe(
      true,
    )
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  },
  TIMEOUT,
)

const POINTS = `[...document.querySelectorAll('.research-mirror circle')].map((one) => [one.cx.baseVal.value, one.cy.baseVal.value])`
