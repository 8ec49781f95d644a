import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@stillhere/client/http'
import { computeReceiptHash, encodeHeader, type Receipt } from '@stillhere/client/receipt'
import { writeBindingWords } from '@stillhere/client/receipt/view'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { screenshot } from './checks.ts'
import { faultsOf } from './faults.ts'
import { issueReceipts, testIssuer } from './verify-receipts.ts'
import { LOOKS, START_MS, startWeb, type Web } from './web.ts'

const HOUR_MS = 3_600_000
const issuer = testIssuer()
const first = issuer.issue({ agoMs: HOUR_MS })
const second = issuer.issue({ before: computeReceiptHash(first) })
// An approval of the conformance kit: two keys of people, of which the first signed it.
const KIT = join(import.meta.dirname, '../../../packages/receipt/vectors/cases/approval.json')
const approvals: {
  name: string
  receipt: string
  now: string
  options: { approverKeys: string[]; actionDigest: string }
}[] = JSON.parse(readFileSync(KIT, 'utf8')).cases
const approval = approvals.find(({ name }) => name === 'approval/es256')!
const forged = approvals.find(({ name }) => name === 'approval/signed-other-action')!
const otherKey = approvals.find(({ name }) => name === 'approval/eddsa')!.options.approverKeys[0]!
const tampered = { ...second, evidence: second.evidence.map((one) => ({ ...one, payload: { score: 0.1 } })) }

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, START_MS)

afterAll(() => web?.stop())

async function paste(page: Page, value: unknown): Promise<void> {
  await page.getByLabel('Receipt', { exact: true }).fill(typeof value === 'string' ? value : JSON.stringify(value))
  await page.getByRole('button', { name: 'Check', exact: true }).click()
}

async function lookUpsEnd(page: Page): Promise<void> {
  await page.getByText(/The keys and the list of revoked receipts are here|We couldn’t get this/).waitFor()
}

async function trustTestIssuer(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Options' }).click()
  await trustKey(page)
}

async function trustKey(page: Page, publicKey = issuer.keys.publicKey): Promise<void> {
  await page.getByLabel('Name').fill('Testers')
  await page.getByLabel('Public key').fill(publicKey)
  await page.getByRole('button', { name: 'Trust this key' }).click()
}

function stamp(page: Page) {
  return page.locator('stillhere-verifier .stamp')
}

// "Not an unbroken chain" holds these words, too.
function unbroken(page: Page) {
  return page.getByRole('heading', { name: 'An unbroken chain', exact: true })
}

/** The outcomes as they are read: "V1 PASS" and so on. */
function outcomes(page: Page): Promise<string[]> {
  return page.locator('[data-check]').evaluateAll((rows) =>
    rows.map((line) =>
      [...line.querySelectorAll('.check, .outcome')]
        .map((one) => one.textContent.trim().replace(/\s+/g, ' '))
        .toReversed()
        .join(' '),
    ),
  )
}

async function row(page: Page, label: string): Promise<string> {
  return page.locator('[data-check]', { hasText: label }).innerText()
}

