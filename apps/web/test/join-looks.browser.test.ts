import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { faultsOf, type State } from './faults.ts'
import { describeSession } from './people.ts'
import { LOOKS, START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, START_MS)

afterAll(() => web?.stop())

const PENDING = {
  email: 'ada@example.org',
  invite: 'SERVICE-7F3K-9QXZ',
  isMember: true,
  delivery: 'smtp',
  mailFolder: '',
  triesLeft: 5,
}
const GENESIS = {
  success: true,
  status: 'GENESIS_NODE',
  node_handle: 'quiet-river-7f3k',
  is_genesis: true,
  genesis_index: 7,
  node_token: 'sh_x',
}

const { session: SESSION } = describeSession({ email: 'ada@example.org', nodeHandle: 'quiet-river-7f3k' }) as {
  session: object
}

// A phone that comes back from its mail finds the page like this.
async function toCode(page: Page, isMember: boolean): Promise<void> {
  const soon = Date.now() + 600_000
  const pending = JSON.stringify({ ...PENDING, isMember, expiresAt: soon, resendAt: soon - 570_000 })
  await page.evaluate(`sessionStorage['stillhere-join'] = ${JSON.stringify(pending)}`)
  await page.reload()
  await page.getByLabel('Code', { exact: true }).waitFor()
}

type Walks = Record<string, (page: Page) => Promise<unknown>>

/** Each state of the page, and how to get there; answers that cost an invite or a wait are made up. */
const WALKS: Walks = {
  start: (page) => page.getByLabel('Email address').waitFor(),
  code: (page) => toCode(page, true),
  'wrong-code': async (page) => {
    await toCode(page, false)
    await page.getByLabel('Code', { exact: true }).fill('12')
    await page.keyboard.press('Enter')
    await page.getByText('The code has six digits.').waitFor()
  },
  welcome: async (page) => {
    await page.route('**/api/verify-otp', (route) => route.fulfill({ json: GENESIS }))
    await page.route('**/api/session', (route) => route.fulfill({ status: 201, json: SESSION }))
    await toCode(page, false)
    await page.getByLabel('Code', { exact: true }).fill('123456')
    await page.keyboard.press('Enter')
    await page.getByText('of one hundred').waitFor()
  },
  wallet: async (page) => {
    await page.getByText('Sign in another app').click()
    await page.getByLabel('Account address').fill('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
    await page.keyboard.press('Enter')
    await page.getByLabel('Signature').waitFor()
  },
}

function statesOf(page: string, walks: Walks, names: readonly string[]): State[] {
  return names.map((name) => ({ name: `${page}-${name}`, walk: walks[name]! }))
}

describe('Join, on phones and desktops, in light and dark colors', { timeout: START_MS }, () => {
  it.each([
    { states: ['start', 'wallet'], looks: LOOKS },
    { states: ['code', 'wrong-code', 'welcome'], looks: LOOKS.toReversed() },
  ])('has no fault: $states', async ({ states, looks }) => {
    expect(await faultsOf(web, { path: '/join', looks, states: statesOf('join', WALKS, states) })).toEqual([])
  })
})

const TOKEN = 'x'.repeat(43)
const CONFIRMED = {
  success: true,
  cohort: 'genesis',
  position: 'founding_tester',
  position_number: 7,
  slots_remaining: 43,
  confirmed: true,
  invite_code: 'FOUNDER-7F3K-9QXZ',
}

async function confirmWith(page: Page, json: object): Promise<void> {
  await page.route('**/api/recruitment/confirm', (route) => route.fulfill({ json }))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Your application is confirmed' }).waitFor()
}

/** Each state of the page that the mail to an applicant leads to. */
const CONFIRM_WALKS: Walks = {
  incomplete: async (page) => {
    await page.getByLabel('From the email').fill('x')
    await page.keyboard.press('Enter')
    await page.getByText('Check for an extra or missing character.').waitFor()
  },
  founding: (page) => confirmWith(page, CONFIRMED),
  late: (page) => confirmWith(page, { ...CONFIRMED, invite_code: null }),
}

describe('F7: the page that confirms an application', () => {
  it.each([
    { state: 'incomplete', size: 'phone', colors: 'light' } as const,
    { state: 'founding', size: 'phone', colors: 'dark' } as const,
    { state: 'late', size: 'desktop', colors: 'light' } as const,
  ])('has no fault when $state on a $size in $colors colors', async ({ state, ...look }) => {
    const states = statesOf('confirm', CONFIRM_WALKS, [state])
    const faults = await faultsOf(web, { path: `/confirm#${TOKEN}`, looks: [look], states })
    // The browser itself notes the refusal.
    expect(faults.filter((fault) => !fault.includes('400 (Bad Request)'))).toEqual([])
  })
})
