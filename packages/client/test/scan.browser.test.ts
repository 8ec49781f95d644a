import { generateChallenge, seededRandom } from '@stillhere/engine'
import { type Receipt, verifyReceipt } from '@stillhere/receipt'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/shared-chromium.ts'
import { ATTACKERS, type AttackerName, STEADY_PEOPLE } from '../src/testing/index.ts'
import { openScanTab, type ScanTab } from './pages/scan-tab.ts'
import { openSite } from './pages/site.ts'

const TIMEOUT_MS = 400_000
const CHALLENGE = generateChallenge(seededRandom(7))
const [ADA] = STEADY_PEOPLE

let browser: Browser
let site: Awaited<ReturnType<typeof openSite>>
let tab: ScanTab

beforeAll(async () => {
  site = await openSite()
  browser = await shareChromium()
}, TIMEOUT_MS)

afterAll(() => site?.close(), TIMEOUT_MS)

beforeEach(async () => {
  tab = await openScanTab(browser, site.url)
}, TIMEOUT_MS)

afterEach(() => tab.context.close(), TIMEOUT_MS)

describe('a scan of a person who is there', { timeout: TIMEOUT_MS }, () => {
  it('ends with a receipt that anybody can verify', async () => {
    await tab.giveTo(ADA)
    await tab.startUntil('capturing', CHALLENGE)
    const { receipt, presence, error } = await tab.ending()
    expect(error).toBeUndefined()
    expect(presence).toBeGreaterThanOrEqual(0.5)
    expect(verdictOf(receipt)).toBe('VALID')
    expect(receipt).toMatchObject({ verdict: 'PASS', evidence: [{ engineId: 'EE-001' }, { engineId: 'EE-003' }] })
    const phases = await tab.page.evaluate<string[]>('lab.phases')
    expect(phases).toEqual(['asking', 'preparing', 'countdown', 'capturing', 'judging', 'signing', 'done'])
  })

  it('signs with the same key after a reload', async () => {
    const issuers: unknown[] = []
    for (const _ of ['before', 'after']) {
      await tab.giveTo(ADA)
      await tab.startUntil('capturing', CHALLENGE)
      const { receipt } = await tab.ending()
      issuers.push((receipt as Receipt | undefined)?.issuer.publicKey)
      await reload(tab)
    }
    expect(issuers[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(issuers[1]).toBe(issuers[0])
  })

  it('leaves nothing but the key behind when the page is reloaded in the middle, and can start again', async () => {
    await tab.giveTo(ADA)
    await tab.startUntil('capturing', CHALLENGE)
    await reload(tab)
    const databases = await tab.page.evaluate<{ name: string }[]>('indexedDB.databases()')
    expect(databases.filter(({ name }) => name !== 'stillhere-keys')).toEqual([])
    expect(await tab.page.evaluate('localStorage.length + sessionStorage.length')).toBe(0)
    await tab.giveTo(ADA)
    await tab.startUntil('capturing', CHALLENGE)
    expect(verdictOf((await tab.ending()).receipt)).toBe('VALID')
  })

  it('can be stopped in the middle, and started again', async () => {
    await tab.giveTo(ADA)
    await tab.startUntil('capturing', CHALLENGE)
    await tab.page.evaluate('lab.stop()')
    expect((await tab.ending()).error).toMatchObject({ kind: 'aborted', next: 'retry' })
    await tab.startUntil('capturing', CHALLENGE)
    expect(verdictOf((await tab.ending()).receipt)).toBe('VALID')
  })
})

describe('a scan that cannot be', { timeout: TIMEOUT_MS }, () => {
  it('ends at once where motion was denied', async () => {
    await tab.giveTo(ADA, 'denied')
    await tab.startUntil('countdown')
    expect((await tab.ending()).error).toMatchObject({ kind: 'permission_denied', next: 'give_up' })
  })

  it('ends when the permission is taken back in the middle', async () => {
    await tab.giveTo(ADA)
    await tab.startUntil('capturing')
    await tab.page.evaluate(`lab.phone.setPermission('denied')`)
    expect((await tab.ending()).error).toMatchObject({ kind: 'permission_revoked', next: 'retry' })
  })

  it('ends when the sensors never speak', async () => {
    await tab.giveTo(ADA)
    await tab.page.evaluate('lab.phone.fallSilent()')
    await tab.startUntil('countdown')
    expect((await tab.ending()).error).toMatchObject({ kind: 'sensor_silent' })
  })

  it('ends when the sensors fall silent in the middle', async () => {
    await tab.giveTo(ADA)
    await tab.startUntil('capturing')
    await tab.page.evaluate('lab.phone.fallSilent()')
    expect((await tab.ending()).error).toMatchObject({ kind: 'sensor_silent', next: 'retry' })
  })

  it('ends when the page is hidden', async () => {
    await tab.giveTo(ADA)
    await tab.startUntil('capturing')
    // A browser without a window hides no page.
    await tab.page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' })`)
    await tab.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    expect((await tab.ending()).error).toMatchObject({ kind: 'page_hidden', next: 'retry' })
  })
})

describe('an attacker', { timeout: TIMEOUT_MS }, () => {
  it.each(['still-phone', 'white-noise', 'robot', 'replay', 'mirrored'] satisfies AttackerName[])(
    'gets no receipt: %s',
    async (name) => {
      await tab.giveTo(name)
      await tab.startUntil('capturing', CHALLENGE)
      const { receipt, error } = await tab.ending()
      expect(receipt).toBeUndefined()
      expect(error?.kind).toBe(ATTACKERS[name].fails)
    },
  )
})

function verdictOf(receipt: unknown): string {
  return verifyReceipt(receipt, { now: endOf(receipt as Receipt) }).status
}

// The clock of the page went ahead of ours.
function endOf({ signature }: Receipt): number {
  return Date.parse(signature.signedAt)
}

async function reload({ page }: ScanTab): Promise<void> {
  await page.reload()
  await page.waitForFunction('globalThis.lab')
}
