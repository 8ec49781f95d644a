import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { shareChromium } from '../../../../scripts/chromium.ts'
import { NOW, sampleReceipt, makeSuccessor } from '../../test/sample-receipts.ts'
import { judge, openVerifier, readOutcomes, readStamp, writeVerifier } from '../../test/verifier-page.ts'

const FIRST = sampleReceipt()
const SECOND = makeSuccessor(FIRST)
const verifier = writeVerifier()
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await shareChromium()
})

beforeEach(async () => {
  ;({ page } = await openVerifier(browser, verifier.url))
  await judge(page, '', NOW)
  return () => page.context().close()
})

afterAll(() => verifier.remove())

type TestFile = { name: string; mimeType: string; buffer: Buffer }

function file(name: string, content: string | object): TestFile {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return { name, mimeType: 'application/json', buffer: Buffer.from(text) }
}

async function drop(selector: string, files: TestFile[]): Promise<void> {
  const plain = files.map(({ name, buffer }) => ({ name, text: buffer.toString() }))
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    for (const { name, text } of ${JSON.stringify(plain)}) transfer.items.add(new File([text], name))
    return transfer
  })()`)
  await page.dispatchEvent(selector, 'drop', { dataTransfer })
}

it('judges a chosen file', async () => {
  await page.setInputFiles('#files', file('a.json', FIRST))
  await page.locator('.stamp').waitFor()
  expect(await readStamp(page)).toBe('VALID')
})

it('judges a dropped file, and its dropped predecessor', async () => {
  await drop('h1', [file('b.json', SECOND)])
  await page.locator('.stamp').waitFor()
  expect(await readOutcomes(page)).toMatchObject({ V2: 'PASS', V7: 'SKIPPED' })
  await drop('#predecessor', [file('a.json', FIRST)])
  await page.locator('[data-check=V7] .pass').waitFor()
})

it('judges what is pasted while no field has the focus', async () => {
  await page.fill('#audience', JSON.stringify(FIRST))
  await page.locator('#audience').press('ControlOrMeta+A')
  await page.keyboard.press('ControlOrMeta+X')
  await page.locator('#audience').blur()
  await page.keyboard.press('ControlOrMeta+V')
  await page.locator('.stamp').waitFor()
  expect(await readStamp(page)).toBe('VALID')
})

it('judges several files as one chain, whatever their order', async () => {
  await drop('h1', [file('second.json', SECOND), file('first.json', FIRST)])
  await page.getByText('An unbroken chain').waitFor()
  expect(await page.locator('.chain li').allTextContents()).toEqual(['first.json Valid', 'second.json Valid'])
  expect(await readOutcomes(page)).toMatchObject({ V7: 'PASS' })
  await page.getByRole('button', { name: 'first.json' }).click()
  expect(await page.inputValue('#text')).toBe(JSON.stringify(FIRST))
})

it('says that a chain is broken when one of its files is missing or unreadable', async () => {
  await drop('h1', [file('first.json', FIRST), file('third.json', makeSuccessor(SECOND))])
  await page.getByText('Not an unbroken chain').waitFor()
  expect(await page.locator('.chain-part').innerText()).toContain('Missing receipts: 1.')
  await drop('h1', [file('first.json', FIRST), file('second.json', 'nothing')])
  await page.getByText('second.json').waitFor()
  expect(await page.locator('.chain li').allTextContents()).toEqual(['first.json Valid', 'second.json Unreadable'])
})

it('takes a file with a byte order mark, and refuses one that is not UTF-8', async () => {
  await page.setInputFiles('#files', file('a.json', `\uFEFF${JSON.stringify(FIRST)}`))
  await page.locator('.stamp.good').waitFor()
  await page.setInputFiles('#files', { name: 'b.json', mimeType: 'text/plain', buffer: Buffer.from([0x7b, 0xff]) })
  await page.locator('.stamp.bad').waitFor()
  expect(await page.inputValue('#text')).toBe('b.json is not UTF-8 text.')
})
