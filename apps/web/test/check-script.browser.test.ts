import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { scanForCheck, takeEnrolledPhone } from './check-phone.ts'
import { axeViolations, screenshot } from './checks.ts'
import { readPair, registerSite } from './shop.ts'
import { START_MS, startWeb, type Web } from './web.ts'

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'examples', 'form')
const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0'

let browser: Browser
let web: Web
const folder = mkdtempSync(join(tmpdir(), 'stillhere-form-'))
const stops: (() => void)[] = []
let own = ''
let moved = ''

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
  own = await startExample(EXAMPLES)
  moved = await startExample(moveTurnstile())
}, START_MS)

afterAll(async () => {
  for (const stop of stops) stop()
  rmSync(folder, { recursive: true })
  await web?.stop()
})

const readExample = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8')

/** The example for Turnstile with its two addresses changed, and nothing else. */
function moveTurnstile(): string {
  cpSync(join(EXAMPLES, 'turnstile'), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [file, from, to] of [
    ['page.html', `${TURNSTILE}/api.js`, `${web.address}/check.js`],
    ['server.js', `${TURNSTILE}/siteverify`, `${web.address}/api/siteverify`],
  ] as const) {
    const before = readFileSync(join(folder, file), 'utf8')
    expect(before.split(from)).toHaveLength(2)
    writeFileSync(join(folder, file), before.replace(from, to))
  }
  return folder
}

/** Starts a site of an example, as its folder has it, behind a proxy with a strict policy, and returns its address. */
async function startExample(from: string): Promise<string> {
  let inner = ''
  const proxy = createServer((request, response) => void passOn(inner, request, response))
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const { siteKey, secret } = await registerSite(web, { name: 'Forum', origins: [origin] })
  const env = { ...process.env, STILLHERE_URL: web.address, SITE_KEY: siteKey, SITE_SECRET: secret, PORT: '0' }
  const server = spawn(process.execPath, [join(from, 'server.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  stops.push(
    () => void server.kill(),
    () => void proxy.close(),
  )
  const [line] = await once(server.stdout as NodeJS.ReadableStream, 'data')
  inner = String(line).trim()
  return origin
}

async function passOn(to: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '' } = request
  const body = method === 'POST' ? await text(request) : null
  const answer = await fetch(to + url, { method, body })
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': writePolicy() }
  response.writeHead(answer.status, headers).end(await answer.text())
}

// What a careful site allows: this one script, and its calls.
function writePolicy(): string {
  return `default-src 'none'; script-src ${web.address}; connect-src ${web.address}; form-action 'self'`
}

async function openForm(origin: string, size: 'phone' | 'desktop' = 'phone') {
  const context = await browser.newContext({ ...(size === 'phone' && PHONE), reducedMotion: 'no-preference' })
  context.setDefaultTimeout(40_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(`${origin}/`)
  const button = page.getByRole('button', { name: 'Confirm with Stillhere' })
  return { page, complaints, button, close: () => context.close() }
}

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

const submit = async (page: Page) => {
  await page.getByLabel('Name').fill('Ada')
  await page.getByRole('button', { name: 'Sign up' }).click()
}

describe('ten lines and two addresses', () => {
  it('the check takes ten lines of a form and its server', () => {
    const page = readExample('page.html').split('\n')
    const server = readExample('server.js')
    const inPage = page.filter((line) => /check\.js|stillhere-check/.test(line))
    const inServer = /^async function isChecked[^]*?^}$/m.exec(server)?.[0].split('\n') ?? []
    const call = server.split('\n').filter((line) => line.includes('await isChecked('))
    expect([inPage.length, inServer.length, call.length]).toEqual([2, 6, 1])
    expect(inPage.length + inServer.length + call.length).toBeLessThanOrEqual(10)
  })
})

describe('a form', { timeout: START_MS }, () => {
  it('of ours: the button opens the check, and siteverify lets the person in, under a strict policy', async () => {
    await passForm(own)
  })

  it('of Turnstile with its two addresses changed does the same', async () => {
    await passForm(moved)
  })

  async function passForm(origin: string): Promise<void> {
    const { page, button, complaints, close } = await openForm(origin)
    await button.waitFor()
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, 'check-script-idle')
    const [popup] = await Promise.all([page.context().waitForEvent('page'), button.click()])
    await popup.getByRole('heading', { level: 1, name: /Forum asks you to confirm\s+Sign up/ }).waitFor()
    await takeEnrolledPhone(popup)
    await scanForCheck(popup)
    await popup.getByText('You can close this page.').waitFor()
    await page.getByRole('button', { name: '✓ Checked' }).waitFor()
    await screenshot(page, 'check-script-passed')
    expect(complaints).toEqual([])
    await submit(page)
    await page.getByText('Welcome.').waitFor()
    await close()
  }

  it('that was not confirmed waits, and leads to the button; the server refuses what is sent all the same', async () => {
    const { page, button, close } = await openForm(own)
    await button.waitFor()
    await page.evaluate(`document.forms[0].addEventListener('submit', () => { window.isHeard = true })`)
    await submit(page)
    await page.getByText('Confirm here first.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await screenshot(page, 'check-script-first')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Confirm with Stillhere')
    expect(await page.evaluate('window.isHeard')).toBeUndefined()
    await page.evaluate('document.forms[0].submit()')
    await page.getByText('Please confirm first.').waitFor()
    await close()
  })

  it('that may be sent without the check is sent', async () => {
    const { page, button, close } = await openForm(own)
    await button.waitFor()
    await page.evaluate(`{
      const place = document.querySelector('.stillhere-check')
      const again = place.cloneNode(false)
      again.dataset.required = 'false'
      place.replaceWith(again)
      stillhere.render(again)
    }`)
    await submit(page)
    await page.getByText('Please confirm first.').waitFor()
    await close()
  })

  it('says so when the window of its check is closed, and starts another', async () => {
    const { page, button, close } = await openForm(own, 'desktop')
    const [popup] = await Promise.all([page.context().waitForEvent('page'), button.click()])
    await popup.locator('.check-number', { hasText: /\d\d/ }).waitFor()
    await popup.close()
    await page.getByText('The window was closed. Start again.').waitFor()
    await screenshot(page, 'check-script-closed')
    const again = page.getByRole('button', { name: 'Start again' })
    const [second] = await Promise.all([page.context().waitForEvent('page'), again.click()])
    await second.locator('.check-number', { hasText: /\d\d/ }).waitFor()
    await page.getByText('Continue in the window that opened.').waitFor()
    await close()
  })

  it('waits on where a phone has joined and the window is closed', async () => {
    const { page, button, close } = await openForm(own, 'desktop')
    await page.clock.install()
    await page.reload()
    const [popup] = await Promise.all([page.context().waitForEvent('page'), button.click()])
    const { path, number } = await readPair(popup)
    const phone = await web.open(path)
    await phone.page.getByLabel('Which number does the other screen show?').fill(number)
    await phone.page.keyboard.press('Enter')
    await page.getByText('Continue on your phone.').waitFor()
    await popup.close()
    await page.clock.fastForward(10_000)
    expect(await page.getByRole('status').innerText()).toBe('Continue on your phone.')
    await Promise.all([close(), phone.close()])
  })
})