describe('a receipt of this service', () => {
  it('is valid, keeps so offline, joins a chain, and is refused once it is revoked', async () => {
    const [one, two] = (await issueReceipts(web.address, 2)) as [Receipt, Receipt]
    const { page, complaints, close } = await web.open('/verify', { size: 'desktop' })
    await lookUpsEnd(page)
    await page.context().setOffline(true)
    await paste(page, JSON.stringify(two, null, 2))
    await expect.poll(() => stamp(page).textContent()).toContain('Valid')
    expect(await page.locator('stillhere-verifier .headline').innerText()).toMatch(
      /^Authentic, signed by this service on .+, and still fresh\.$/,
    )
    expect(await outcomes(page)).toEqual([
      'Form V1 PASS',
      'Signature V2 PASS',
      'Assertions V3 PASS',
      'Times V4 PASS',
      'Evidence V5 PASS',
      'Freshness V6 PASS',
      'Predecessor V7 SKIPPED',
      'Person V8 SKIPPED',
      'Trust PASS',
      'Revocation PASS',
      'Audience SKIPPED',
    ])
    expect(await row(page, 'Revocation')).toMatch(/signed list, made .+, does not name it/)
    expect(await row(page, 'V7')).toContain('Add that one to check the link')
    await page.getByLabel('Add to what’s shown').check()
    await paste(page, encodeHeader(one))
    await unbroken(page).waitFor()
    await page
      .getByRole('button', { name: /Pasted text.*Valid/ })
      .first()
      .waitFor()
    await page.context().setOffline(false)
    await createClient({ baseUrl: web.address, adminSecret: web.adminSecret }).revokeReceipt({ id: two.receiptId })
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByRole('button', { name: /Revoked/ }).click()
    await expect.poll(() => stamp(page).textContent()).toContain('Revoked')
    expect(await row(page, 'Revocation')).toMatch(/FAIL[\s\S]*names it/)
    expect(complaints.foreign).toEqual([])
    await close()
  })

  it('is judged by everything but trust and revocation when nothing can be looked up, and says so', async () => {
    const { page, close } = await web.open('/')
    await page.route('**/.well-known/**', (route) => route.abort())
    await page.locator('a[href="/verify"]').first().click()
    await lookUpsEnd(page)
    await page.context().setOffline(true)
    await paste(page, second)
    await expect
      .poll(() => page.locator('stillhere-verifier .headline').innerText())
      .toContain('whose key signed it was not checked')
    expect(await row(page, 'Trust')).toMatch(/SKIPPED[\s\S]*this service could not be asked for its keys/)
    expect(await row(page, 'Revocation')).toMatch(/SKIPPED[\s\S]*the list could not be fetched/)
    expect((await outcomes(page)).slice(0, 6).every((one) => one.endsWith('PASS'))).toBe(true)
    await page.unroute('**/.well-known/**')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect
      .poll(() => page.locator('stillhere-verifier .headline').innerText())
      .toContain('not among those you trust')
    await close()
  })
})

describe('an approval with the person’s key in it', () => {
  it('is good with that key pinned, and with no other', async () => {
    const { page, complaints, close } = await web.open('/verify', { size: 'phone', options: { timezoneId: 'UTC' } })
    await lookUpsEnd(page)
    await paste(page, approval.receipt)
    await page.locator('summary', { hasText: 'Options' }).click()
    await trustKey(page, (JSON.parse(approval.receipt) as Receipt).issuer.publicKey)
    await page.getByLabel('As of').fill(approval.now.slice(0, 19))
    await expect.poll(() => stamp(page).textContent()).toMatch(/Valid$/)
    expect(await outcomes(page)).toContain('Person V8 PASS')
    await page.getByText('Key of the person').waitFor()
    await page.getByText(writeBindingWords(approval.options.actionDigest, 'en')).waitFor()
    const keys = page.getByLabel('Keys of the person')
    await keys.fill(otherKey)
    await expect.poll(() => stamp(page).textContent()).toContain('Another key')
    expect(await row(page, 'V8')).toContain('APPROVER_UNTRUSTED')
    await screenshot(page, 'verify-another-key-phone-light')
    await keys.fill(approval.options.approverKeys[0]!)
    await expect.poll(() => stamp(page).textContent()).toMatch(/Valid$/)
    await keys.fill('short')
    await page.getByText('A thumbprint has 43 characters').waitFor()
    await expect.poll(() => stamp(page).textContent()).toContain('Another key')
    await keys.fill('')
    await paste(page, forged.receipt)
    await expect.poll(() => stamp(page).textContent()).toContain('Invalid')
    expect(await row(page, 'V8')).toContain('APPROVER_MISMATCH')
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })
})

