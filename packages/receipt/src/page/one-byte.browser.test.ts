import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { shareChromium } from '../../../../scripts/chromium.ts'
import { editMember, NOW, oldReceipt, sampleReceipt } from '../../test/sample-receipts.ts'
import { judge, openVerifier, readStamp, writeVerifier } from '../../test/verifier-page.ts'

const RECEIPT = sampleReceipt()
const TEXT = JSON.stringify(RECEIPT)
const verifier = writeVerifier()
let page: Page

beforeAll(async () => {
  ;({ page } = await openVerifier(await shareChromium(), verifier.url))
})

beforeEach(async () => {
  await page.goto(verifier.url)
  await judge(page, TEXT, NOW)
})

afterAll(async () => {
  await page?.context().close()
  verifier.remove()
})

it('never stays valid in fifty presses, each at another place and caught by name', async () => {
  const places = new Set<string>()
  for (const { stamp, told } of await pressFiftyTimes()) {
    expect(['INVALID', 'UNREADABLE']).toContain(stamp)
    expect(told).toMatch(/^Byte \d+: “.” became “.”\. (Caught by V|The text can no longer be read)/)
    places.add(/\d+/.exec(told)?.[0] ?? '')
  }
  expect(places.size).toBe(50)
})

it('marks the changed byte in the text, which differs there alone', async () => {
  await page.click('#change')
  const changed = await page.inputValue('#text')
  const differing = TEXT.split('').flatMap((character, index) => (changed[index] === character ? [] : [index]))
  expect(changed.length).toBe(TEXT.length)
  expect(differing).toHaveLength(1)
  expect(await page.locator('mark').innerText()).toBe(changed[differing[0]!])
})

it('brings the original back', async () => {
  await page.click('#change')
  await page.click('#restore')
  expect(await page.inputValue('#text')).toBe(TEXT)
  expect(await readStamp(page)).toBe('VALID')
  expect(await page.isDisabled('#restore')).toBe(true)
  expect(await page.locator('#changed').innerText()).toBe('')
})

it('names only the checks that the change made fail', async () => {
  await judge(page, editMember(RECEIPT, '/signature/value', '0'.repeat(128)), NOW)
  await page.click('#change')
  expect(await page.locator('#changed').innerText()).not.toContain('V2')
})

it('admits it when an old signature does not cover the place', async () => {
  await judge(page, oldReceipt(), NOW)
  await page.check('#legacy')
  const presses = await pressFiftyTimes()
  const outcomes = presses.map(
    ({ stamp, told }) => `${stamp === 'VALID IN PART'} ${told.includes('No check caught it')}`,
  )
  expect([...new Set(outcomes)].toSorted()).toEqual(['false false', 'true true'])
})

/** What the page says after each press; a mouse would take half a minute for it. */
function pressFiftyTimes(): Promise<{ stamp: string; told: string }[]> {
  // V8 answers in a later turn of the event loop, and nothing here waits longer.
  return page.evaluate(`(async () => {
    const presses = []
    for (let press = 0; press < 50; press++) {
      document.querySelector('#change').click()
      await new Promise((done) => setTimeout(done))
      presses.push({ stamp: document.querySelector('.stamp').innerText, told: document.querySelector('#changed').innerText })
    }
    return presses
  })()`)
}