describe('a link to a check that a page started', { timeout: START_MS }, () => {
  /** The form where the browser keeps the window closed, with the link and the number that it shows instead. */
  const openLink = async () => {
    const opened = await openForm(own)
    await opened.page.evaluate('window.open = () => null')
    const [answer] = await Promise.all([
      opened.page.waitForResponse(/\/api\/sites\/.*\/checks$/),
      opened.button.click(),
    ])
    const { open_secret: secret } = await answer.json()
    const link = opened.page.getByRole('link', { name: 'Open the check' })
    const href = String(await link.getAttribute('href'))
    const number = /number: (\d\d)$/.exec(await opened.page.getByRole('status').innerText())?.[1] ?? ''
    return { ...opened, link, path: href.slice(web.address.length), number, secret }
  }
  const enter = async (page: Page, number: string) => {
    await page.getByLabel('Which number does the page of Forum show?').fill(number)
    await page.keyboard.press('Enter')
  }
  const another = (number: string) => String((Number(number) + 1) % 100).padStart(2, '0')

  it('opens from the page itself without a number', async () => {
    const { page, link, close } = await openLink()
    const [popup] = await Promise.all([page.context().waitForEvent('page'), link.click()])
    await popup.locator('stillhere-scan').waitFor()
    await page.getByText('Continue in the window that opened.').waitFor()
    expect(await popup.evaluate('window.opener')).toBeNull()
    await close()
  })

  it('forwarded to another browser asks for the number that the page shows, and warns', async () => {
    const { path, number, page, close } = await openLink()
    await screenshot(page, 'check-script-number')
    const victim = await web.open(path)
    await victim.page.getByText('If someone sent you this link, stop here').waitFor()
    expect(await axeViolations(victim.page)).toEqual([])
    await screenshot(victim.page, 'check-site-number-phone-light')
    await enter(victim.page, another(number))
    await victim.page.getByText('That’s not the number').waitFor()
    await screenshot(victim.page, 'check-site-number-wrong-phone-light')
    await enter(victim.page, number)
    await victim.page.locator('stillhere-scan').waitFor()
    await Promise.all([close(), victim.close()])
  })

  it('opened by a page of another site gets no secret, and takes none from that page', async () => {
    const { path, secret, close } = await openLink()
    const { page: evil, close: leave } = await openForm(moved, 'desktop')
    const message = JSON.stringify({ stillhere: path.slice('/check/'.length), secret })
    const heard = `window.heard = []; addEventListener('message', ({ data }) => heard.push(data))`
    const offer = `window.victim = window.open(${JSON.stringify(web.address + path)}, '_blank')
      setInterval(() => victim.postMessage(${message}, '*'), 50)`
    const [victim] = await Promise.all([evil.context().waitForEvent('page'), evil.evaluate(`${heard}; ${offer}`)])
    await victim.getByLabel('Which number does the page of Forum show?').waitFor()
    expect(await evil.evaluate('heard')).toEqual([])
    await Promise.all([close(), leave()])
  })

  it('is beside the number once the window that opened has not asked for the secret', async () => {
    const { page, button, close } = await openForm(own, 'desktop')
    await page.clock.install()
    await page.evaluate(
      `{ const place = open('about:blank'); window.open = () => ({ location: { replace: () => place.close() } }) }`,
    )
    await button.click()
    await page.getByText('Continue in the window that opened.').waitFor()
    await page.clock.fastForward(3000)
    await page.getByText(/If it asks for a number: \d\d$/).waitFor()
    await close()
  })
})

