import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../../scripts/chromium.ts'
import { ADA, approvalReceipt, BOB } from '../../scripts/cases/approvals.ts'
import { ISSUER as APPROVAL_ISSUER, NOW as APPROVAL_NOW } from '../../scripts/cases/drafts.ts'
import {
  EXPIRY,
  editMember,
  ISSUER,
  NOW,
  OTHER_KEYS,
  oldReceipt,
  resign,
  sampleReceipt,
  makeSuccessor,
} from '../../test/sample-receipts.ts'
import { judge, openVerifier, readOutcomes, readStamp, writeVerifier } from '../../test/verifier-page.ts'
import { writeBindingWords } from '../binding-words.ts'
import { computeReceiptHash } from '../digest.ts'
import { encodeHeader } from '../header.ts'
import { readPresencePolicy } from '../presence-policy.ts'
import type { Receipt } from '../receipt.ts'

const RECEIPT = sampleReceipt()
const ALL_PASS = {
  V1: 'PASS',
  V2: 'PASS',
  V3: 'PASS',
  V4: 'PASS',
  V5: 'PASS',
  V6: 'PASS',
  V7: 'SKIPPED',
  V8: 'SKIPPED',
}
const verifier = writeVerifier()
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await shareChromium()
  ;({ page } = await openVerifier(browser, verifier.url))
})

beforeEach(() => page.goto(verifier.url))

afterAll(async () => {
  await page?.context().close()
  verifier.remove()
})

function text(selector: string): Promise<string> {
  return page.locator(selector).innerText()
}

describe('a valid receipt', () => {
  beforeEach(() => judge(page, RECEIPT, NOW))

  it('passes every check, in the order of their numbers', async () => {
    expect(await readStamp(page)).toBe('VALID')
    expect(Object.entries(await readOutcomes(page))).toEqual(
      Object.entries({ ...ALL_PASS, issuer: 'PASS', audience: 'SKIPPED' }),
    )
    expect(await text('.verdict')).toContain('Authentic, signed by issuer')
  })

  it('is not called authentic while no key is trusted, neither fresh nor expired', async () => {
    await page.fill('#trusted', '')
    expect(await readStamp(page)).toBe('UNKNOWN ISSUER')
    expect(await text('.verdict')).toContain('whose key signed it was not checked')
    await page.fill('#at', '2026-03-01T13:00:00')
    expect(await readStamp(page)).toBe('UNKNOWN ISSUER')
    expect(await text('.verdict')).toContain('The unknown key decided, because it matters most. Also failed: V6')
    expect(await text('.verdict')).not.toContain('uthentic')
  })

  it('shows its facts, in local time and in UTC', async () => {
    const facts = await text('.facts')
    for (const fact of ['sha256:5555', ISSUER.id, ISSUER.publicKey, 'https://stillhere.example', 'pass']) {
      expect(facts).toContain(fact)
    }
    expect(facts).toMatch(/org\.stillhere\.motion 1\.2\.0, confidence 0\.875/)
    expect(facts).toMatch(/1\.5 seconds, from 1 Mar 2026[^]*\sto 1 Mar 2026, 12:00:00 UTC\s+2026-03-01T12:00:00\.000Z/)
    expect(facts).toMatch(/Expires\s+1 Mar 2026, 12:05:00 UTC\s+\S+Z\s+\(in 4 minutes 50 seconds\)/)
  })

  it('marks every member as signed but the signature itself', async () => {
    const marks = await page.locator('.leaf .mark').allTextContents()
    expect(marks.length).toBeGreaterThan(30)
    expect(marks.filter((mark) => mark !== 'signed')).toEqual(['the signature itself'])
  })

  it('is named by its hash, which can be copied', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy: Hash' }).click()
    await page.getByText('Copied.').waitFor()
    await page.locator('#audience').focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect.poll(() => page.inputValue('#audience')).toBe(computeReceiptHash(RECEIPT))
  })
})

