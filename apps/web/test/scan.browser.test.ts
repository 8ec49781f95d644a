import { decodeHeader, type Receipt, readPresencePolicy, verifyReceipt } from '@stillhere/client'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { axeViolations, screenshot } from './checks.ts'
import { faultsOf } from './faults.ts'
import {
  type JoinedNode,
  joinNode,
  pretendNode,
  signInOnceMore,
  signInPage,
  signOutByMenu,
  statusOfToken,
} from './people.ts'
import {
  ADA,
  ENDED,
  endTitle,
  givePhone,
  holdTime,
  passTimeToEnd,
  passTimeUntil,
  scanBy,
  startBy,
} from './scan-phone.ts'
import { SCAN_STATES } from './scan-states.ts'
import { LOOKS, MOVING, startWeb, type Web } from './web.ts'

const FEW_SCANS_MS = 240_000

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, FEW_SCANS_MS)

afterAll(() => web?.stop())

/** The receipt as it travels to the page that verifies it. */
async function receiptOf(page: Page): Promise<Receipt> {
  const href = await page.getByRole('link', { name: 'Verify it' }).getAttribute('href')
  return decodeHeader(href?.split('#')[1] ?? '')
}

/** Gives the browser a device of Chromium's own that unlocks by itself, and the node a passkey on it. */
async function addPasskey(page: Page, address: string, who: JoinedNode): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const unlocking = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, ...unlocking } as const
  await session.send('WebAuthn.addVirtualAuthenticator', { options })
  await page.goto(`${address}/network`)
  await signInPage(page, who)
  await page.goto(`${address}/node?view=access`)
  await page.getByLabel('Name of the passkey').fill('Phone')
  await page.getByLabel('Name of the passkey').press('Enter')
  await page.getByText('The passkey “Phone” is added.').waitFor()
}

