import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../../scripts/chromium.ts'
import { faultsOf } from './faults.ts'
import { LOOKS, START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await launchChromium()
  web = await startWeb(browser)
}, START_MS)

afterAll(async () => {
  await web?.stop()
  await browser?.close()
})

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

// A phone that comes back from its mail finds the page like this.
async function toCode(page: Page, isMember: boolean): Promise<void> {
  const soon = Date.now() + 600_000
  const pending = JSON.stringify({ ...PENDING, isMember, expiresAt: soon, resendAt: soon - 570_000 })
  await page.evaluate(`sessionStorage['stillhere-join'] = ${JSON.stringify(pending)}`)
  await page.reload()
  await page.getByLabel('Code', { exact: true }).waitFor()
}

/** Each state of the page, and how to get there; answers that cost an invite or a wait are made up. */
const STATES: Record<string, (page: Page) => Promise<unknown>> = {
  start: (page) => page.getByLabel('E-mail address').waitFor(),
  code: (page) => toCode(page, true),
  'wrong-code': async (page) => {
    await toCode(page, false)
    await page.getByLabel('Code', { exact: true }).fill('12')
    await page.keyboard.press('Enter')
    await page.getByText('The code has six digits.').waitFor()
  },
  welcome: async (page) => {
    await page.route('**/api/verify-otp', (route) => route.fulfill({ json: GENESIS }))
    await page.route('**/api/node/tokens', (route) => route.fulfill({ json: { tokens: [] } }))
    await toCode(page, false)
    await page.getByLabel('Code', { exact: true }).fill('123456')
    await page.keyboard.press('Enter')
    await page.getByText('of one hundred').waitFor()
  },
  wallet: async (page) => {
    await page.getByText('Sign somewhere else').click()
    await page.getByLabel('Address of the account').fill('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
    await page.keyboard.press('Enter')
    await page.getByLabel('Its signature').waitFor()
  },
}

describe.each(Object.keys(STATES))('Join: %s', (name) => {
  it.each(LOOKS)('has no fault on a $size in $colours colours', async (look) => {
    const walk = STATES[name] ?? (async () => undefined)
    expect(await faultsOf(web, { name: `join-${name}`, path: '/join', walk, ...look })).toEqual([])
  })
})