describe('the button', () => {
  const PASSED = { status: 'passed', reason: null, joined: false, wrong_numbers: 0, response: 'r-7' }

  it('shows a link where the browser keeps the window closed, and works without a mouse', async () => {
    const { page, button, close } = await openForm(own, 'desktop')
    await page.evaluate('window.open = () => null')
    await button.press('Enter')
    const link = page.getByRole('link', { name: 'Open the check' })
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^${web.address}/check/[0-9a-f-]{36}$`))
    await screenshot(page, 'check-script-blocked')
    await close()
  })

  it('fills the field, calls back, and forgets after five minutes', async () => {
    const { page, button, close } = await openForm(own, 'desktop')
    await page.clock.install()
    await page.reload()
    await page.route('**/events', (route) =>
      route.fulfill({
        headers: { 'content-type': 'text/event-stream', 'access-control-allow-origin': own },
        body: `:\n\ndata: ${JSON.stringify(PASSED)}\n\n`,
      }),
    )
    await page.evaluate(`window.open = () => null; window.heard = []
      const place = document.querySelector('.stillhere-check')
      const again = place.cloneNode(false)
      place.replaceWith(again)
      stillhere.render(again, { callback: (r) => heard.push(r), 'expired-callback': () => heard.push('expired') })`)
    await button.click()
    await page.getByRole('button', { name: '✓ Checked' }).waitFor()
    const field = page.locator('input[name=stillhere-response]')
    expect(await field.inputValue()).toBe('r-7')
    expect(await page.evaluate('stillhere.getResponse(".stillhere-check")')).toBe('r-7')
    await page.clock.fastForward(300_000)
    await page.getByText('This has expired.').waitFor()
    expect([await field.inputValue(), await page.evaluate('heard')]).toEqual(['', ['r-7', 'expired']])
    await close()
  })

  it('tells the developer which origin is missing, and what adds it', async () => {
    const { siteKey } = await registerSite(web, { name: 'Other', origins: ['https://other.example'] })
    const { page, complaints, button, close } = await openForm(own, 'desktop')
    await page.evaluate(`{
      const place = document.querySelector('.stillhere-check')
      const again = place.cloneNode(false)
      again.dataset.siteKey = ${JSON.stringify(siteKey)}
      place.replaceWith(again)
      stillhere.render(again)
    }`)
    await button.click()
    await page.getByText('The check can’t start here.').waitFor()
    expect(complaints.at(-1)).toBe(
      `Stillhere: FORBIDDEN: This page is of ${own}. The site is registered with https://other.example. To add it: npx --no-install stillhere site allow ${siteKey} --origin ${own}`,
    )
    await close()
  })

  it('says so where the page is of another origin than the site, and opens nothing', async () => {
    const { page, close } = await openForm(own, 'desktop')
    await page.evaluate(`{
      const place = document.querySelector('.stillhere-check')
      const again = place.cloneNode(false)
      again.dataset.siteKey = 'site_of_nobody'
      place.replaceWith(again)
      stillhere.render(again)
    }`)
    await page.getByRole('button', { name: 'Confirm with Stillhere' }).click()
    await page.getByText('The check can’t start here.').waitFor()
    await page.getByRole('button', { name: 'Start again' }).waitFor()
    await expect.poll(() => page.context().pages().length).toBe(1)
    await close()
  })
})