describe('a receipt of somebody else', () => {
  it('is not trusted until its key is added, and the key can be removed again', async () => {
    const { page, complaints, close } = await web.open('/verify')
    await lookUpsEnd(page)
    await paste(page, second)
    await expect.poll(() => stamp(page).textContent()).toContain('Unknown issuer')
    await page.locator('#verify-result:focus').waitFor()
    await trustTestIssuer(page)
    await expect.poll(() => stamp(page).textContent()).toMatch(/Valid$/)
    expect(await row(page, 'Trust')).toContain('You trust this key as “Testers”.')
    expect(await row(page, 'Revocation')).toContain('keeps no list for that key')
    await page.reload()
    await lookUpsEnd(page)
    await paste(page, second)
    await expect.poll(() => stamp(page).textContent()).toMatch(/Valid$/)
    await page.locator('summary', { hasText: 'Options' }).click()
    await page.getByRole('button', { name: 'Remove Testers' }).click()
    await expect.poll(() => stamp(page).textContent()).toContain('Unknown issuer')
    await page.getByLabel('Public key').fill('beef')
    await page.getByRole('button', { name: 'Trust this key' }).click()
    await page.getByText('A key has 64 characters').waitFor()
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })

  it('is refused when one digit was changed, and says which checks failed', async () => {
    const { page, close } = await web.open('/verify')
    await lookUpsEnd(page)
    await paste(page, tampered)
    await expect.poll(() => stamp(page).textContent()).toContain('Invalid')
    const found = await outcomes(page)
    expect(found[1]).toBe('Signature V2 FAIL')
    expect(found[4]).toBe('Evidence V5 FAIL')
    await page.getByText('No signature fits, so nothing in it is proven.').waitFor()
    await close()
  })

  it('E1: that has expired is authentic only once its key is trusted, and valid as of its own time', async () => {
    const { page, close } = await web.open('/verify', { options: { timezoneId: 'UTC' } })
    await lookUpsEnd(page)
    const old = issuer.issue({ agoMs: 48 * HOUR_MS })
    await paste(page, old)
    await expect.poll(() => stamp(page).textContent()).toContain('Unknown issuer')
    expect(await page.locator('stillhere-verifier .headline').innerText()).not.toMatch(/authentic|genuine/i)
    await trustTestIssuer(page)
    await expect.poll(() => stamp(page).textContent()).toContain('Expired')
    expect(await page.locator('stillhere-verifier .headline').innerText()).toMatch(/^Authentic, signed by “Testers” on/)
    expect((await outcomes(page))[5]).toBe('Freshness V6 FAIL')
    await page.getByLabel('As of').fill(old.signature.signedAt.slice(0, 19))
    await expect.poll(() => stamp(page).textContent()).toMatch(/Valid$/)
    await page.getByLabel('Audience').fill('https://shop.example')
    await expect.poll(() => stamp(page).textContent()).toContain('Not for you')
    await close()
  })

  it('breaks a chain where the one before it is missing or was changed', async () => {
    const { page, close } = await web.open('/verify')
    await lookUpsEnd(page)
    await trustTestIssuer(page)
    await paste(page, [second, issuer.issue({ agoMs: 2 * HOUR_MS })])
    await page.getByText('Not an unbroken chain').waitFor()
    await page.getByText('Missing receipts: 1.').waitFor()
    await paste(page, `${JSON.stringify(second)}\n${JSON.stringify({ ...first, verdict: 'FAIL' })}`)
    await page.getByText('Not an unbroken chain').waitFor()
    await paste(page, [second, first])
    await unbroken(page).waitFor()
    await close()
  })
})

