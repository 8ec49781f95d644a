import { generateChallenge, seededRandom } from '@stillhere/engine'
import { type Receipt, verifyReceipt } from '@stillhere/receipt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { ATTACKERS, type AttackerName, STEADY_PEOPLE } from '../src/testing/index.ts'
import type { Ending } from './pages/scan-page.ts'
import { openScanTab, type ScanTab } from './pages/scan-tab.ts'
import { openSite } from './pages/site.ts'

const TIMEOUT_MS = 400_000
const CHALLENGE = generateChallenge(seededRandom(7))
const [ADA] = STEADY_PEOPLE

let site: Awaited<ReturnType<typeof openSite>>
let tab: ScanTab

beforeAll(async () => {
  site = await openSite()
  tab = await openScanTab(await shareChromium(), site.url)
}, TIMEOUT_MS)

afterAll(async () => {
  await tab?.context.close()
  site?.close()
}, TIMEOUT_MS)

describe('a scan of a person who is there', { timeout: TIMEOUT_MS }, () => {
  let stopped: Ending
  let first: Ending
  let phases: string[]
  let left: { databases: { name: string }[]; stored: number }
  let second: Ending

  beforeAll(async () => {
    await tab.giveTo(ADA)
    await tab.startUntil('capturing', CHALLENGE)
    await tab.page.evaluate('lab.stop()')
    stopped = await tab.ending()
    await tab.startUntil('capturing', CHALLENGE)
    first = await tab.ending()
    phases = await tab.page.evaluate<string[]>('lab.phases')

    await reload(tab)
    await tab.giveTo(ADA)
    await tab.startUntil('capturing', CHALLENGE)
    await reload(tab)
    left = await tab.page.evaluate(`(async () => ({
      databases: await indexedDB.databases(),
      stored: localStorage.length + sessionStorage.length,
    }))()`)
    await tab.giveTo(ADA)
    await tab.startUntil('capturing', CHALLENGE)
    second = await tab.ending()
  }, TIMEOUT_MS)

  it('ends with a receipt that anybody can verify', () => {
    const { receipt, presence, error } = first
    expect(error).toBeUndefined()
    expect(presence).toBeGreaterThanOrEqual(0.5)
    expect(verdictOf(receipt)).toBe('VALID')
    expect(receipt).toMatchObject({ verdict: 'PASS', evidence: [{ engineId: 'EE-001' }, { engineId: 'EE-003' }] })
    expect(phases).toEqual(['asking', 'preparing', 'countdown', 'capturing', 'judging', 'signing', 'done'])
  })

  it('can be stopped in the middle, and started again', () => {
    expect(stopped.error).toMatchObject({ kind: 'aborted', next: 'retry' })
    expect(verdictOf(first.receipt)).toBe('VALID')
  })

  it('leaves nothing but the key behind when the page is reloaded in the middle, and can start again', () => {
    expect(left.databases.filter(({ name }) => name !== 'stillhere-keys')).toEqual([])
    expect(left.stored).toBe(0)
    expect(verdictOf(second.receipt)).toBe('VALID')
  })

  it('signs with the same key after a reload', () => {
    const [before, after] = [first, second].map(({ receipt }) => (receipt as Receipt).issuer.publicKey)
    expect(before).toMatch(/^[0-9a-f]{64}$/)
    expect(after).toBe(before)
  })
})

describe('a scan that cannot be', { timeout: TIMEOUT_MS }, () => {
  beforeEach(() => reload(tab), TIMEOUT_MS)

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
  beforeEach(() => reload(tab), TIMEOUT_MS)

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