describe('the person’s key', () => {
  const stamp = () => expect.poll(() => readStamp(page))

  beforeEach(async () => {
    await judge(page, approvalReceipt(), Date.parse(APPROVAL_NOW))
    await page.fill('#trusted', APPROVAL_ISSUER.publicKey)
  })

  it('passes V8 by the browser’s own WebCrypto, and is shown with its site', async () => {
    await stamp().toBe('VALID')
    expect(await readOutcomes(page)).toEqual({ ...ALL_PASS, V8: 'PASS', issuer: 'PASS', audience: 'SKIPPED' })
    const facts = await text('.facts')
    for (const fact of [ADA.thumbprint, 'id.example', 'https://id.example', 'Pay Bob']) expect(facts).toContain(fact)
    const { action_digest: digest } = readPresencePolicy(approvalReceipt() as unknown as Receipt)!
    await expect.poll(() => text('.facts')).toContain(writeBindingWords(digest!, 'en'))
  })

  it('must be the pinned one, once one is pinned', async () => {
    await page.fill('#approver', BOB.thumbprint)
    await stamp().toBe('ANOTHER KEY')
    expect(await text('[data-check=V8]')).toContain('APPROVER_UNTRUSTED')
    await page.fill('#approver', `${BOB.thumbprint}\n${ADA.thumbprint} # Ada`)
    await stamp().toBe('VALID')
    expect(await text('#approver-note')).toBe('One of these must have signed.')
    await page.fill('#approver', 'short')
    await stamp().toBe('ANOTHER KEY')
    expect(await text('#approver-note')).toContain('Not a thumbprint of 43 characters: short')
  })

  it('is missed where one is pinned, and the words say who vouches', async () => {
    await page.fill('#approver', ADA.thumbprint)
    await page.fill('#text', JSON.stringify(approvalReceipt({ evidence: (blocks) => blocks.slice(0, 3) })))
    await stamp().toBe('NO KEY')
    expect(await text('.verdict')).toContain('The service alone says who approved')
    expect(await text('.facts')).toContain('The service alone says that this person’s key signed.')
  })

  it('cannot vouch for another action', async () => {
    await page.fill('#text', JSON.stringify(approvalReceipt({ signed: { '/action': 'Pay Eve' } })))
    await stamp().toBe('INVALID')
    expect(await text('.verdict')).toContain('The person’s key signed something else.')
  })
})

describe('a receipt that is not valid', () => {
  it.each([
    [
      'changed after signing',
      editMember(RECEIPT, '/verdict', 'FAIL'),
      'INVALID',
      'It was changed after it was signed',
      'V2',
    ],
    ['with a stranger’s member', { ...RECEIPT, extra: 1 }, 'INVALID', '/extra is not a member', 'V1'],
    ['that contradicts itself', contradictory(), 'INVALID', 'It contradicts itself', 'V3'],
    ['with a wrong digest', wronglyDigested(), 'INVALID', 'Its evidence is not the evidence', 'V5'],
    ['of the old profile', oldReceipt(), 'NOT JUDGED', 'have old receipts judged too', 'V2'],
  ])('%s is refused with words and the check that failed', async (_, receipt, stamp, words, check) => {
    await judge(page, receipt, NOW)
    expect(await readStamp(page)).toBe(stamp)
    expect(await text('.verdict')).toContain(words)
    const failed = Object.entries(await readOutcomes(page)).filter(([, outcome]) => outcome === 'FAIL')
    expect(failed).toEqual([[check, 'FAIL']])
  })

  it('is told expired after its time, and valid again when judged before', async () => {
    await judge(page, RECEIPT, Date.parse(EXPIRY) + 31_000)
    expect(await readStamp(page)).toBe('EXPIRED')
    expect(await text('.verdict')).toMatch(/Authentic, signed by issuer .*; its five minutes are over\./)
    expect(await text('[data-check=V6]')).toContain('EXPIRED')
    await page.fill('#at', '2026-03-01T12:00:10')
    expect(await readStamp(page)).toBe('VALID')
  })

  it('shows all failures, not only the first', async () => {
    const tampered = editMember(editMember(RECEIPT, '/evidence/0/payload/score', 0.1), '/verdict', 'FAIL')
    await judge(page, tampered, Date.parse(EXPIRY) + 31_000)
    expect(await readOutcomes(page)).toMatchObject({ V1: 'PASS', V2: 'FAIL', V5: 'FAIL', V6: 'FAIL' })
    expect(await text('.verdict')).toContain('Also failed: V5 Evidence, V6 Freshness.')
    expect(await text('.details')).toContain('What it claims')
  })

  it.each([
    ['a member twice', JSON.stringify(RECEIPT).replace('{', '{"verdict":"PASS",'), 'has the member "verdict" twice'],
    ['half of the text', JSON.stringify(RECEIPT).slice(0, 500), 'is not JSON'],
    ['a text that runs scripts', '<img src=x onerror="document.title=1">', 'is not JSON'],
  ])('cannot be read with %s', async (_, given, words) => {
    await judge(page, given, NOW)
    expect(await readStamp(page)).toBe('UNREADABLE')
    expect(await text('.verdict')).toContain(words)
    expect(await page.title()).toBe('Check a receipt')
  })
})

