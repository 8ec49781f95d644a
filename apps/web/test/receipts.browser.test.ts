import { readFile } from 'node:fs/promises'
import { createClient } from '@stillhere/client/http'
import { encryptReceipt } from '@stillhere/client/kept-receipts'
import type { Receipt } from '@stillhere/client/receipt'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { enrollByCalls } from './enrollment.ts'
import { faultsOf } from './faults.ts'
import { type JoinedNode, joinNode, signOutByMenu } from './people.ts'
import { ADA, givePhone, scanBy } from './scan-phone.ts'
import { issueReceipts, testIssuer } from './verify-receipts.ts'
import { LOOKS, startWeb, type Web } from './web.ts'

const FEW_SCANS_MS = 240_000
const STORY = /^On \d+ \w+ \d{4} at \d\d:\d\d UTC, motion like a person’s followed six arrows/

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, FEW_SCANS_MS)

afterAll(() => web?.stop())

/** A page on which a node has just been given a receipt. */
async function scanAs(who: JoinedNode) {
  const opened = await web.open('/scan')
  const enrollment = await enrollByCalls(web.address, who)
  await opened.page.evaluate(`localStorage.setItem('stillhere-enrollment', ${JSON.stringify(enrollment)})`)
  await givePhone(opened.page, { holder: ADA }, who)
  await scanBy(opened.page, 'Scan', 'Scan accepted')
  return opened
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** What the page of a link says, in a browser that knows nothing of it. */
async function openElsewhere(path: string, prepare?: (page: Page) => Promise<unknown>) {
  const { page, close } = await web.open('/network')
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`))
  await prepare?.(page)
  await page.goto(`${web.address}${path}`)
  const said = page.locator('main .notice')
  const words = await said.first().innerText()
  return { page, asked, words, close }
}

/** The text with one sign changed. */
const change = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`

describe('a receipt', { timeout: FEW_SCANS_MS }, () => {
  it('E3: is saved by itself, lasts, is given away by a link that only its holder can read, and ends with it', async () => {
    const { page, complaints, close } = await scanAs(await joinNode(web, 'ada@example.org'))
    await page.getByText('The receipt is saved on this device.').waitFor()
    await page.goto(`${web.address}/receipts`)
    await page.reload()
    expect(await page.locator('.receipt-item p').first().innerText()).toMatch(STORY)

    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')])
    const file = JSON.parse(await readFile(await download.path(), 'utf8'))
    const answer = await createClient({ baseUrl: web.address }).verifyReceipt({ receipt: file })
    expect(answer.verdict.kind).toBe('fresh')

    await press(page, 'Get a link')
    await confirm(page, 'Get a link')
    await page.getByText('Your link is ready.').waitFor()
    const link = (await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')) ?? ''
    const [path = '', key = ''] = link.slice(web.address.length).split('#')

    const elsewhere = await openElsewhere(`${path}#${key}`)
    await elsewhere.page.locator('.r-story', { hasText: STORY }).waitFor()
    expect(elsewhere.words).toMatch(/Valid[\s\S]*Authentic, signed by this service/)
    expect(elsewhere.asked.filter((one) => one.includes(key))).toEqual([])
    const stored = await fetch(`${web.address}/api/kept-receipts/${path.slice(3)}`)
    expect(await stored.text()).not.toContain(file.receiptId)
    await elsewhere.close()

    const refusals = [
      await openElsewhere(`${path}#${change(key, 9)}`),
      await openElsewhere(`${path}#${key}`, (other) =>
        other.route('**/api/kept-receipts/*', async (route) => {
          const kept = await (await route.fetch()).json()
          await route.fulfill({ json: { ...kept, ciphertext: change(kept.ciphertext, 99) } })
        }),
      ),
      await openElsewhere(`${path}#${key.slice(2)}`),
      await openElsewhere(`/r/nothing#${key}`),
    ]
    for (const one of refusals) await one.close()
    const [wrongKey, altered, cut, malformed] = refusals.map(({ words }) => words)
    expect([wrongKey, altered]).toEqual([expect.stringContaining('can’t be opened'), wrongKey])
    expect([cut, malformed]).toEqual([expect.stringContaining('incomplete'), cut])

    await press(page, 'End the link')
    await confirm(page, 'End the link')
    await page.getByText('The link no longer works.').waitFor()
    const ended = await openElsewhere(`${path}#${key}`)
    expect(ended.words).toContain('There’s no receipt at this address.')
    await ended.close()

    await signOutByMenu(page)
    await page.getByText('1 receipt stays on this device.').waitFor()
    await press(page, 'Remove them')
    await page.getByText('No receipts on this device yet.').waitFor()
    await page.reload()
    await page.getByText('No receipts on this device yet.').waitFor()
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })
})

/** Has the service keep a receipt of a node, and returns the path of its link. */
async function keepReceipt(who: JoinedNode, receipt: Receipt): Promise<string> {
  const { ciphertext, key } = await encryptReceipt(receipt)
  const { id } = await createClient({ baseUrl: web.address, token: who.token }).keepReceipt({ ciphertext })
  return `/r/${id}#${key}`
}

/** Gives the page a camera that sees this drawing of a QR code. */
const showCode = (page: Page, drawing: { d: string; size: number }) =>
  page.evaluate(`{
    const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 480 })
    const context = canvas.getContext('2d')
    navigator.mediaDevices.getUserMedia = async () => {
      setInterval(() => {
        context.resetTransform()
        context.fillStyle = 'white'
        context.fillRect(0, 0, 480, 480)
        context.scale(480 / ${drawing.size}, 480 / ${drawing.size})
        context.fillStyle = 'black'
        context.fill(new Path2D('${drawing.d}'))
      }, 50)
      return canvas.captureStream(20)
    }
  }`)

describe('Verify', { timeout: FEW_SCANS_MS }, () => {
  it('E7: reads the code that the page of a receipt shows, and opens the link that is pasted', async () => {
    const [own] = (await issueReceipts(web.address, 1)) as [Receipt]
    const path = await keepReceipt(await joinNode(web, 'eve@example.org'), own)
    const { page, close } = await web.open(path)
    const code = page.locator('.qr-code path')
    const d = (await code.getAttribute('d')) ?? ''
    const size = Number((await page.locator('.qr-code svg').getAttribute('viewBox'))?.split(' ')[2])
    await page.goto(`${web.address}/verify`)
    await showCode(page, { d, size })
    await press(page, 'Scan a code')
    await page.locator('.r-verdict', { hasText: 'Valid' }).waitFor()
    expect(page.url()).toBe(`${web.address}${path}`)
    await page.goto(`${web.address}/verify`)
    await page.getByLabel('Receipt', { exact: true }).fill(`${web.address}${path}`)
    await press(page, 'Check')
    await page.locator('.r-verdict', { hasText: 'Valid' }).waitFor()
    await close()
  })
})

/** Puts receipts into the browser, as scans would have. */
const putReceipts = (page: Page, receipts: readonly Receipt[]) =>
  page.evaluate(`new Promise((done) => {
    const request = indexedDB.open('stillhere-receipts', 1)
    request.onsuccess = () => {
      const transaction = request.result.transaction('receipt', 'readwrite')
      for (const [index, receipt] of ${JSON.stringify(receipts)}.entries())
        transaction.objectStore('receipt').put({
          receiptId: receipt.receiptId, receipt, savedAt: new Date().toISOString(), isOfService: index > 0,
          link: index > 0 ? { id: '${'i'.repeat(22)}', key: '${'k'.repeat(43)}' } : null,
        })
      transaction.oncomplete = done
    }
  })`)

describe('the pages, on phones and desktops, in light and dark colors', { timeout: FEW_SCANS_MS }, () => {
  it('have no fault: no receipts, two receipts, a link that opens, and one that does not', async () => {
    const mara = await joinNode(web, 'mara@example.org')
    const [own] = (await issueReceipts(web.address, 1)) as [Receipt]
    const strange = testIssuer().issue()
    const list = [
      { name: 'receipts-none', walk: (page: Page) => page.getByText('No receipts on this device yet.').waitFor() },
      {
        name: 'receipts-two',
        walk: async (page: Page) => {
          await putReceipts(page, [strange, own])
          await page.reload()
          await page.getByText('signed by this browser').waitFor()
        },
      },
    ]
    expect(await faultsOf(web, { path: '/receipts', looks: LOOKS, states: list })).toEqual([])
    const pages = [
      [await keepReceipt(mara, own), 'r-valid', 'Valid'],
      ['/r/nothing', 'r-refused', 'This link is incomplete.'],
    ] as const
    for (const [path, name, words] of pages) {
      const walk = (page: Page) => page.locator('.notice', { hasText: words }).waitFor()
      expect(await faultsOf(web, { path, looks: LOOKS, states: [{ name, walk }] })).toEqual([])
    }
  })
})
