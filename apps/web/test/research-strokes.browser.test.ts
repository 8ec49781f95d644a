import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { axeViolations, screenshot } from './checks.ts'
import { faultsOf } from './faults.ts'
import { pretendNode } from './people.ts'
import { ADA, givePhone, scanBy } from './scan-phone.ts'
import { LOOKS, startWeb, type Web } from './web.ts'

const TIMEOUT = 180_000

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, TIMEOUT)

afterAll(() => web?.stop())

it(
  'takes strokes with a phone under a pseudonym, knows their person again, and forgets them, without a fault on the way',
  async () => {
    const sent: Request[] = []
    const states = [
      {
        name: 'research-strokes-ready',
        walk: async (page: Page) => {
          page.on('request', (request) => request.method() === 'POST' && sent.push(request))
          await givePhone(page, { holder: ADA }, SIGNED_IN)
          await page.getByText('0 of 300').waitFor()
          await agreeByKeyboard(page)
        },
      },
      {
        name: 'research-strokes-thanks',
        walk: async (page: Page) => {
          await giveRounds(page)
          await expectStrokesOnly(sent)
        },
      },
      // As a stranger finds the page.
      { name: 'research-strokes-forgotten', walk: comeBackAndForget },
    ]
    expect(await faultsOf(web, { path: '/research', looks: LOOKS, states })).toEqual([])
  },
  TIMEOUT,
)

it('leads another phone to the same pseudonym by a code, which it leaves in no address', async () => {
  const { page, complaints, close } = await web.open('/research', { size: 'desktop' })
  await page.route('https://presence.example/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${web.address}${pathname}` }) })
  })
  const link = `https://presence.example/research#p=${PSEUDONYM}`
  await page.goto(link)
  await page.getByText('Welcome from your other phone!').waitFor()
  expect(page.url()).toBe('https://presence.example/research#strokes')
  await page.getByRole('img', { name: `QR code of ${link}` }).waitFor()
  await screenshot(page, 'research-strokes-qr-desktop-light')
  // A link of somebody else does not take over what is here.
  await page.evaluate(`location.hash = 'p=${PSEUDONYM.replace('3', '4')}'`)
  await page.getByRole('button', { name: 'Keep this one' }).waitFor()
  await screenshot(page, 'research-strokes-invited-desktop-light')
  await page.getByRole('button', { name: 'Keep this one' }).click()
  await page.getByRole('img', { name: `QR code of ${link}` }).waitFor()
  await close()
  expect(complaints.foreign.filter((url) => !url.startsWith('https://presence.example/'))).toEqual([])
  expect(complaints.console).toEqual([])
})

it(
  'keeps whole recordings after a second consent, and takes them back',
  async () => {
    const sent: Request[] = []
    const { page, complaints, close } = await web.open('/research', { size: 'phone' })
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request))
    await givePhone(page, { holder: ADA })
    await page.getByLabel('Also keep my whole recordings').check()
    await page.getByLabel('Where is the phone?').selectOption('On a table')
    await page.getByRole('button', { name: 'Continue' }).click()
    // The second consent is none without the first.
    await page.getByText('Check the first box if you agree.').waitFor()
    await page.getByLabel('I have read').check()
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, 'research-recording-consent-phone')
    await page.getByRole('button', { name: 'Continue' }).click()
    await giveRounds(page)
    await page.getByText('3 whole recordings are kept.').waitFor()
    const { recording } = sent.at(-1)!.postDataJSON() as { recording: object }
    expect(recording).toEqual({ consent_version: 1, placement: 'table', browser_version: expect.any(Number) })
    await page.getByRole('button', { name: 'Withdraw recordings' }).click()
    await page.getByText('All whole recordings you gave').waitFor()
    await screenshot(page, 'research-recording-withdraw-phone')
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw recordings' }).click()
    await page.getByText('All whole recordings you gave').waitFor({ state: 'hidden' })
    await page.getByText('3 whole recordings are kept.').waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Withdraw recordings' }).count()).toBe(0)
    expect(new URL(sent.at(-1)!.url()).pathname).toMatch(/\/recordings$/)
    await close()
    expect(complaints).toEqual({ foreign: [], console: [] })
  },
  TIMEOUT,
)

// Nobody shows this token to the service: strokes lead to no node.
const SIGNED_IN = pretendNode()
const PSEUDONYM = 'sp_3q2-7wAbCdEfGhIjKlMnOp'

async function agreeByKeyboard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await page.getByText('Check the first box if you agree.').waitFor()
  await page.getByLabel('I have read').press('Space')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await page.locator('h2:focus', { hasText: 'Follow the arrows' }).waitFor()
  await page.getByRole('button', { name: 'Start' }).waitFor()
}

// Nobody looks at two thousand pictures of arrows; not drawing them saves time.
const DRAW_NO_ROUND = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('stillhere-scan::part(running) { display: none }')
  document.adoptedStyleSheets.push(sheet)
}`

async function giveRounds(page: Page): Promise<void> {
  await page.evaluate(DRAW_NO_ROUND)
  await scanBy(page, 'Start', 'Thank you')
  await page.getByText(/1\d moves have arrived\./).waitFor()
  await page.getByText('1 of 300').waitFor()
  await page.getByText('This browser remembers you').waitFor()
  expect(await page.locator('[slot=outcome] .copy-field code').innerText()).toMatch(/^[0-9a-f-]{36} sd_\S+$/)
}

async function comeBackAndForget(page: Page): Promise<void> {
  await page.reload()
  await page.getByText('You gave one session on one day with this phone.').waitFor()
  await screenshot(page, 'research-strokes-back')
  await page.getByRole('button', { name: 'Forget me' }).click()
  await page.getByText('The session you gave with this browser will be deleted').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await screenshot(page, 'research-strokes-forget')
  await page.getByRole('dialog').getByRole('button', { name: 'Forget me' }).click()
  await page.locator(':focus', { hasText: 'This browser has forgotten you.' }).waitFor()
  await page.getByText('0 of 300').waitFor()
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['stillhere-who'])
}

/** What left the page: a challenge and one upload, neither with a sign of who is signed in. */
async function expectStrokesOnly(sent: readonly Request[]): Promise<void> {
  expect(sent.map((request) => new URL(request.url()).pathname)).toEqual(['/api/challenge', '/api/research/strokes'])
  for (const header of ['authorization', 'cookie'])
    expect(await Promise.all(sent.map((request) => request.headerValue(header)))).toEqual([null, null])
  const body = sent[1]!.postDataJSON() as { captures: object[]; consent: boolean }
  expect(Object.keys(body).toSorted().join(' ')).toBe('captures challenge consent device session_id')
  expect(body.captures.map((capture) => Object.keys(capture).join(' '))).toEqual(Array(3).fill('imu_sequence'))
  expect(body.consent).toBe(true)
}
