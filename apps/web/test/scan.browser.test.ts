import { decodeHeader, type Receipt, verifyReceipt } from '@stillhere/client'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/shared-chromium.ts'
import { axeViolations, screenshot } from './checks.ts'
import { faultsOf } from './faults.ts'
import { type JoinedNode, joinedNode, signedInAgain, statusOfToken } from './people.ts'
import { ADA, givePhone, holdTime, passTimeToEnd, passTimeUntil, scanBy } from './scan-phone.ts'
import { SCAN_STATES } from './scan-states.ts'
import { LOOKS, startWeb, type Web } from './web.ts'

const FEW_SCANS_MS = 240_000

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, FEW_SCANS_MS)

afterAll(() => web?.stop())

function wordsOf(page: Page): Promise<string> {
  return page.locator('main').innerText()
}

/** The receipt as it travels to the page that verifies it. */
async function receiptOf(page: Page): Promise<Receipt> {
  const href = await page.getByRole('link', { name: 'Verify it' }).getAttribute('href')
  return decodeHeader(href?.split('#')[1] ?? '')
}

async function record({ email, token }: JoinedNode): Promise<void> {
  for (const [path, body] of [
    ['/api/motion/record', { email }],
    ['/api/node/entropy', { email, pesScore: 0.6 }],
  ] as const) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${web.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status).toBe(200)
  }
}

const HIDE = `Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))`
// What the first button says when the scan has just ended; seconds later it may say something else.
const KEEP_FIRST_WORDS = `new MutationObserver(() => {
  globalThis.firstWords ??= document.querySelector('.scan-end button')?.textContent
}).observe(document.body, { subtree: true, childList: true })`
const BREAK_SEAL = `'stillhere-enrollment', localStorage['stillhere-enrollment']
  .replace(/"seal":"(.)/, (_, first) => '"seal":"' + (first === 'A' ? 'B' : 'A'))`

describe('a node', { timeout: 2 * FEW_SCANS_MS }, () => {
  it('E3: enrolls once, is verified, finds the receipt at the top, grows, hears when the day is full, and what to do about a broken seal', async () => {
    const ada = await joinedNode(web, 'ada@example.org')
    const { page, complaints, close } = await web.open('/scan')
    await givePhone(page, { holder: ADA }, ada)
    await page.getByText('Not on this device yet.').waitFor()
    await screenshot(page, 'scan-enroll-phone-light')
    await scanBy(page, 'Enroll: three captures', 'You are enrolled.')
    await screenshot(page, 'scan-enrolled-phone-light')
    expect(await axeViolations(page)).toEqual([])

    await scanBy(page, 'Scan now', 'Scan accepted')
    await page.getByText(/Your node grew by \d+/).waitFor()
    // E3: nobody has to scroll a phone to save the receipt.
    const save = await page.getByRole('button', { name: 'Save receipt' }).boundingBox()
    expect((save?.y ?? Number.POSITIVE_INFINITY) + (save?.height ?? 0)).toBeLessThan(600)
    expect(await wordsOf(page)).toContain('2 more scans count today.')
    await screenshot(page, 'scan-verified-phone-light')
    expect(await axeViolations(page)).toEqual([])
    const receipt = await receiptOf(page)
    expect(verifyReceipt(receipt)).toMatchObject({ status: 'VALID', coverage: 'full' })
    expect(receipt.evidence.map(({ engineId }) => engineId)).toEqual(['EE-001', 'EE-003', 'PRESENCE-POLICY'])

    for (const _ of ['second', 'third']) await record(ada)
    await scanBy(page, 'Scan again', 'Scan accepted')
    await page.getByText('That was enough for today.').waitFor()
    expect(await wordsOf(page)).toContain('your node grows again after midnight UTC')
    expect(verifyReceipt(await receiptOf(page)).status).toBe('VALID')

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You’re not signed in.').waitFor()
    expect(await wordsOf(page)).toMatch(/Scan accepted[^]*Signed by\s+this service/)
    await expect.poll(() => statusOfToken(web, ada)).toBe(401)
    const back = await signedInAgain(web, ada)
    await page.evaluate(`sessionStorage.setItem('stillhere-session', ${JSON.stringify(JSON.stringify(back))})`)

    await page.evaluate(`localStorage.setItem(${BREAK_SEAL})`)
    await page.reload()
    await scanBy(page, 'Scan', 'Your enrollment does not hold any more')
    expect(await page.getByRole('button', { name: 'Enroll again' }).count()).toBe(1)
    expect(await wordsOf(page)).toContain('nothing counts against you')
    await screenshot(page, 'scan-refused-phone-light')

    await page.getByRole('button', { name: 'Back' }).click()
    await page.locator('h1:focus').waitFor()
    await page.getByRole('button', { name: 'Forget my enrollment' }).click()
    await page.getByRole('button', { name: 'Forget it' }).click()
    await page.getByText('Not on this device yet.').waitFor()
    await page.locator(':focus', { hasText: 'Your enrollment is forgotten.' }).waitFor()
    expect(await page.evaluate('localStorage.length')).toBe(0)
    await close()
    // The browser itself notes the refusal of the fourth scan.
    expect(complaints).toEqual({ foreign: [], console: [expect.stringContaining('429')] })
  })

  it('hears that its session has ended, and is led to a new one', async () => {
    const who = { email: 'nobody@example.org', nodeHandle: 'quiet-river', token: 'sh_not_a_token' }
    const { page, close } = await web.open('/scan')
    await givePhone(page, { holder: ADA, day: 3 }, who)
    await scanBy(page, 'Enroll: three captures', 'The service does not know you in this tab')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Mail me a code' }).waitFor()
    await close()
  })

  it('waits with a countdown while the service does not answer', async () => {
    const who = { email: 'nobody@example.org', nodeHandle: 'quiet-river', token: 'sh_not_a_token' }
    const { page, close } = await web.open('/scan')
    await givePhone(page, { holder: ADA, day: 4 }, who)
    await page.route('**/api/**', (route) => route.abort())
    await page.evaluate(KEEP_FIRST_WORDS)
    await scanBy(page, 'Enroll: three captures', 'The service does not answer')
    expect(await page.evaluate('firstWords')).toMatch(/^Try again in \d s$/)
    const again = page.getByRole('button', { name: 'Try again', exact: true })
    // On a busy machine the countdown may be drawn only after the clock was moved.
    await expect.poll(() => page.clock.runFor(1000).then(() => again.count())).toBe(1)
    await close()
  })
})

