import { acceptIntroduction } from '@stillhere/client/receipt/approver'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { addDevice, openAs, openAskingShop } from './approvals.ts'
import { axeViolations, screenshot } from './checks.ts'
import { joinNode } from './people.ts'
import { START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web
beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, START_MS)
afterAll(() => web?.stop())

type Pending = { id: string; digest: string; nonce: string; action: object }

it('on a phone, a person lets a shop ask by its link, makes a passkey for it alone, introduces the key, and replaces it', async () => {
  const who = await joinNode(web, 'introducing@example.org')
  const shop = await openAskingShop(web, 'Bicycle shop')
  const phone = { options: { viewport: { width: 360, height: 740 }, hasTouch: true } }
  const { page, complaints, close } = await openAs(web, who, `/node?allow=${shop.siteKey}`, phone)
  await addDevice(page)
  await page.getByLabel(/^Share my key/).check()
  await screenshot(page, 'introduction-allow')
  await page.getByRole('button', { name: 'Let Bicycle shop ask' }).click()
  await page.getByText('Bicycle shop stores the key').waitFor()
  await screenshot(page, 'introduction-new-passkey')
  await page.getByRole('button', { name: 'Create the passkey' }).click()
  await page.getByRole('button', { name: 'Introduce this key' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await screenshot(page, 'introduction-key')
  await page.getByRole('button', { name: 'Introduce this key' }).click()
  await page.getByText('Bicycle shop now knows your key “Bicycle shop”.').first().waitFor()
  const accept = async (pinnedKey?: string) => {
    const [pending] = (await shop.call('/api/approvals'))['approvals'] as Pending[]
    const redeemed = await shop.call(`/api/approvals/${String(pending?.id)}/redeem`, { digest: pending?.digest })
    const { receipt, action, nonce } = redeemed as unknown as Pending & { receipt: { issuer: { publicKey: string } } }
    const trust = { trustedIssuers: [receipt.issuer.publicKey], audience: 'https://shop.example' }
    const accepted = await acceptIntroduction(receipt, { ...trust, nonce, action, pinnedKey })
    expect(accepted).toMatchObject({ accepted: true })
    return accepted.accepted ? accepted.approverKey : ''
  }
  const first = await accept()
  await page.goto(page.url().replace(/\/node.*/, '/node?view=approvals'))
  const item = page.getByRole('listitem').filter({ hasText: 'Bicycle shop' }).last()
  await item.getByText(first).waitFor()
  await screenshot(page, 'introduction-known')
  await item.getByRole('button', { name: 'Another key to Bicycle shop' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Passkey').selectOption({ label: 'A new passkey only for Bicycle shop' })
  await page
    .evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    .then((beyond) => expect(beyond).toBe(0))
  await screenshot(page, 'introduction-replace')
  expect(await axeViolations(page)).toEqual([])
  expect(complaints.console).toEqual([])
  await close()
})
