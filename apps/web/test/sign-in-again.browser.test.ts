import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { newCode } from './join-steps.ts'
import { type JoinedNode, joinNode, signInPage, statusOfToken } from './people.ts'
import { START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web
beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, START_MS)
afterAll(() => web?.stop())

const REFUSAL = {
  type: '/docs/errors#FRESH_SIGN_IN_REQUIRED',
  title: 'Forbidden',
  status: 403,
  detail: 'This needs a sign-in within the last ten minutes.',
  instance: '/',
  error: 'FRESH_SIGN_IN_REQUIRED',
}

/** As ten minutes after the sign-in: until the browser has signed in again, the service takes no export. */
async function makeStale(page: Page): Promise<void> {
  let isStale = true
  await page.route('**/api/session', async (route) => {
    if (route.request().method() === 'POST') isStale = false
    await route.continue()
  })
  await page.route('**/api/node/export', (route) =>
    isStale ? route.fulfill({ status: 403, contentType: 'application/problem+json', json: REFUSAL }) : route.continue(),
  )
}

async function openData(who: JoinedNode) {
  const opened = await web.open('/network')
  await signInPage(opened.page, who)
  await opened.page.goto(`${web.address}/node?view=data`)
  await opened.page.getByRole('button', { name: 'Download as JSON' }).waitFor()
  await makeStale(opened.page)
  return opened
}

it('asks for a code in place, and then goes on with what the person asked for', async () => {
  const who = await joinNode(web, 'again@example.org')
  const before = await web.mailedCode(who.email)
  const { page, close } = await openData(who)
  await page.getByRole('button', { name: 'Download as JSON' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await dialog.getByLabel('Code').fill(await newCode(web, who.email, before))
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  expect((await download).suggestedFilename()).toBe(`stillhere-${who.nodeHandle}.json`)
  await dialog.waitFor({ state: 'hidden' })
  // The session of this browser was replaced, not joined by another one.
  expect(await statusOfToken(web, who)).toBe(401)
  const list = await page.evaluate(`fetch('/api/node/tokens').then((answer) => answer.json())`)
  expect((list as { tokens: object[] }).tokens).toMatchObject([{ current: true }])
  await close()
})

it('changes nothing and says so where the person would not', async () => {
  const { page, close } = await openData(await joinNode(web, 'never@example.org'))
  await page.getByRole('button', { name: 'Download as JSON' }).click()
  await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Close' }).click()
  await page.getByText('This needs a fresh sign-in.').waitFor()
  await close()
})
