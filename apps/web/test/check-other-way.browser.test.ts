import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/shared-chromium.ts'
import { axeViolations, screenshot } from './checks.ts'
import { newCode } from './join-steps.ts'
import { joinNode } from './people.ts'
import { openShop, type Shop } from './shop.ts'
import { START_MS, startWeb, type Web } from './web.ts'

const EMAIL = 'ada@example.org'

let web: Web
let shop: Shop

beforeAll(async () => {
  web = await startWeb(await shareChromium())
  shop = await openShop(web)
  await joinNode(web, EMAIL)
}, START_MS)
afterAll(async () => {
  shop?.stop()
  await web?.stop()
})

it('offers a mailed code where the site allows it; the site learns that nobody moved', async () => {
  const { id, path } = await shop.ask({ other_way: true })
  const { page, close } = await web.open(path)
  const before = await web.mailedCode(EMAIL)
  await page.getByText('I can’t or don’t want to move a phone').click()
  await page.getByLabel('Email address of your node').fill(EMAIL)
  await page.getByRole('button', { name: 'Mail me a code' }).click()
  await page.getByLabel('Code', { exact: true }).fill(await newCode(web, EMAIL, before))
  await screenshot(page, 'check-other-way-phone-light')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm with the code' }).click()
  await page.waitForURL(`${shop.origin}/back?**`)
  const code = new URL(page.url()).searchParams.get('code')
  const redeemed = await shop.call(`/api/checks/${id}/redeem`, { code })
  expect([redeemed.status, redeemed.assurance, redeemed.receipt]).toEqual(['passed', 0, undefined])
  await close()
})

it('offers none where the site wants a scan', async () => {
  const { path } = await shop.ask()
  const { page, close } = await web.open(path)
  await page.getByRole('button', { name: 'No, cancel' }).waitFor()
  expect(await page.getByText('I can’t or don’t want to move a phone').count()).toBe(0)
  await close()
})
