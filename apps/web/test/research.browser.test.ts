import { randomUUID } from 'node:crypto'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium, WITH_DEVICES } from '../../../scripts/chromium.ts'
import { screenshot } from './checks.ts'
import { faultsOf } from './faults.ts'
import { joinNode, signInPage } from './people.ts'
import { putBodyBefore, takeSession, turnCameraOn, walkToEnd, walkToReady } from './research-body.ts'
import { camerasOf, countCameras, saveFile } from './research-watch.ts'
import { LOOKS, MOVING, startWeb, type Web } from './web.ts'

// A session is 38 seconds of a clock that is turned picture by picture, which a loaded machine takes its time for.
const TIMEOUT = 180_000

let withCamera: Browser
let web: Web

beforeAll(async () => {
  withCamera = await shareChromium(WITH_DEVICES)
  web = await startWeb(await shareChromium())
}, TIMEOUT)

afterAll(() => web?.stop())

describe('a session', { timeout: TIMEOUT }, () => {
  it('is given without a name, counted, and deleted by its code', async () => {
    const { page, complaints, close } = await openSignedIn('ada@example.org')
    await page.getByText('0 of 300').waitFor()
    await walkToEnd(page)
    const request = await sendAndCatch(page)
    await page.getByText('Your session has arrived.').waitFor()
    await page.getByText('1 of 300').waitFor()
    expectPointsOnly(request)
    expect(await request.headerValue('authorization')).toBeNull()

    const code = await page.locator('.copy-field code').innerText()
    expect(code).toMatch(/^[0-9a-f-]{36} sd_\S+$/)
    expect(await saveFile(page, 'Save as a file')).toContain(code)
    await page.getByLabel('Delete code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Delete this session' }).click()
    await page.getByText('Deleted.').waitFor()
    await page.getByText('0 of 300').waitFor()
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })

  it('is marked for a node only where its person ticked that, and its code outlives a reload', async () => {
    const { page, close } = await openSignedIn('grace@example.org')
    await page.getByLabel('Label it with a pseudonym').check()
    await walkToEnd(page)
    const request = await sendAndCatch(page)
    expect(await request.headerValue('cookie')).toContain('stillhere-session=ss_')
    await page.getByText('Your session has arrived.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Fill in code' }).click()
    await page.getByRole('button', { name: 'Delete this session' }).click()
    await page.getByText('Deleted.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Fill in code' }).count()).toBe(0)
    await close()
  })

  it('begins with consent: nothing is ticked, and without a tick no camera is asked for', async () => {
    const { page, close } = await openSignedIn('mary@example.org', { by: withCamera })
    await putBodyBefore(page, 'whole', 'of Chromium')
    await countCameras(page)
    expect(await page.locator('input[type=checkbox]:checked').count()).toBe(0)
    await page.getByRole('button', { name: 'Turn on camera' }).click()
    await page.getByText('Check the first box if you agree.').waitFor()
    expect(await camerasOf(page)).toEqual([])
    await page.getByLabel('I have read').check()
    await page.getByRole('button', { name: 'Turn on camera' }).click()
    await page.getByRole('button', { name: 'Start' }).waitFor()
    expect(await camerasOf(page)).toEqual([true])
    await close()
  })

  it('shows its picture mirrored with 18 points, leads through five phases, and stops when told to', async () => {
    const { page, close } = await web.open('/research#camera', { size: 'desktop', options: MOVING })
    await putBodyBefore(page, 'whole')
    await countCameras(page)
    await turnCameraOn(page)
    await page.getByText('We can see your whole body.').waitFor()
    expect(await page.locator('.research-mirror circle').count()).toBe(18)
    expect(await page.evaluate('getComputedStyle(document.querySelector(".research-mirror")).transform')).toContain(
      '-1',
    )
    await page.getByRole('button', { name: 'Start' }).click()
    const call = page.locator('.research-call')
    await call.getByText('Step back.').waitFor()
    const stop = page.getByRole('button', { name: 'Stop and discard' })
    const place = await stop.boundingBox()
    for (const title of ['Stand relaxed', 'Raise your arms', 'Reach across', 'Lean', 'Walk in place']) {
      // The page's clock goes on by itself, too, so nobody knows how much of a phase is left.
      while (!(await call.getByText(title).isVisible())) await page.clock.runFor(500)
      expect(await stop.boundingBox()).toEqual(place)
      if (title === 'Raise your arms') await screenshot(page, 'research-running-desktop')
    }
    await stop.click()
    await page.getByRole('button', { name: 'Turn on camera' }).waitFor()
    expect(await camerasOf(page)).toEqual([false])
    await close()
  })

  it('ends with the camera off when its person stops it or walks away', async () => {
    const { page, close } = await web.open('/research#camera', { size: 'desktop', by: withCamera })
    await countCameras(page)
    await walkToReady(page, 'whole', 'of Chromium')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Stop and discard' }).click()
    await page.getByRole('button', { name: 'Turn on camera' }).waitFor()
    expect(await camerasOf(page)).toEqual([false])
    await turnCameraOn(page)
    await page.getByRole('link', { name: 'Network' }).first().click()
    await page.waitForURL('**/network')
    await expect.poll(() => camerasOf(page)).toEqual([false, false])
    await close()
  })
})

