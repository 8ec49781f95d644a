import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/shared-chromium.ts'
import { screenshot } from './checks.ts'
import { ask, confirm, newCode } from './join-steps.ts'
import { joinNode } from './people.ts'
import { START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser, { AUTH_MODE: 'lock' })
}, START_MS)

afterAll(() => web?.stop())

let people = 0
const somebody = () => `somebody${people++}@example.org`

/** Waits for the words at a field, and until the form takes another press: what is known of an invite comes before its answer. */
async function refused(page: Page, words: string): Promise<void> {
  await page.locator('.field-error', { hasText: words }).waitFor()
  await page.locator('button[type=submit][aria-disabled=false]').first().waitFor()
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function makeInvite(): Promise<{ code: string; revoke: () => Promise<void> }> {
  const headers = { 'x-admin-secret': web.adminSecret, 'content-type': 'application/json' }
  const at = `${web.address}/api/admin/invites`
  const made = await fetch(at, { method: 'POST', headers, body: JSON.stringify({ count: 1 }) })
  const listed = await fetch(`${at}?limit=1`, { headers })
  const { codes } = (await made.json()) as { codes: [string] }
  const { invites } = (await listed.json()) as { invites: [{ id: string }] }
  const revoke = async () => {
    const { 'x-admin-secret': secret } = headers
    const answer = await fetch(`${at}/${invites[0].id}`, { method: 'DELETE', headers: { 'x-admin-secret': secret } })
    if (!answer.ok) throw new Error(`the invite was not revoked: ${answer.status}`)
  }
  return { code: codes[0], revoke }
}

describe('refusals', () => {
  it('says what is wrong with an invite, before and after it was sent', async () => {
    const used = await makeInvite()
    await joinNode({ ...web, invites: [used.code] }, somebody())
    const revoked = await makeInvite()
    await revoked.revoke()
    const { page, close } = await web.open('/join')
    for (const [invite, words] of [
      ['SERVICE-12', 'three parts'],
      ['SERVICE-ZZZZ-ZZZZ', 'We don’t know this invite.'],
      [used.code, 'has been used'],
      [revoked.code, 'was taken back'],
      ['', 'Enter your invite.'],
    ] as const) {
      await ask(page, { email: somebody(), invite })
      await refused(page, words)
      await expect.poll(() => page.evaluate('document.activeElement.labels?.[0]?.textContent')).toBe('Invite')
    }
    await close()
  })

  it('tells an invite that somebody else is using right now from one that is used', async () => {
    const invite = web.invites.shift() ?? ''
    const first = await web.open('/join')
    await ask(first.page, { email: somebody(), invite })
    await first.page.getByText('The code for').waitFor()
    const second = await web.open('/join')
    await ask(second.page, { email: somebody(), invite })
    await refused(second.page, 'right now')
    await first.close()
    await second.close()
  })

  it('asks for an invite when an address has no node, and keeps the address', async () => {
    const email = somebody()
    const { page, close } = await web.open('/join')
    await ask(page, { email })
    await refused(page, 'This address has no node yet')
    expect(await page.getByLabel('Email address').inputValue()).toBe(email)
    await close()
  })

  it('E12: refuses what is no address until it is edited, and never shows it in the address bar', async () => {
    const { page, close } = await web.open('/join?way=sign-in')
    for (const [email, words] of [
      ['', 'Enter your email address.'],
      ['ada', 'doesn’t look like an email address'],
      ['ada@localhost', 'doesn’t look like an email address'],
      ['"a b"@example.org', 'doesn’t look like an email address'],
      ['ada@@example.org', 'doesn’t look like an email address'],
    ] as const) {
      await page.getByLabel('Email address').fill(email)
      await page.getByRole('button', { name: 'Mail me a code' }).click()
      await refused(page, words)
      await page.getByLabel('Email address').fill('b')
      await expect.poll(async () => (await page.locator('.field-error').allInnerTexts()).join('')).toBe('')
    }
    expect(page.url()).toBe(`${web.address}/join?way=sign-in`)
    await close()
  })

  it('E20: counts the tries of a code, closes it, and goes on with a new one', async () => {
    const { email } = await joinNode(web, somebody())
    const joinCode = await web.mailedCode(email)
    const { page, close } = await web.open('/join')
    const now = Date.now()
    // Its clock stands, so that the countdown does not end while codes are tried.
    await page.clock.setFixedTime(now)
    await ask(page, { email })
    await page.getByText('The code for').waitFor()
    await confirm(page, '12345')
    await refused(page, 'The code has six digits.')
    const code = await newCode(web, email, joinCode)
    for (const words of ['4 tries are left', '3 tries are left', '2 tries are left', 'One try is left', 'last try']) {
      await confirm(page, wrong(code))
      await refused(page, words)
    }
    await page.getByText(`The code for ${email} is closed.`).waitFor()
    expect(await page.getByText('It works until').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true)
    const again = page.getByRole('button', { name: /^Send a new code/ })
    expect(await again.innerText()).toMatch(/in \d+ s$/)
    expect(await again.isDisabled()).toBe(true)
    await page.clock.setFixedTime(now + 31_000)
    await again.click()
    await page.getByText('We made a new code.').waitFor()
    await page.getByText('It works until').waitFor()
    await confirm(page, await newCode(web, email, code))
    await page.locator('#node-handle').waitFor()
    await close()
  })

  it('counts down when too many codes were asked for', async () => {
    const { email } = await joinNode(web, somebody())
    const { page, close } = await web.open('/join')
    const now = Date.now()
    await page.clock.setFixedTime(now)
    for (const _ of [1, 2]) {
      await ask(page, { email })
      await page.getByText('The code for').waitFor()
      await page.getByRole('button', { name: 'Use another address' }).click()
    }
    await ask(page, { email })
    await page.getByText('Too many tries.').waitFor()
    expect(await page.locator('.notice').innerText()).toMatch(/Try again in (\d+ s|1:00)\./)
    const send = page.getByRole('button', { name: 'Mail me a code' })
    expect(await send.isDisabled()).toBe(true)
    await page.clock.setFixedTime(now + 61_000)
    await page.getByText('You can try again now.').waitFor()
    // The button has a countdown of its own.
    await expect.poll(() => send.isEnabled()).toBe(true)
    await close()
  })

  it('offers a passkey and a recovery code where no further code is sent', async () => {
    const { email } = await joinNode(web, somebody())
    const { page, close } = await web.open('/join')
    let now = Date.now()
    await page.clock.setFixedTime(now)
    // An IP address has no passkeys.
    await page.goto(`${web.address.replace('127.0.0.1', 'localhost')}/join`)
    await ask(page, { email })
    await page.getByText('The code for').waitFor()
    const again = page.getByRole('button', { name: /^Send a new code/ })
    const passkey = page.getByRole('button', { name: 'Sign in with a passkey' })
    expect(await passkey.count()).toBe(0)
    for (let status = 200; status === 200;) {
      await page.clock.setFixedTime((now += 31_000))
      await expect.poll(() => again.isEnabled()).toBe(true)
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/send-otp'))
      await again.click()
      status = (await answered).status()
    }
    await page.getByText('a passkey or a recovery code still signs you in').waitFor()
    await passkey.waitFor()
    await page.getByText('Lost your email, passkey or wallet?').click()
    await page.getByLabel('Recovery code', { exact: true }).waitFor()
    expect(await page.locator('.notice').count()).toBe(1)
    await screenshot(page, 'join-too-often-phone-light')
    await close()
  })

  it('goes back to the invite when it has gone before the code came', async () => {
    const { code, revoke } = await makeInvite()
    const email = somebody()
    const { page, close } = await web.open('/join')
    await ask(page, { email, invite: code })
    await page.getByText('The code for').waitFor()
    await revoke()
    await confirm(page, await web.mailedCode(email))
    await refused(page, 'was taken back')
    expect(await page.getByLabel('Email address').inputValue()).toBe(email)
    await close()
  })

  it('says that the service does not answer, and goes on when it does', async () => {
    const { email } = await joinNode(web, somebody())
    const { page, close } = await web.open('/join')
    await page.route('**/api/**', (route) => route.abort())
    await ask(page, { email })
    await page.getByText('We can’t reach the service.').waitFor()
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Mail me a code' }).click()
    await page.getByText('The code for').waitFor()
    await close()
  })
})
