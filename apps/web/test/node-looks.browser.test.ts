import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { faultsOf } from './faults.ts'
import { ledgerPage } from './node-ledger.ts'
import { type JoinedNode, joinNode, signInPage } from './people.ts'
import { LOOKS, START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web
let who: JoinedNode

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser, { AUTH_MODE: 'lock' })
  who = await joinNode(web, 'ada@example.org')
}, START_MS)

afterAll(() => web?.stop())

const NOW = Date.now()
const at = (ms: number) => new Date(NOW + ms).toISOString()
const RECEIPT = {
  receipt_id: 'CR-2026-11-15-5f0c1d2e',
  receipt_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  subject: 'a1b2c3',
  audience: 'https://shop.example',
  issuer: '0011223344556677',
  issued_at: at(-60_000),
  interval: { start: at(-80_000), end: at(-60_000) },
  expires_at: at(240_000),
  revoked_at: null,
  revoke_reason: null,
}
const RECEIPTS = [
  RECEIPT,
  { ...RECEIPT, receipt_id: 'CR-2', audience: null, expires_at: at(-9_000_000) },
  { ...RECEIPT, receipt_id: 'CR-3', revoked_at: at(-8_000_000), revoke_reason: 'my phone was stolen' },
]
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const WALLETS = [
  { address: ADDRESS, binding: 'proved', bound_at: at(-90_000_000) },
  { address: ADDRESS.replace('f39', 'a00'), binding: 'provisional', bound_at: at(-9_000_000) },
]
const PASSKEY = {
  id: '3f2c8a4e-5b1d-4c6f-9a7e-2d8b0c1e4f5a',
  name: 'Phone',
  created_at: at(-90_000_000),
  last_used_at: at(-3_600_000),
  device: 'passkey',
  thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  backed_up: true,
  transports: ['internal'],
  suspected_clone: false,
}
const PASSKEYS = [
  PASSKEY,
  { ...PASSKEY, id: '2', name: 'Key ring', device: 'attested', last_used_at: null, backed_up: false },
  { ...PASSKEY, id: '3', name: 'An old security key with quite a long name', suspected_clone: true },
]
const DEVICE = {
  id: PASSKEY.id,
  name: 'Firefox on Android',
  host: 'updates.push.services.mozilla.com',
  created_at: at(-90_000_000),
  last_sent_at: at(-3_600_000),
}
const DEVICES = [DEVICE, { ...DEVICE, id: '2', name: 'Safari on iPhone', last_sent_at: null }]
const QUIET = { from: '22:00', to: '07:00', time_zone: 'America/Argentina/Buenos_Aires' }
const TOKENS = [
  {
    id: '12',
    created_at: at(-9_000_000),
    last_used_at: at(-1000),
    current: true,
    device_name: 'Chrome on Android',
    expires_at: at(2_500_000_000),
  },
  { id: '9', created_at: at(-900_000_000), last_used_at: null, current: false, device_name: null, expires_at: null },
  {
    id: '7',
    created_at: at(-950_000_000),
    last_used_at: at(-940_000_000),
    current: false,
    device_name: 'Safari on iPhone',
    expires_at: at(1_000_000_000),
    waits_until: at(80_000_000),
  },
]

/** Signs in and shows a view, with more in it than a node could gather during a test. */
async function signIn(page: Page, view: string): Promise<void> {
  await page.route('**/api/node/ledger*', (route) => route.fulfill({ json: ledgerPage(route.request().url()) }))
  await page.route('**/api/node/receipts*', (route) =>
    route.fulfill({ json: { receipts: RECEIPTS, nextCursor: null } }),
  )
  await page.route('**/api/node/wallets', (route) => route.fulfill({ json: { wallets: WALLETS } }))
  await page.route('**/api/node/passkeys', (route) =>
    route.fulfill({ json: { passkeys: PASSKEYS, recommended: 2, most: 10, accepts_attested: true } }),
  )
  await page.route('**/api/node/push', (route) => route.fulfill({ json: { devices: DEVICES, most: 10 } }))
  await page.route('**/api/node/notices', (route) => route.fulfill({ json: { mail: true, quiet: QUIET } }))
  await page.route('**/api/node/tokens', (route) => route.fulfill({ json: { tokens: TOKENS } }))
  await signInPage(page, who)
  await page.goto(`${web.address}/node?view=${view}`)
  await page.locator('#node-handle').waitFor()
}

const NOBODY = { name: 'node-nobody', walk: (page: Page) => page.getByText('Join or sign in').waitFor() }
const LEDGER = {
  name: 'node-overview',
  walk: async (page: Page) => {
    await signIn(page, 'overview')
    await page.getByText('points of 100').waitFor()
    await page.getByText('Decay after 30 idle days').or(page.getByText('A motion scan')).first().waitFor()
  },
}
const RECEIPT_RECORDS = {
  name: 'node-receipts',
  walk: async (page: Page) => {
    await page.getByRole('tab', { name: 'Receipts' }).click()
    await page.getByText('my phone was stolen').waitFor()
  },
}
const ACCESS = {
  name: 'node-access',
  walk: async (page: Page) => {
    await signIn(page, 'access')
    await page.getByText(ADDRESS).first().waitFor()
    await page.getByText('This device', { exact: true }).waitFor()
    await page.getByText('Attested device').waitFor()
  },
}
const NOTICES = {
  name: 'node-notices',
  walk: async (page: Page) => {
    await page.getByRole('tab', { name: 'Notices' }).click()
    await page.getByText('Safari on iPhone').first().waitFor()
    await page.getByLabel('Time zone').waitFor()
  },
}
const DATA = {
  name: 'node-data',
  walk: async (page: Page) => {
    await page.getByRole('tab', { name: 'Data' }).click()
    await page.getByRole('button', { name: 'Erase my node…' }).waitFor()
  },
}
const ERASE = {
  name: 'node-erase',
  walk: async (page: Page) => {
    await page.getByRole('button', { name: 'Erase my node…' }).click()
    await page.getByLabel('Handle of your node').waitFor()
  },
}

describe('My node, on phones and desktops, in light and dark colors', { timeout: START_MS }, () => {
  it('has no fault for nobody, with a ledger, with receipts and with notices', async () => {
    const states = [NOBODY, LEDGER, RECEIPT_RECORDS, NOTICES]
    expect(await faultsOf(web, { path: '/node', looks: LOOKS, states })).toEqual([])
  })

  it('shows tabs, what each of them opens and the way to a scan on the first screen of a phone', async () => {
    const { page, settle, close } = await web.open('/node')
    await signIn(page, 'overview')
    await page.getByText('points of 100').waitFor()
    await settle()
    const top = async (of: Locator) => (await of.boundingBox())?.y
    const bar = (await top(page.getByRole('navigation', { name: 'Pages' }))) ?? 0
    expect(await top(page.getByRole('link', { name: 'Scan now' }))).toBeLessThan(bar - 44)
    await page.getByRole('tab', { name: 'Approvals' }).tap()
    await page.getByRole('tab', { name: 'Approvals', selected: true }).waitFor()
    expect(await top(page.getByRole('tabpanel'))).toBeLessThan(bar / 2)
    await close()
  })

  it('has no fault with wallets, passkeys and tokens, with data, and when that is to be erased', async () => {
    const states = [ACCESS, DATA, ERASE]
    const faults = await faultsOf(web, { path: '/node', looks: LOOKS.toReversed(), states })
    // A dialog keeps the focus inside, as it should.
    expect(faults.filter((fault) => !/^node-erase .*Tab does not reach/s.test(fault))).toEqual([])
  })
})