describe('Research', { timeout: TIMEOUT }, () => {
  it('has no fault on phones and desktops, in light and dark colors, from consent to thanks', async () => {
    const states = [
      { name: 'research-first', walk: (page: Page) => page.getByText('of 300').waitFor() },
      { name: 'research-ready', walk: (page: Page) => walkToReady(page) },
      { name: 'research-taken', walk: takeSession },
      { name: 'research-thanks', walk: sendToNobody },
    ]
    expect(await faultsOf(web, { path: '/research#camera', looks: LOOKS, states })).toEqual([])
  })

  it('stands still while it arrives on a desktop', async () => {
    expect(await faultsOf(web, { path: '/research#camera', looks: LOOKS.slice(-1), states: [] })).toEqual([])
  })

  it('shows the phases moving, and still to those who asked for that', async () => {
    for (const [reducedMotion, moves] of [
      ['no-preference', true],
      ['reduce', false],
    ] as const) {
      const { page, close } = await web.open('/research#camera', { options: { reducedMotion } })
      // Figures out of sight rest.
      await page.locator('.research-figure').nth(1).scrollIntoViewIfNeeded()
      expect(await page.evaluate(FIGURE_CHANGES)).toBe(moves)
      await close()
    }
  })
})

// Whether the second figure looks different within sixty pictures.
const FIGURE_CHANGES = `new Promise((resolve) => {
  const figure = document.querySelectorAll('.research-figure')[1]
  const before = figure.innerHTML
  let pictures = 0
  const look = () => {
    if (figure.innerHTML !== before) resolve(true)
    else if (++pictures === 60) resolve(false)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`

async function openSignedIn(email: string, opening: { by?: Browser } = {}) {
  const node = await joinNode(web, email)
  const opened = await web.open('/research#camera', opening)
  await signInPage(opened.page, node)
  await opened.page.reload()
  await opened.page.getByLabel('Label it with a pseudonym').waitFor()
  return opened
}

async function sendAndCatch(page: Page): Promise<Request> {
  const request = page.waitForRequest('**/api/research/upload')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  return request
}

function expectPointsOnly(request: Request): void {
  const body = request.postDataJSON() as {
    landmarks: { frames: { t: number; joints: number[][] }[] }
    phases: object[]
  }
  const members =
    'device duration_ms landmarks lighting pes_bio_perturb pes_freq_entropy pes_micro_timing pes_noise_residual'
  expect(Object.keys(body).toSorted().join(' ')).toBe(
    `${members} pes_score phases session_id total_frames valid_frames`,
  )
  const { frames } = body.landmarks
  expect(frames.length).toBeGreaterThan(800)
  expect(frames.every(({ joints }) => joints.length === 18 && joints.every((point) => point.length === 3))).toBe(true)
  expect(body.phases).toHaveLength(5)
}

// The answer is played here, so that the day's budget is left to others.
async function sendToNobody(page: Page): Promise<void> {
  const answer = { success: true, session_id: randomUUID(), usable: true, delete_token: `sd_${'x'.repeat(43)}` }
  await page.route('**/api/research/upload', (route) => route.fulfill({ status: 201, json: answer }))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Your session has arrived.').waitFor()
}
