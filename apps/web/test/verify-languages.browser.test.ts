import { createClient } from '@stillhere/client/http'
import { encodeHeader, type Receipt } from '@stillhere/client/receipt'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { overflowAt, screenshot } from './checks.ts'
import { issueReceipts, testIssuer } from './verify-receipts.ts'
import { START_MS, startWeb, type Web } from './web.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const DAY_MS = 86_400_000
const issuer = testIssuer()
const valid = issuer.issue()
// Places in a receipt, such as /issuer/publicKey, are the same in every language.
const ENGLISH = /(?<!\/)\b(?:the|signed|receipt|issuer|not|with|Expired|PASS|SKIPPED)\b/
const SPEECHES = [
  {
    locale: 'de-DE',
    title: 'Beleg prüfen',
    stamps: { valid: 'Gültig', tampered: 'Ungültig', revoked: 'Widerrufen', expired: 'Abgelaufen' },
    story: /^\d+\.\d+\.\d{4}, \d\d:\d\d UTC: Etwas wurde beobachtet, 8 Sekunden lang; signiert von „Tester“\.$/,
  },
  {
    locale: 'es-ES',
    title: 'Verificar un recibo',
    stamps: { valid: 'Válido', tampered: 'No válido', revoked: 'Revocado', expired: 'Caducó' },
    story: /^\d+ \S+ \d{4}, \d\d:\d\d UTC: se observó algo durante 8 segundos; firmado por «Tester»\.$/,
  },
] as const

let browser: Browser
let web: Web
let receipts: Readonly<Record<'valid' | 'tampered' | 'revoked' | 'expired', Receipt>>

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
  const [revoked] = await issueReceipts(web.address, 1)
  if (!revoked) throw new Error('the service issued no receipt')
  await createClient({ baseUrl: web.address, adminSecret: web.adminSecret }).revokeReceipt({ id: revoked.receiptId })
  receipts = { valid, tampered: { ...valid, verdict: 'FAIL' }, revoked, expired: issuer.issue({ agoMs: 2 * DAY_MS }) }
}, START_MS)

afterAll(() => web?.stop())

/** Takes a picture, and returns what is wrong with what it shows. */
async function look(page: Page, name: string): Promise<string[]> {
  await screenshot(page, name)
  const isWider = (await overflowAt(page, 100)) > 0
  return isWider ? [`${name} is wider than its window`] : []
}

async function trustIssuer(page: Page): Promise<void> {
  const keys = JSON.stringify([{ name: 'Tester', publicKey: issuer.keys.publicKey }])
  await page.evaluate((text) => localStorage.setItem('stillhere-trusted-keys', text), keys)
  await page.reload()
}

it.each(SPEECHES)(
  'Verify speaks to a phone in $locale, whatever a receipt comes to',
  { timeout: 300_000 },
  async (speech) => {
    const { locale, title, stamps, story } = speech
    const { page, complaints, close } = await web.open('/verify', { options: { ...PHONE, locale } })
    await trustIssuer(page)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title)
    expect(await look(page, `verify-start-${locale}`)).toEqual([])
    for (const name of ['valid', 'tampered', 'revoked', 'expired'] as const) {
      await page.goto(`${web.address}/verify#${encodeHeader(receipts[name])}`)
      await page.locator('stillhere-verifier .stamp', { hasText: stamps[name] }).waitFor()
      expect(await look(page, `verify-${name}-${locale}`)).toEqual([])
      if (name === 'valid') expect(await page.locator('stillhere-verifier .story').innerText()).toMatch(story)
      expect(await page.locator('.verify').innerText()).not.toMatch(ENGLISH)
    }
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  },
)