/** E14: the service has judged, but its answer gets lost; sent again, the scan is not lost, and the service answers the same. */
async function loseAnswer(page: Page): Promise<void> {
  await page.route('**/api/verify', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const waiting = '.stage:has-text("Waiting for a connection")'
  await passTimeUntil(page, `${ENDED}, ${waiting}`)
  // A busy machine may have spoiled the motion itself.
  for (let tries = 1; (await page.locator(ENDED).count()) > 0 && tries < 4; tries++) {
    await page.clock.resume()
    await startBy(page, 'Try again')
    await passTimeUntil(page, `${ENDED}, ${waiting}`)
  }
  await page.unroute('**/api/verify')
  await page.getByText('Your scan is kept here.').waitFor()
  await screenshot(page, 'scan-unsent-phone-light')
  const answered = page.waitForResponse('**/api/verify')
  await page.getByRole('button', { name: 'Send again' }).click()
  await passTimeToEnd(page)
  expect((await answered).headers()['idempotency-replayed']).toBe('true')
}

const BREAK_SEAL = `'stillhere-enrollment', localStorage['stillhere-enrollment']
  .replace(/"seal":"(.)/, (_, first) => '"seal":"' + (first === 'A' ? 'B' : 'A'))`

describe('a node', { timeout: 2 * FEW_SCANS_MS }, () => {
  it('E3: enrolls once, is verified live with a passkey, finds the receipt at the top, grows, and hears what to do about a broken seal', async () => {
    const ada = await joinNode(web, 'ada@example.org')
    const { page, complaints, close } = await web.open('/scan', { options: MOVING })
    // Under an IP address there are no passkeys.
    const address = web.address.replace('127.0.0.1', 'localhost')
    await addPasskey(page, address, ada)
    await page.goto(`${address}/scan`)
    await givePhone(page, { holder: ADA }, ada)
    await page.getByText('Not enrolled on this device yet.').waitFor()
    await screenshot(page, 'scan-enroll-phone-light')
    await startBy(page, 'Start (about 1 minute)')
    await passTimeUntil(page, '.stage:has-text("Step 2 of 4"):has-text("Continue now")')
    await screenshot(page, 'scan-resting-phone-light')
    await page.getByRole('button', { name: 'Continue now' }).click()
    await passTimeUntil(page, '.stage:has-text("Step 3 of 4") .marks [data-mark=seen]')
    await screenshot(page, 'scan-step-3-phone-light')
    await passTimeToEnd(page)
    if ((await endTitle(page)) !== 'You’re enrolled') await scanBy(page, 'Try again', 'You’re enrolled')
    await screenshot(page, 'scan-enrolled-phone-light')
    expect(await axeViolations(page)).toEqual([])

    const steps: number[] = []
    page.on('response', (answer) => answer.url().endsWith('/next') && steps.push(answer.status()))
    await scanBy(page, 'Scan now', 'Scan accepted')
    expect(steps.slice(-6)).toEqual([200, 200, 200, 200, 200, 200])
    await page.getByText(/\+\d+ points/).waitFor()
    await page.getByText('2 more scans count today.').waitFor()
    await page.locator('summary', { hasText: 'What this receipt says' }).click()
    await page.getByText('Live: each arrow came after the motion before it.').waitFor()
    await page
      .getByText('Level 2, key: live motion, stroke by stroke; a passkey registered by this person signed this action.')
      .waitFor()
    // E3: nobody has to scroll a phone to save the receipt.
    const save = await page.getByRole('button', { name: 'Save receipt' }).boundingBox()
    expect((save?.y ?? Number.POSITIVE_INFINITY) + (save?.height ?? 0)).toBeLessThan(600)
    await screenshot(page, 'scan-verified-phone-light')
    expect(await axeViolations(page)).toEqual([])
    const receipt = await receiptOf(page)
    expect(verifyReceipt(receipt)).toMatchObject({ status: 'VALID', coverage: 'full' })
    expect(receipt.evidence.map(({ engineId }) => engineId)).toEqual(['EE-001', 'EE-003', 'PRESENCE-POLICY'])
    expect(readPresencePolicy(receipt)).toMatchObject({ assurance: 2, pace: 'live', device: 'passkey' })

    // A step that gets lost: once more with all arrows at once, and the page says so.
    await page.route('**/api/challenge/*/next', (route) => route.abort())
    await holdTime(page)
    await page.getByRole('button', { name: 'Scan again' }).click()
    await passTimeUntil(page, '.hint:has-text("The connection is too slow for live arrows.")')
    await screenshot(page, 'scan-fallback-phone-light')
    await loseAnswer(page)
    expect(await endTitle(page)).toBe('Scan accepted')
    // Whoever signs out sooner leaves the node untold.
    await page.getByText('One more scan counts today.').waitFor()
    await page.locator('summary', { hasText: 'What this receipt says' }).click()
    await page.getByText('All arrows were known from the start.').waitFor()
    await page.getByText('Level 1, motion: ').waitFor()
    await screenshot(page, 'scan-batch-phone-light')
    expect(readPresencePolicy(await receiptOf(page))).toMatchObject({ assurance: 1, pace: 'batch', device: 'none' })

    await signOutByMenu(page)
    await expect.poll(() => statusOfToken(web, ada)).toBe(401)
    expect(await endTitle(page)).toBe('Scan accepted')
    await page.getByText('Signed by this service.').waitFor()
    const back = await signInOnceMore(web, ada)
    await signInPage(page, back)

    await page.evaluate(`localStorage.setItem(${BREAK_SEAL})`)
    await page.reload()
    await scanBy(page, 'Scan', 'Your enrollment is no longer valid')
    expect(await page.getByRole('button', { name: 'Enroll again' }).count()).toBe(1)
    await page.getByText('nothing counts against you').waitFor()
    await screenshot(page, 'scan-refused-phone-light')

    await page.getByRole('button', { name: 'Back' }).click()
    await page.locator('.start:focus').waitFor()
    await page.getByRole('button', { name: 'Forget my enrollment' }).click()
    await page.getByRole('button', { name: 'Forget it' }).click()
    await page.getByText('Not enrolled on this device yet.').waitFor()
    await page.getByRole('button', { name: 'Start (about 1 minute)' }).waitFor()
    await page.locator(':focus', { hasText: 'Your enrollment is forgotten.' }).waitFor()
    // Who is signed in, and nothing else.
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['stillhere-who'])
    await close()
    expect(complaints.foreign.filter((url) => !url.startsWith(address))).toEqual([])
    expect(complaints.console.filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
  })

  it('hears that its session has ended, and is led to a new one', async () => {
    const who = pretendNode('nobody@example.org')
    const { page, close } = await web.open('/scan')
    await givePhone(page, { holder: ADA, day: 3 }, who)
    await scanBy(page, 'Start (about 1 minute)', 'You’re no longer signed in')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Mail me a code' }).waitFor()
    await close()
  })
})

describe('somebody without a node', { timeout: FEW_SCANS_MS }, () => {
  it('gets a receipt of the browser’s own, is told its worth, and nothing of the motion leaves', async () => {
    const sent: string[] = []
    const walk = async (page: Page) => {
      page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
      await givePhone(page, { holder: ADA, day: 5 })
      await scanBy(page, 'Scan', 'Scan complete')
      await page.getByText('signed the receipt with its own key').waitFor()
      // Signed by the page's clock, which is ahead by the time that the test let pass.
      const now = await page.evaluate<number>('Date.now()')
      expect(verifyReceipt(await receiptOf(page), { now }).status).toBe('VALID')
    }
    const look = { size: 'phone', colors: 'dark' } as const
    expect(await faultsOf(web, { path: '/scan', looks: [look], states: [{ name: 'scan-local', walk }] })).toEqual([])
    expect(sent).toEqual([])
  })

  it('who moves the wrong way gets no receipt, but words', async () => {
    const { page, complaints, close } = await web.open('/scan')
    await givePhone(page, { holder: 'wrong-way' })
    await startBy(page, 'Scan')
    await passTimeToEnd(page)
    expect(await endTitle(page)).toBe('Some arrows were missed')
    await page.getByText('Follow the arrow as it lies on the screen').waitFor()
    expect(await page.getByRole('link', { name: 'Verify it' }).count()).toBe(0)
    await screenshot(page, 'scan-wrong-way-phone-light')
    await close()
    expect(complaints).toEqual({ foreign: [], console: [] })
  })

  it('is led to practice and to a phone where the sensors stay silent', async () => {
    const { page, close } = await web.open('/scan', { size: 'desktop' })
    await givePhone(page, { holder: ADA, silent: true })
    await startBy(page, 'Scan')
    while ((await page.locator(ENDED).count()) === 0) await page.clock.runFor(500)
    expect(await endTitle(page)).toBe('The motion sensor isn’t responding')
    expect(await page.getByRole('button', { name: 'Practice first' }).count()).toBe(1)
    await page.getByText('npx --no-install stillhere serve --lan').waitFor()
    await screenshot(page, 'scan-silent-desktop-light')
    await close()
  })
})

describe('practice', { timeout: FEW_SCANS_MS }, () => {
  it('goes by keyboard alone, follows the arrow keys, and claims nothing', async () => {
    const { page, complaints, close } = await web.open('/scan', { size: 'desktop' })
    await givePhone(page, { holder: ADA, silent: true })
    await page.getByRole('button', { name: 'Practice first' }).focus()
    await holdTime(page)
    await page.keyboard.press('Enter')
    for (let number = 1; number <= 6; number++) {
      await passTimeUntil(page, `.card:has(.stage .dial[data-face=now]):has-text("Arrow ${number} of 6")`, 100)
      const keys = keysOf(await page.locator('.command').innerText())
      for (const key of keys) await page.keyboard.down(key)
      await page.clock.runFor(300)
      for (const key of keys) await page.keyboard.up(key)
    }
    await passTimeToEnd(page)
    await page.locator('h2:focus', { hasText: 'Practice complete' }).waitFor()
    await page.getByText('You followed all 6 arrows.').waitFor()
    await page.getByText('Nothing. A pointer proves nothing about a person.').waitFor()
    await page.getByText('Now you know how a scan goes.').waitFor()
    await page.locator('main').getByRole('link', { name: 'Join' }).waitFor()
    expect(await page.locator('main').getByText('receipt').filter({ visible: true }).count()).toBe(0)
    await screenshot(page, 'scan-practised-desktop-light')
    await close()
    expect(complaints).toEqual({ foreign: [], console: [] })
  })

  it('says how to follow the arrows where none was followed', async () => {
    const { page, close } = await web.open('/scan', { size: 'desktop' })
    await givePhone(page, { holder: ADA, silent: true })
    await page.getByRole('button', { name: 'Practice first' }).focus()
    await holdTime(page)
    await page.keyboard.press('Enter')
    await passTimeToEnd(page)
    await page.getByText('Wait for each arrow, then move the pointer').waitFor()
    expect(await page.getByText('Now you know how a scan goes.').count()).toBe(0)
    await screenshot(page, 'scan-practised-little-desktop-light')
    await close()
  })
})

function keysOf(command: string): string[] {
  return ['up', 'down', 'left', 'right']
    .filter((way) => command.includes(way))
    .map((way) => `Arrow${way.charAt(0).toUpperCase()}${way.slice(1)}`)
}

describe('the page', { timeout: FEW_SCANS_MS }, () => {
  it.each([
    { state: 'ready', looks: LOOKS },
    {
      state: 'enrolled',
      looks: [{ size: 'phone', colors: 'dark' } as const, { size: 'desktop', colors: 'light' } as const],
    },
    { state: 'practising', looks: [{ size: 'phone', colors: 'dark' } as const] },
    { state: 'forbidden', looks: [{ size: 'phone', colors: 'dark' } as const] },
    { state: 'signed in too long ago', looks: [{ size: 'phone', colors: 'light' } as const] },
  ])('has no fault when $state', async ({ state, looks }) => {
    const walk = SCAN_STATES[state]!
    const faults = await faultsOf(web, { path: '/scan', looks, states: [{ name: `scan-${state}`, walk }] })
    // A refusal of the service is no fault of the page, but browsers write it down.
    expect(faults.filter((fault) => !fault.includes('status of 403'))).toEqual([])
  })

  it('is where whoever signs in from here comes back to', async () => {
    const { page, close } = await web.open('/scan')
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/join')
    expect(await page.evaluate('JSON.parse(localStorage["stillhere-waiting-page"]).path')).toBe('/scan')
    await close()
  })

  it('names the ways beside moving a phone, and where their levels and error rates stand', async () => {
    const { page, close } = await web.open('/scan')
    await page.locator('summary', { hasText: 'Can’t move a phone?' }).click()
    await page.getByText('level 0: no motion was checked, and there’s no receipt').waitFor()
    await screenshot(page, 'scan-another-way-phone-light')
    await page.getByRole('link', { name: 'All ways, with their levels and error rates' }).click()
    await page.getByRole('heading', { name: 'Another way', level: 1 }).waitFor()
    await close()
  })

  it('shows phones the way by a QR code where they can reach it', async () => {
    const { page, complaints, close } = await web.open('/scan', { size: 'desktop' })
    await page.route('https://presence.example/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: `${web.address}${pathname}` }) })
    })
    await page.goto('https://presence.example/scan')
    await page.getByRole('img', { name: 'QR code of https://presence.example/scan' }).waitFor()
    await screenshot(page, 'scan-qr-desktop-light')
    await close()
    expect(complaints.foreign.filter((url) => !url.startsWith('https://presence.example/'))).toEqual([])
    expect(complaints.console).toEqual([])
  })

  it('E11: keeps the tab bar away while it runs and asks whoever goes back, until Esc stops it', async () => {
    const { page, close } = await web.open('/verify')
    await page.getByRole('link', { name: 'Scan', exact: true }).click()
    await SCAN_STATES.practising!(page)
    // Back leads away only from whoever wants to go.
    const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss().then(() => dialog.message()))
    await page.goBack()
    expect(await asked).toMatch(/^A scan is running/)
    expect(await page.locator('.stage').count()).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/scan')
    const bar = page.getByRole('navigation', { name: 'Pages' })
    expect(await bar.count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByText('Stopped. Nothing was kept.').first().waitFor()
    expect(await bar.count()).toBe(1)
    await close()
  })
})
