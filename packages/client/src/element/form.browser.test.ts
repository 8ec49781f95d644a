import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../../scripts/chromium.ts'
import { closeElementPage, finish, openElementPage, waitForTitle } from '../../test/element-page.ts'
import { scanReceipt } from '../../test/scan-receipts.ts'

const FORM =
  '<form><fieldset><stillhere-scan name="proof" required></stillhere-scan></fieldset><button>Send</button></form>'
const VALUE = 'new FormData(document.querySelector("form")).get("proof")'
const VALIDITY =
  '[led.element.validity.valueMissing, led.element.validationMessage, document.querySelector("form").checkValidity()]'
let browser: Browser

beforeAll(async () => {
  browser = await shareChromium()
})

async function open(body = FORM): Promise<Page> {
  const { page } = await openElementPage(browser, body)
  return page
}

it('sends the receipt as JSON, and nothing before there is one', async () => {
  const page = await open()
  expect(await page.evaluate(VALUE)).toBeNull()
  expect(await page.evaluate(VALIDITY)).toEqual([true, 'Scan before you go on.', false])
  await page.locator('.start').click()
  const receipt = scanReceipt()
  await finish(page, receipt)
  await waitForTitle(page, 'Scan complete')
  expect(JSON.parse(await page.evaluate(VALUE))).toEqual(receipt)
  expect(await page.evaluate(VALIDITY)).toEqual([false, '', true])
  await closeElementPage(page)
})

it('leads to its button when somebody sends the form without a scan', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Send' }).click()
  expect(await page.evaluate('led.element.shadowRoot.activeElement.className')).toBe('start')
  await closeElementPage(page)
})

it('holds nothing after a reset or while a second scan runs', async () => {
  const page = await open()
  for (const undo of ['document.querySelector("form").reset()', 'led.element.start()']) {
    await page.evaluate('led.element.start()')
    await finish(page, scanReceipt())
    await waitForTitle(page, 'Scan complete')
    await page.evaluate(undo)
    expect(await page.evaluate(VALUE)).toBeNull()
    expect(await page.evaluate('led.element.checkValidity()')).toBe(false)
  }
  await closeElementPage(page)
})

it('does not take practice for a scan', async () => {
  const page = await open(FORM.replace('required', 'required mode="pointer"'))
  await page.locator('.start').click()
  await finish(page, scanReceipt({ practice: true }))
  await page.getByText('Nothing. A pointer proves nothing about a person.').waitFor()
  expect(await page.evaluate(VALUE)).toBeNull()
  expect(await page.evaluate('led.element.validationMessage')).toContain('Practice doesn’t count')
  expect(await page.evaluate('led.element.receipt.verdict')).toBe('INSUFFICIENT_EVIDENCE')
  await closeElementPage(page)
})

it('neither scans nor complains while it is disabled, by itself or by its fieldset', async () => {
  const page = await open()
  await page.evaluate('document.querySelector("fieldset").disabled = true')
  expect(await page.locator('.start').isDisabled()).toBe(true)
  await page.evaluate('led.element.start()')
  expect(await page.evaluate('[led.calls.length, led.element.willValidate]')).toEqual([0, false])
  await page.evaluate('document.querySelector("fieldset").disabled = false; led.element.disabled = true')
  expect(await page.locator('.start').isDisabled()).toBe(true)
  await page.evaluate('led.element.disabled = false')
  expect(await page.locator('.start').isEnabled()).toBe(true)
  await closeElementPage(page)
})

it('takes back a kept receipt that is still valid, and no other', async () => {
  const page = await open()
  const good = scanReceipt()
  const states = ['{', '{}', JSON.stringify({ ...good, audience: 'me' }), JSON.stringify(good)]
  for (const state of states)
    await page.evaluate(`led.element.formStateRestoreCallback(${JSON.stringify(state)}, 'restore')`)
  expect(JSON.parse(await page.evaluate(VALUE))).toEqual(good)
  await page.evaluate('document.querySelector("form").reset()')
  for (const state of states.slice(0, 3))
    await page.evaluate(`led.element.formStateRestoreCallback(${JSON.stringify(state)}, 'restore')`)
  expect(await page.evaluate(VALUE)).toBeNull()
  await closeElementPage(page)
})

