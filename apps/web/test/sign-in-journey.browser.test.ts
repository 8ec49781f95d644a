import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { addDevice } from './approvals.ts'
import { axeViolations, screenshot } from './checks.ts'
import { ask, confirm, newCode } from './join-steps.ts'
import { joinNode, signInOnceMore, signInPage, signOutByMenu, statusOfToken } from './people.ts'
import { START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web
let address: string

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
  // An IP address has no passkeys.
  address = web.address.replace('127.0.0.1', 'localhost')
}, START_MS)

afterAll(() => web?.stop())

async function openHere(path: string) {
  const opened = await web.open('/network')
  await addDevice(opened.page)
  await opened.page.addInitScript(WITHOUT_AUTOFILL)
  await opened.page.goto(address + path)
  await opened.page.locator('main h1').waitFor()
  return opened
}

// Chromium's device picks what the browser offers in a field by itself, before anybody could press a button.
const WITHOUT_AUTOFILL = `if (sessionStorage['without-autofill'])
  PublicKeyCredential.isConditionalMediationAvailable = async () => false`
const READABLE = 'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])'

/** Comes back by a mailed code, in a browser that has a device for passkeys. */
async function comeBackByCode(email: string) {
  const before = await web.mailedCode(email)
  const opened = await openHere('/join')
  await ask(opened.page, { email })
  await confirm(opened.page, await newCode(web, email, before))
  return opened
}

it(
  'offers whoever comes back by mail a passkey, once, and not to a node that has one',
  async () => {
    const who = await joinNode(web, 'mara@example.org')
    const { email } = who
    const offer = { name: 'Next time, sign in with your face or fingerprint' }
    const phone = await comeBackByCode(email)
    await phone.page.getByRole('heading', offer).waitFor()
    await screenshot(phone.page, 'node-passkey-offer-phone-light')
    expect(await axeViolations(phone.page)).toEqual([])
    await phone.page.getByRole('button', { name: 'Not now' }).click()
    await phone.page.reload()
    await phone.settle()
    expect(await phone.page.getByRole('heading', offer).count()).toBe(0)
    await phone.close()

    const laptop = await comeBackByCode(email)
    await laptop.page.getByRole('button', { name: 'Add a passkey' }).click()
    await laptop.page.getByText('Passkey added.').waitFor()
    await laptop.close()

    const third = await openHere('/network')
    await signInPage(third.page, who)
    await third.page.goto(`${address}/node`)
    await third.page.getByText('points of 100').waitFor()
    await third.settle()
    expect(await third.page.getByRole('heading', offer).count()).toBe(0)
    await third.close()
  },
  START_MS,
)

it(
  'E4, E15: joins by code, adds a passkey, is in in a second tab, signs out, comes back by the passkey, and signs another device out',
  async () => {
    const email = 'ada@example.org'
    const { page, complaints, close } = await openHere(`/join?invite=${web.invites.shift()}`)
    await page.getByLabel('Email address').fill(email)
    await page.keyboard.press('Enter')
    await confirm(page, await web.mailedCode(email))
    await page.getByRole('heading', { name: 'Welcome. You have a node.' }).waitFor()
    const nodeHandle = await page.locator('.join-welcome strong').innerText()
    await screenshot(page, 'sign-in-offer-phone-light')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Passkey added.').waitFor()

    const second = await page.context().newPage()
    await second.goto(`${address}/node`)
    await second.getByRole('heading', { name: nodeHandle }).waitFor()
    expect(await second.evaluate(READABLE)).not.toMatch(/s[hs]_/)
    await signOutByMenu(page)
    await second.getByText('You’re not signed in.').waitFor()
    await second.close()

    await page.evaluate(`sessionStorage['without-autofill'] = 'yes'`)
    await page.goto(`${address}/join?way=sign-in`)
    await screenshot(page, 'sign-in-ways-phone-light')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: nodeHandle }).waitFor()
    await signOutByMenu(page)
    await page.evaluate('sessionStorage.clear()')
    await page.goto(`${address}/join?way=sign-in`)
    await page.getByRole('heading', { name: nodeHandle }).waitFor()

    const laptop = await signInOnceMore(web, { email, nodeHandle, token: '' })
    const other = await web.open('/network', { size: 'desktop' })
    await signInPage(other.page, laptop)
    await page.goto(`${address}/node?view=access`)
    await page.locator('li', { hasText: 'This device' }).waitFor()
    await page.getByRole('button', { name: 'Rename Browser' }).click()
    await page.getByLabel('Name of the device').fill('Laptop')
    await page.keyboard.press('Enter')
    await page.getByText('It’s called Laptop now.').waitFor()
    await screenshot(page, 'sign-in-devices-phone-light')
    await page.getByRole('button', { name: 'Sign out Laptop' }).click()
    await page.getByText('Laptop is signed out.').waitFor()
    expect(await statusOfToken(web, laptop)).toBe(401)
    await other.page.goto(`${web.address}/node`)
    await other.page.getByText('You’re not signed in.').waitFor()
    expect(complaints.console).toEqual([])
    await other.close()
    await close()
  },
  START_MS,
)

it(
  'signs in by one press on the page of the link, once, and with a recovery code, once',
  async () => {
    const who = await joinNode(web, 'grace@example.org')
    const before = await web.mailedCode(who.email)
    const { page, close } = await openHere('/join')
    await ask(page, { email: who.email })
    await newCode(web, who.email, before)
    const link = newestLink(web)
    expect(link).toMatch(/^http:\/\/(?:localhost|127\.0\.0\.1):\d+\/join#link=/)
    const press = async () => {
      await page.goto('about:blank')
      await page.goto(address + link.slice(link.indexOf('/join')))
      await page.getByText('You opened the link from our email.').waitFor()
      await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await press()
    await page.getByRole('heading', { name: who.nodeHandle }).waitFor()
    expect(page.url()).not.toContain('link=')
    await press()
    await page.getByText('This link no longer works.').waitFor()

    await page.goto(`${address}/node?view=access`)
    const codes = await makeCodes(page)
    await signOutByMenu(page)
    for (const outcome of ['in', 'refused']) {
      await page.goto(`${address}/join?way=sign-in`)
      await page.getByText('Lost your email, passkey or wallet?').click()
      await page.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '')
      await page.keyboard.press('Enter')
      if (outcome === 'refused') await page.getByText('That code didn’t work.').waitFor()
      else {
        await page.getByRole('heading', { name: who.nodeHandle }).waitFor()
        await signOutByMenu(page)
      }
    }
    await close()
  },
  START_MS,
)

async function makeCodes(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Make recovery codes' }).click()
  await page.getByText('Save these codes now.').waitFor()
  await screenshot(page, 'sign-in-recovery-phone-light')
  return page.locator('.node-codes code').allInnerTexts()
}

/** The link in the newest mail that has one, as a mail program would show it. */
function newestLink({ env }: Web): string {
  const outbox = join(env.DATA_DIR ?? '', 'outbox')
  const names = readdirSync(outbox).toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
  const mails = names.map((name) => readFileSync(join(outbox, name), 'utf8'))
  const plain = mails.map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
  return plain.flatMap((mail) => /^http\S+#link=\S+/m.exec(mail) ?? []).at(-1) ?? ''
}
