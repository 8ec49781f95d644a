import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/shared-chromium.ts'
import { type AskingShop, letAsk, openAs, openAskingShop, SUMMARY } from './approvals.ts'
import { axeViolations, screenshot } from './checks.ts'
import { newCode } from './join-steps.ts'
import { type JoinedNode, joinNode } from './people.ts'
import { START_MS, startWeb, type Web } from './web.ts'

const OTHER_WAY = 'I can’t or don’t want to move a phone'

let web: Web
let shop: AskingShop
let ada: JoinedNode

beforeAll(async () => {
  web = await startWeb(await shareChromium())
  shop = await openAskingShop(web)
  ada = await joinNode(web, 'ada@example.org')
  await letAsk(web, ada, shop.siteKey)
}, START_MS)
afterAll(() => web?.stop())

it('approves by a mailed code where the site allows it; the site learns that nobody moved', async () => {
  const action = { type: 'deploy', summary: SUMMARY }
  const asked = await shop.call('/api/approvals', { approver: ada.nodeHandle, action, assurance: 1, other_way: true })
  const { page, close } = await openAs(web, ada, `/approve/${String(asked.id)}`)
  const before = await web.mailedCode(ada.email)
  await page.getByText(OTHER_WAY).click()
  await page.getByRole('button', { name: 'Mail me a code' }).click()
  await page.getByLabel('Code', { exact: true }).fill(await newCode(web, ada.email, before))
  await screenshot(page, 'approve-other-way-phone-light')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Approve with this code' }).click()
  await page.getByText('You approved this.').waitFor()
  const redeemed = await shop.call(`/api/approvals/${String(asked.id)}/redeem`, { digest: asked.digest })
  expect([redeemed.status, redeemed.reached, redeemed.receipt]).toEqual(['granted', 0, undefined])
  await close()
})

it('offers none where the site wants a scan', async () => {
  const { path } = await shop.ask(ada)
  const { page, close } = await openAs(web, ada, path)
  await page.getByRole('button', { name: 'Deny' }).first().waitFor()
  expect(await page.getByText(OTHER_WAY).count()).toBe(0)
  await close()
})