describe('somebody without a node', { timeout: FEW_SCANS_MS }, () => {
  it('gets a receipt of the browser’s own, is told its worth, and nothing of the motion leaves', async () => {
    const { page, complaints, close } = await web.open('/scan', { size: 'desktop', colours: 'dark' })
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await givePhone(page, { holder: ADA, day: 5 })
    await scanBy(page, 'Scan', 'Scan complete')
    await screenshot(page, 'scan-local-desktop-dark')
    expect(await wordsOf(page)).toContain('signed the receipt with a key of its own')
    // Signed by the page's clock, which is ahead by the time that the test let pass.
    const now = await page.evaluate<number>('Date.now()')
    expect(verifyReceipt(await receiptOf(page), { now }).status).toBe('VALID')
    expect(sent).toEqual([])

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save receipt' }).click()
    expect((await download).suggestedFilename()).toMatch(/^stillhere-receipt-.+\.json$/)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy receipt' }).click()
    await page.getByText('Copied.').waitFor()
    expect(JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'))).toEqual(await receiptOf(page))
    await close()
    expect(complaints).toEqual({ foreign: [], console: [] })
  })

  it('shows the arrow, the presence and its parts while it moves, and stops when asked to', async () => {
    const { page, close } = await web.open('/scan')
    await givePhone(page, { holder: ADA, day: 6 })
    await holdTime(page)
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    const stop = page.getByRole('button', { name: 'Stop' })
    // The page scrolls to the stage when it leads the focus there.
    await passTimeUntil(page, '.scan-stage h2:focus')
    const place = await stop.boundingBox()
    await passTimeUntil(page, '.scan-arrow[data-state="now"]')
    expect(await page.locator('.scan-do').innerText()).toMatch(/^Move (up|down|left|right)/)
    await screenshot(page, 'scan-moving-phone-light')
    await passTimeUntil(page, '.scan-meters .figures:text-matches("^0\\\\.\\\\d\\\\d")')
    expect(await page.getByRole('meter').count()).toBe(5)
    expect(await stop.boundingBox()).toEqual(place)
    await stop.click()
    await page.clock.resume()
    await page.getByText('Stopped. Nothing was kept.').waitFor()
    await close()
  })

  it.each([
    ['still-phone', 'We couldn’t tell that a hand was moving the phone', 'Hold the phone loosely in your hand'],
    ['wrong-way', 'Not every arrow was followed', 'Look at the arrow as if it lay on the screen'],
  ] as const)('%s: no receipt, but words', async (holder, title, words) => {
    const { page, complaints, close } = await web.open('/scan')
    await givePhone(page, { holder })
    await holdTime(page)
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await passTimeToEnd(page)
    expect(await page.locator('.scan-end h2').innerText()).toBe(title)
    expect(await wordsOf(page)).toContain(words)
    expect(await page.getByRole('link', { name: 'Verify it' }).count()).toBe(0)
    await screenshot(page, `scan-${holder}-phone-light`)
    await close()
    expect(complaints).toEqual({ foreign: [], console: [] })
  })

  it.each([
    ['page_hidden', 'The page went out of sight', HIDE],
    ['permission_revoked', 'The permission was taken back', `phone.setPermission('denied')`],
  ])('%s in the middle: words, and another try', async (_, title, happening) => {
    const { page, close } = await web.open('/scan')
    await givePhone(page, { holder: ADA })
    await holdTime(page)
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await passTimeUntil(page, '.scan-arrow[data-state="now"]')
    await page.evaluate(happening)
    await passTimeToEnd(page)
    expect(await page.locator('.scan-end h2').innerText()).toBe(title)
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1)
    await close()
  })

  it('E9: hears that motion is forbidden, before and after the tap, and how to allow it in this browser', async () => {
    const { page, close } = await web.open('/scan')
    await givePhone(page, { holder: ADA, permission: 'denied' })
    await page.getByText('Refused for this site.').waitFor()
    await scanBy(page, 'Scan', 'Motion sensors are not allowed')
    await page.getByRole('heading', { name: 'Chrome on Android' }).waitFor()
    await page.locator('summary', { hasText: 'Another browser?' }).click()
    await page.getByRole('heading', { name: 'Samsung Internet' }).waitFor()
    await page.getByRole('button', { name: 'Reload and try again' }).click()
    await page.getByRole('button', { name: 'Scan', exact: true }).waitFor()
    await close()
  })

  it('is led to practice and to a phone where the sensors stay silent', async () => {
    const { page, close } = await web.open('/scan', { size: 'desktop' })
    await givePhone(page, { holder: ADA, silent: true })
    await holdTime(page)
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await passTimeToEnd(page)
    expect(await page.locator('.scan-end h2').innerText()).toBe('The sensors stayed silent')
    expect(await page.getByRole('button', { name: 'Practise with the pointer' }).count()).toBe(1)
    await page.getByText('npx stillhere serve --lan').waitFor()
    await screenshot(page, 'scan-silent-desktop-light')
    await close()
  })
})