describe('how to judge', () => {
  it('holds the issuer against the trusted keys', async () => {
    await judge(page, RECEIPT, NOW)
    await page.fill('#trusted', OTHER_KEYS.publicKey)
    expect(await readStamp(page)).toBe('UNKNOWN ISSUER')
    await page.fill('#at', '2026-03-01T13:00:00')
    expect(await readStamp(page)).toBe('UNKNOWN ISSUER')
    await page.fill('#at', '2026-03-01T12:00:10')
    await page.fill('#trusted', `${OTHER_KEYS.publicKey}\n${ISSUER.publicKey} # ours`)
    expect(await text('.verdict')).toContain('You can rely on what it says')
    expect(await readOutcomes(page)).toMatchObject({ issuer: 'PASS' })
  })

  it('names a trusted key that is none', async () => {
    await judge(page, RECEIPT, NOW)
    await page.fill('#trusted', ISSUER.publicKey.toUpperCase())
    expect(await text('#trusted-note')).toContain('Not a key')
    expect(await readStamp(page)).toBe('UNKNOWN ISSUER')
  })

  it('holds the audience against the expected one', async () => {
    await judge(page, RECEIPT, NOW)
    await page.fill('#audience', 'https://elsewhere.example')
    expect(await readStamp(page)).toBe('NOT FOR YOU')
    await page.fill('#audience', 'https://stillhere.example')
    expect(await readStamp(page)).toBe('VALID')
  })

  it('judges an old receipt on request, and shows what nobody signed', async () => {
    await judge(page, oldReceipt(), NOW)
    await page.check('#legacy')
    expect(await readStamp(page)).toBe('VALID IN PART')
    expect(await page.locator('.leaf .not-signed').count()).toBe(10)
    await page.getByText('Every member', { exact: true }).click()
    expect(await page.locator('.leaf', { hasText: 'engineId' }).first().innerText()).toContain('not signed')
    expect(await page.locator('.leaf', { hasText: 'receiptId' }).innerText()).not.toContain('not signed')
  })

  it('compares with the receipt before it', async () => {
    await judge(page, makeSuccessor(RECEIPT), NOW)
    expect(await text('[data-check=V7]')).toContain('it names a receipt before it')
    await page.fill('#predecessor', JSON.stringify(RECEIPT))
    expect(await readOutcomes(page)).toMatchObject({ ...ALL_PASS, V7: 'PASS' })
    await page.fill('#predecessor', JSON.stringify(sampleReceipt({ references: [] })))
    expect(await text('.verdict')).toContain('It does not follow the receipt before it')
    await page.fill('#predecessor', 'no receipt')
    expect(await readOutcomes(page)).toMatchObject({ V7: 'FAIL' })
  })
})

it('makes a sample that is valid now', async () => {
  await page.click('#sample')
  await trustSample(page)
  expect(await readStamp(page)).toBe('VALID')
  expect(await readOutcomes(page)).toMatchObject(ALL_PASS)
})

it('calls a valid receipt expired when its time comes while the page is open', async () => {
  const { page: timed } = await openVerifier(browser, verifier.url)
  await timed.clock.install()
  await timed.reload()
  // One second before the end must not be over before the test has looked.
  await timed.clock.pauseAt(Date.now() + 600_000)
  await timed.click('#sample')
  await trustSample(timed)
  await timed.clock.fastForward('05:29')
  expect(await readStamp(timed)).toBe('VALID')
  await timed.clock.fastForward('00:02')
  expect(await readStamp(timed)).toBe('EXPIRED')
  await timed.context().close()
})

it('reads the word that travels in a header', async () => {
  await judge(page, encodeHeader(RECEIPT), NOW)
  expect(await readStamp(page)).toBe('VALID')
})

it('starts again when cleared', async () => {
  await judge(page, RECEIPT, NOW)
  await page.click('#clear')
  expect(await text('#empty')).toContain('Nothing to judge yet')
  expect(await page.inputValue('#text')).toBe('')
})

async function trustSample(opened: Page): Promise<void> {
  const { issuer } = JSON.parse(await opened.inputValue('#text'))
  await opened.evaluate('document.getElementById("settings").open = true')
  await opened.fill('#trusted', issuer.publicKey)
}

function contradictory() {
  return resign(editMember(RECEIPT, '/assertions/observationOccurred/value', false))
}

function wronglyDigested() {
  return resign(editMember(RECEIPT, '/evidence/0/payloadDigest', '0'.repeat(64)))
}
