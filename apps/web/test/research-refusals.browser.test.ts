import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium, WITH_DEVICES } from '../../../scripts/chromium.ts'
import { putBodyBefore, walkToEnd } from './research-body.ts'
import { camerasOf, countCameras, saveFile } from './research-watch.ts'
import { startWeb, type Web } from './web.ts'

// A session is 38 seconds of a clock that is turned picture by picture, which a loaded machine takes its time for.
const TIMEOUT = 180_000

let withCamera: Browser
let web: Web

beforeAll(async () => {
  withCamera = await shareChromium(WITH_DEVICES)
  web = await startWeb(await shareChromium())
}, TIMEOUT)

afterAll(() => web?.stop())

describe('a session that cannot be used', { timeout: TIMEOUT }, () => {
  it.each([
    ['nobody', 'We couldn’t see anyone.'],
    ['cut off', 'Part of you was out of the picture'],
    ['statue', 'We saw too little motion.'],
  ] as const)('is not sent: %s', async (body, words) => {
    const { page, close } = await web.open('/research#camera')
    await walkToEnd(page, body)
    await page.getByText(words).waitFor()
    await page.getByText('nothing was sent').waitFor()
    expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Start' }).waitFor()
    await close()
  })
})

describe('a camera', () => {
  it('that is not allowed, or switched off in the middle, is explained', async () => {
    const { page, close } = await web.open('/research#camera', { by: withCamera })
    await page.getByLabel('I have read').check()
    await page.getByRole('button', { name: 'Turn on camera' }).click()
    await page.getByText('Camera access is blocked.').waitFor()
    await page.getByText('Allow the camera for this site in your browser’s settings.').waitFor()
    await putBodyBefore(page, 'whole', 'of Chromium')
    await page.getByRole('button', { name: 'Turn on camera' }).click()
    await page.getByRole('button', { name: 'Start' }).click()
    await page.context().clearPermissions()
    await page.getByText('The camera was turned off.').waitFor()
    await page.getByText('The camera is off and nothing was sent.').waitFor()
    await close()
  })

  it('whose model is missing is given back, and the page says so', async () => {
    const { page, close } = await web.open('/research#camera', { by: withCamera })
    await page.context().grantPermissions(['camera'])
    await countCameras(page)
    await page.route('**/vision-worker*', (route) => route.abort())
    await page.getByLabel('I have read').check()
    await page.getByRole('button', { name: 'Turn on camera' }).click()
    await page.getByText('The body model couldn’t be loaded.').waitFor()
    // It may come only after the model has failed.
    await expect.poll(() => camerasOf(page)).toEqual([false])
    await close()
  })
})

describe('a refusal of the service', { timeout: TIMEOUT }, () => {
  it('is told in its own words: no answer, stored already', async () => {
    const { page, close } = await web.open('/research#camera')
    await walkToEnd(page)
    await page.route('**/api/research/upload', (route) => route.abort())
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.clock.runFor(20_000)
    await page.getByText('We can’t reach the service.').waitFor()
    await page.getByText('Your session stays here').waitFor()
    await page.unroute('**/api/research/upload')
    expect(await upload(await saveFile(page, 'Save a copy'))).toBe(201)
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('This session is already stored.').waitFor()
    expect(await page.getByRole('button', { name: /^Send/ }).count()).toBe(0)
    await close()
  })

  it('is told with the time to wait where five were given', async () => {
    const { page, close } = await web.open('/research#camera')
    await walkToEnd(page)
    const copy = JSON.parse(await saveFile(page, 'Save a copy')) as object
    while ((await upload(JSON.stringify({ ...copy, session_id: randomUUID() }))) === 201);
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('That’s enough for today from this network.').waitFor()
    await page.getByText(/Try again in 2[34] hours\./).waitFor()
    await close()
  })

  it('to delete tells a wrong code from one that is no code and from no answer', async () => {
    const { page, close } = await web.open('/research#camera')
    const code = page.getByLabel('Delete code', { exact: true })
    const remove = page.getByRole('button', { name: 'Delete this session' })
    await code.fill('sd_alone')
    await remove.click()
    await page.getByText('That’s not a delete code.').waitFor()
    await code.fill(`${randomUUID()} sd_wrong`)
    await remove.click()
    await page.getByText('Nothing is stored under this code.').waitFor()
    await page.clock.install()
    await page.route('**/api/research/**', (route) => route.abort())
    await remove.click()
    await page.clock.runFor(20_000)
    await page.getByText('We can’t reach the service.').waitFor()
    await close()
  })
})

async function upload(body: string): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${web.address}/api/research/upload`, { method: 'POST', headers, body })).status
}