it('keeps what a page had set before the element was known', async () => {
  const page = await open('<late-scan></late-scan><stillhere-scan></stillhere-scan>')
  await page.evaluate(`{
    const late = document.querySelector('late-scan')
    Object.assign(late, { nonce: 'n-0195', action: 'Pay', required: true, audience: 'https://shop.example' })
    Object.assign(late, { words: { start: 'Los' }, scan: led.scan })
    import('/element.js').then(({ defineScanElement }) => defineScanElement('late-scan'))
  }`)
  await page.getByRole('button', { name: 'Los' }).click()
  const { audience, action, nonce } = await page.evaluate<Record<string, string>>(
    '({ ...led.last(), challenge: null, onProgress: null, signal: null })',
  )
  expect([audience, action, nonce]).toEqual(['https://shop.example', 'Pay', 'n-0195'])
  expect(await page.evaluate('document.querySelector("late-scan").validity.valueMissing')).toBe(true)
  await closeElementPage(page)
})

it('B5: has every property before it is set, so that frameworks do not take it for an attribute', async () => {
  const page = await open('<stillhere-scan></stillhere-scan>')
  const names = ['challenge', 'key', 'scan', 'enroll', 'explain', 'words', 'practice']
  expect(
    await page.evaluate(`${JSON.stringify(names)}.filter((name) => !(name in Object.getPrototypeOf(led.element)))`),
  ).toEqual([])
  await closeElementPage(page)
})

it('B5: forgets what a framework sets to undefined', async () => {
  const page = await open('<stillhere-scan></stillhere-scan>')
  await page.evaluate(`{
    const names = ['action', 'audience', 'nonce', 'camera', 'countdown', 'disabled', 'mode', 'name', 'practice', 'required', 'words']
    Object.assign(led.element, { action: 'Pay', nonce: 'n-0195' })
    Object.assign(led.element, { audience: 'https://shop.example', countdown: 9, mode: 'pointer', words: { start: 'Los' } })
    for (const name of names) led.element[name] = undefined
  }`)
  expect(await page.evaluate('led.element.getAttributeNames()')).toEqual([])
  expect(await page.evaluate('led.element.nonce')).toBe('')
  expect(await page.getByRole('button').textContent()).toContain('Scan')
  await closeElementPage(page)
})

// The policy of the page for scripts empties the attribute as soon as the element is there.
it('hands action and nonce to the scan, and takes no receipt for another action or of an earlier attempt', async () => {
  const page = await open(
    '<form><stillhere-scan name="proof" action="Pay 7 € to Eve" nonce="n-0195"></stillhere-scan></form>',
  )
  const bound = { action: 'Pay 7 € to Eve', nonce: 'n-0195' }
  const good = scanReceipt({ policy: bound })
  for (const other of [scanReceipt(), scanReceipt({ policy: { ...bound, action: 'Pay 70 € to Eve' } })]) {
    await page.evaluate('led.element.start()')
    expect(await page.evaluate('({ action: led.last().action, nonce: led.last().nonce })')).toEqual(bound)
    await finish(page, other)
    await page.getByText('another action').waitFor()
  }
  await page.evaluate('led.element.start()')
  await finish(page, good)
  await waitForTitle(page, 'Scan complete')
  await page.evaluate('led.element.reset(); led.element.nonce = "n-0196"')
  await page.evaluate(`led.element.formStateRestoreCallback(${JSON.stringify(JSON.stringify(good))}, 'restore')`)
  expect(await page.evaluate(VALUE)).toBeNull()
  await page.evaluate('led.element.practise()')
  expect(await page.evaluate('["action", "nonce"].filter((name) => name in led.last())')).toEqual([])
  await closeElementPage(page)
})