describe('practice', { timeout: FEW_SCANS_MS }, () => {
  it('goes by keyboard alone, follows the arrow keys, and claims nothing', async () => {
    const { page, complaints, close } = await web.open('/scan', { size: 'desktop' })
    await givePhone(page, { holder: ADA, silent: true })
    await page.getByRole('button', { name: 'Practise with the pointer' }).focus()
    await holdTime(page)
    await page.keyboard.press('Enter')
    for (let number = 1; number <= 6; number++) {
      await passTimeUntil(page, `.scan-arrow[data-state="now"]:has(+ :text("${number} of 6"))`, 100)
      const keys = keysOf(await page.locator('.scan-do').innerText())
      for (const key of keys) await page.keyboard.down(key)
      await page.clock.runFor(300)
      for (const key of keys) await page.keyboard.up(key)
    }
    await passTimeToEnd(page)
    await page.locator('h2:focus', { hasText: 'Practice is over.' }).waitFor()
    expect(await wordsOf(page)).toContain('6 of 6 arrows were followed clearly.')
    expect(await wordsOf(page)).toContain('Nothing, as promised')
    expect(await page.getByText('receipt', { exact: false }).count()).toBe(0)
    await screenshot(page, 'scan-practised-desktop-light')
    await close()
    expect(complaints).toEqual({ foreign: [], console: [] })
  })
})

function keysOf(command: string): string[] {
  return ['up', 'down', 'left', 'right']
    .filter((way) => command.includes(way))
    .map((way) => `Arrow${way.charAt(0).toUpperCase()}${way.slice(1)}`)
}

describe('the page', { timeout: FEW_SCANS_MS }, () => {
  it.each([
    ...LOOKS.map((look) => ({ state: 'ready', ...look })),
    { state: 'enrolled', size: 'phone', colours: 'dark' } as const,
    { state: 'enrolled', size: 'desktop', colours: 'light' } as const,
    { state: 'practising', size: 'phone', colours: 'dark' } as const,
    { state: 'practising', size: 'desktop', colours: 'light' } as const,
    { state: 'forbidden', size: 'phone', colours: 'dark' } as const,
    { state: 'scanned', size: 'phone', colours: 'dark' } as const,
    { state: 'asked for a code', size: 'phone', colours: 'light' } as const,
  ])('has no fault when $state on a $size in $colours colours', async ({ state, ...look }) => {
    const walk = SCAN_STATES[state]!
    const faults = await faultsOf(web, { name: `scan-${state}`, path: '/scan', walk, ...look })
    expect(faults).toEqual([])
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
    expect(complaints).toEqual({ foreign: [], console: [] })
  })

  it('E11: lets the arrow fly, or only shows it; the tab bar stays away meanwhile, and Esc stops', async () => {
    for (const [reducedMotion, animation] of [
      ['no-preference', 'scan-fly'],
      ['reduce', 'none'],
    ] as const) {
      const { page, close } = await web.open('/scan', { options: { reducedMotion } })
      await SCAN_STATES.practising!(page)
      expect(await page.evaluate(`getComputedStyle(document.querySelector('.scan-arrow path')).animationName`)).toBe(
        animation,
      )
      const bar = page.getByRole('navigation', { name: 'Pages' })
      expect(await bar.count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.getByText('Stopped. Nothing was kept.').waitFor()
      expect(await bar.count()).toBe(1)
      await close()
    }
  })
})