describe('ways to hand a receipt in', () => {
  it('takes a link, whose fragment goes to nobody', async () => {
    const { page, close } = await web.open('/')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${web.address}/verify#${encodeHeader(second)}`)
    await expect.poll(() => stamp(page).textContent()).toContain('Unknown issuer')
    expect(asked.filter((url) => url.includes(encodeHeader(second).slice(0, 40)) && !url.includes('#'))).toEqual([])
    await close()
  })

  it('E7, E19: takes files, and what is dropped or pasted anywhere, at once; on a phone the answer stands above the form', async () => {
    const { page, close } = await web.open('/verify')
    await lookUpsEnd(page)
    const files = page.locator('input[type=file]')
    const json = { name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(second)) }
    await files.setInputFiles(json)
    await page.getByRole('heading', { name: 'mine.json' }).waitFor()
    await expect.poll(() => stamp(page).textContent()).toContain('Unknown issuer')
    await files.setInputFiles({ name: 'bytes.json', mimeType: 'application/json', buffer: Buffer.from([0xff, 0xfe]) })
    await page.getByText('There is no UTF-8 text in this file.').waitFor()
    for (const [kind, target] of [
      ['drop', 'footer'],
      ['paste', 'body'],
    ]) {
      await page.getByRole('button', { name: 'Clear' }).click()
      await page.evaluate(`{
        const transfer = new DataTransfer()
        transfer.setData('text/plain', ${JSON.stringify(JSON.stringify(second))})
        const init = { bubbles: true, cancelable: true, dataTransfer: transfer, clipboardData: transfer }
        const event = '${kind}' === 'drop' ? new DragEvent('drop', init) : new ClipboardEvent('paste', init)
        document.querySelector('${target}').dispatchEvent(event)
      }`)
      await page.getByRole('heading', { name: 'Pasted text' }).waitFor()
    }
    await page.getByRole('button', { name: 'Clear' }).click()
    const field = page.getByLabel('Receipt', { exact: true })
    await field.fill(JSON.stringify(second))
    await field.press('ControlOrMeta+a')
    await field.press('ControlOrMeta+x')
    await field.press('ControlOrMeta+v')
    await page.getByRole('heading', { name: 'Pasted text' }).waitFor()
    // E19: one sentence says what happened, as a claim of somebody unknown.
    expect(await page.locator('stillhere-verifier .story').innerText()).toMatch(
      /^It says: On .+, something was observed for 8 seconds/,
    )
    const [answer, form] = [await stamp(page).boundingBox(), await field.boundingBox()]
    expect(answer!.y).toBeLessThan(form!.y)
    await close()
  })

  it('tells nothing, nonsense and half a receipt from a receipt', async () => {
    const { page, close } = await web.open('/verify')
    await lookUpsEnd(page)
    await paste(page, '  ')
    await page.getByText('Nothing here yet.').waitFor()
    for (const text of [
      'hello',
      JSON.stringify(second).slice(0, -9),
      encodeHeader(second).slice(0, -9),
      '{"a":1,"a":2}',
    ]) {
      await paste(page, text)
      await expect.poll(() => stamp(page).textContent()).toContain('Unreadable')
    }
    await paste(page, '{"name":"𝔘𝔫𝔦𝔠𝔬𝔡𝔢"}')
    await expect.poll(() => stamp(page).textContent()).toContain('Invalid')
    expect((await outcomes(page))[0]).toBe('Form V1 FAIL')
    await close()
  })
})

const START = {
  name: 'verify-start',
  walk: async (page: Page) => {
    await lookUpsEnd(page)
    await page.locator('summary', { hasText: 'Options' }).click()
  },
}
const CHAIN = {
  name: 'verify-chain',
  walk: async (page: Page) => {
    await trustKey(page)
    await paste(page, [first, second])
    await unbroken(page).waitFor()
    await page.getByText('Every member', { exact: true }).click()
  },
}
const REFUSED = {
  name: 'verify-refused',
  walk: async (page: Page) => {
    await lookUpsEnd(page)
    await paste(page, tampered)
    await stamp(page).filter({ hasText: 'Invalid' }).waitFor()
  },
}

describe('the page, on phones and desktops, in light and dark colors', { timeout: 120_000 }, () => {
  it('has no fault at its start and with a chain', async () => {
    expect(await faultsOf(web, { path: '/verify', looks: LOOKS, states: [START, CHAIN] })).toEqual([])
  })

  it('has no fault when it refuses', async () => {
    expect(await faultsOf(web, { path: '/verify', looks: LOOKS.toReversed(), states: [REFUSED] })).toEqual([])
  })
})
