import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
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

describe('joining by mail', () => {
  it('leads from an invite to a genesis node, and on to My node', async () => {
    const email = somebody()
    const { page, complaints, close } = await web.open(`/join?invite=${web.invites.shift()?.toLowerCase()}`)
    await page.getByText('This invite is good.').waitFor()
    await page.getByLabel('Email address').fill(email)
    await page.keyboard.press('Enter')
    await page.getByText(`The code for ${email} is in the newest file`).waitFor()
    expect(page.url()).not.toContain('@')
    await page.locator('input:focus[autocomplete="one-time-code"]').waitFor()
    const code = await web.mailedCode(email)
    await page.keyboard.insertText(`Your code: ${code.slice(0, 3)} ${code.slice(3)}`)
    expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe(code)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Welcome. You have a node.' }).waitFor()
    expect(await page.locator('.join-plate-number').innerText()).toMatch(/№ \d+/)
    const handle = await page.locator('.join-welcome strong').innerText()
    await page.getByRole('link', { name: 'My node' }).last().click()
    await page.getByRole('heading', { name: handle }).waitFor()
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })

  it('finds its way again when the phone has loaded the page anew', async () => {
    const email = somebody()
    const { page, close } = await web.open('/join')
    await ask(page, { email, invite: web.invites.shift() ?? '' })
    await page.getByText(`The code for ${email} is in the newest file`).waitFor()
    await page.reload()
    await page.getByText(`The code for ${email} is in the newest file`).waitFor()
    await confirm(page, await web.mailedCode(email))
    await page.getByRole('heading', { name: 'Welcome. You have a node.' }).waitFor()
    // What signs in is in a cookie that no script reads.
    expect(
      await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])'),
    ).not.toMatch(/s[hs]_/)
    await page.goto(`${web.address}/join`)
    await page.getByText('You’re signed in as').waitFor()
    await close()
  })

  it('leaves whoever has gone on before the answer came where they are', async () => {
    const { email, nodeHandle } = await joinNode(web, somebody())
    const before = await web.mailedCode(email)
    const { page, close } = await web.open('/join', { size: 'desktop' })
    await ask(page, { email })
    const code = await newCode(web, email, before)
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/verify-otp', async (route) => {
      await answered.promise
      await route.continue()
    })
    await confirm(page, code)
    await page.getByRole('link', { name: 'Network', exact: true }).click()
    await page.getByRole('heading', { name: 'The network' }).waitFor()
    answered.resolve()
    await page.getByRole('button', { name: `Account: ${nodeHandle}` }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/network')
    await close()
  })

  it('signs in who has a node, with or without an invite, and does not use the invite up', async () => {
    const { email, nodeHandle } = await joinNode(web, somebody())
    const joinCode = await web.mailedCode(email)
    const invite = web.invites[0] ?? ''
    const { page, close } = await web.open('/join')
    await ask(page, { email, invite })
    await page.getByText('so you’re signing in').waitFor()
    await page.getByRole('button', { name: 'Use another address' }).click()
    await page.locator('h1:focus', { hasText: 'Join or sign in' }).waitFor()
    await page.getByRole('tab', { name: 'Sign in' }).click()
    expect(await page.getByLabel('Email address').inputValue()).toBe(email)
    const before = await newCode(web, email, joinCode)
    await page.getByRole('button', { name: 'Mail me a code' }).click()
    await page.getByText(`The code for ${email} is in the newest file`).waitFor()
    await confirm(page, await newCode(web, email, before))
    await page.getByRole('heading', { name: nodeHandle }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/node')
    await page.goto(`${web.address}/join?invite=${invite}`)
    await page.getByRole('button', { name: 'Sign in as someone else' }).click()
    await page.locator('h1:focus', { hasText: 'Join or sign in' }).waitFor()
    await page.getByText('This invite is good.').waitFor()
    await close()
  })
})
