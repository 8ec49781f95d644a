import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { fillForAdmin, unlock } from './admin-filling.ts'
import { faultsOf } from './faults.ts'
import { type RefusingMailServer, startRefusingMailServer } from './refusing-mail-server.ts'
import { LOOKS, startWeb, type Web } from './web.ts'

// A busy machine takes its time.
const PATIENT = { timeout: 180_000 }

// Well formed, and never called.
const WEBHOOK = `https://discord.com/api/webhooks/12345/${'t'.repeat(20)}`

let browser: Browser
let mailServer: RefusingMailServer
let web: Web

beforeAll(async () => {
  mailServer = await startRefusingMailServer()
  browser = await shareChromium()
  web = await startWeb(browser, { SMTP_URL: mailServer.url, DISCORD_WEBHOOK_URL: WEBHOOK })
}, PATIENT.timeout)

afterAll(async () => {
  await web?.stop()
  await mailServer?.stop()
})

async function openTab(tab: string) {
  const opened = await web.open(`/admin?tab=${tab}`, { size: 'desktop' })
  await unlock(opened.page, web)
  return opened
}

describe('mail', PATIENT, () => {
  it('shows what failed without any address, and has it sent when it is tried again', async () => {
    const { page, complaints, close } = await openTab('mail')
    await page.clock.install()
    await page.reload()
    await page.getByText('No mail here.').waitFor()
    await fetch(`${web.address}/api/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org' }),
    })
    const row = page.getByRole('group', { name: 'Mails, newest first' }).locator('tbody tr').first()
    // The page looks for news every few seconds of its own time.
    const readLater = () => page.clock.runFor(5000).then(() => row.innerText())
    await expect.poll(readLater).toMatch(/Subscription confirmed[^]*failed[^]*unknown here/)
    expect(await page.locator('main').innerText()).not.toContain('ada')
    expect(await page.getByRole('columnheader', { name: 'To', exact: true }).count()).toBe(0)
    mailServer.accept()
    await row.getByRole('button', { name: /Try again/ }).click()
    await page.getByText('The mail will be tried again.').waitFor()
    await expect.poll(readLater).toContain('sent')
    await page.getByLabel('Show').selectOption('dead')
    await page.getByText('No mail here.').waitFor()
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })
})

async function preview(page: Page, text: string): Promise<void> {
  await page.getByLabel('Text', { exact: true }).fill(text)
  await page.getByLabel('Title').fill('One hundred')
  await page.getByLabel('Link', { exact: true }).fill('https://example.org/hundred')
  for (const platform of await page.getByRole('group', { name: 'Where' }).getByRole('checkbox').all())
    await platform.check()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('article', { name: 'Reddit' }).waitFor()
}

describe('publishing', PATIENT, () => {
  it('shows what each platform would get, counted by its own rule, and refuses where it is too long', async () => {
    const { page, complaints, close } = await openTab('publishing')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Enter a text.').waitFor()
    await preview(page, 'The hundredth node is with us 👩‍🚀 #stillhere')
    const target = (name: string) => page.getByRole('article', { name })
    expect(await target('Bluesky').innerText()).toMatch(/42 of 300 graphemes/)
    expect(await target('Farcaster').innerText()).toMatch(/of 1,024 bytes/)
    expect(await target('Telegram').innerText()).toMatch(/of 4,096 UTF-16 units/)
    expect(
      await target('LinkedIn').getByRole('link', { name: 'Publish on LinkedIn yourself' }).getAttribute('href'),
    ).toContain('linkedin.com')
    expect(complaints).toEqual({ foreign: [], console: [] })
    await page.getByLabel('Text', { exact: true }).fill('x'.repeat(301))
    await page.getByText('The text above has changed since this preview.').waitFor()
    expect(await page.getByRole('button', { name: /^Send to/ }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Preview' }).click()
    await target('Bluesky').getByText('Bluesky won’t accept this.').waitFor()
    expect(await target('Bluesky').innerText()).toContain('The text makes 301 graphemes')
    expect(await target('Discord').innerText()).toContain('of 2,000')
    await close()
  })

  it('E8: names what is not connected, and offers to send only where something would go out', async () => {
    const { page, complaints, close } = await openTab('publishing')
    await page.getByLabel('Bluesky · Not connected').waitFor()
    await expect.poll(() => page.getByLabel('Discord', { exact: true }).isChecked()).toBe(true)
    expect(await page.getByRole('group', { name: 'Where' }).getByRole('checkbox', { checked: true }).count()).toBe(1)
    await preview(page, 'Nobody will read this.')
    await page.getByRole('button', { name: 'Send to Discord', exact: true }).waitFor()
    await page.getByText('Telegram is not connected.').waitFor()
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })

  it('settles a post of unknown outcome by what the operator saw', async () => {
    await fillForAdmin(web, { people: 0, sessionsEach: 0 })
    const { page, close } = await openTab('publishing')
    await page.getByText('One post has an unknown outcome.').waitFor()
    await page.getByRole('button', { name: /Settle/ }).click()
    await page.getByRole('button', { name: 'Ask Telegram' }).click()
    await page.getByText('Telegram can’t tell.').waitFor()
    await page.getByLabel('Its address, if it’s there').fill('not an address')
    await page.getByRole('button', { name: 'It’s there' }).click()
    await page.getByText('The service refused this.').waitFor()
    await page.getByLabel('Its address, if it’s there').fill('https://t.me/stillhere/1')
    await page.getByRole('button', { name: 'It’s there' }).click()
    const row = page.getByRole('group', { name: 'Posts, newest first' }).locator('tbody tr').first()
    await expect.poll(() => row.innerText()).toContain('published')
    expect(await row.getByRole('link', { name: 'view it' }).getAttribute('href')).toBe('https://t.me/stillhere/1')
    await close()
  })
})

const OUTBOX = {
  name: 'admin-mail',
  walk: async (page: Page) => {
    await unlock(page, web)
    await page.getByRole('group', { name: 'Mails, newest first' }).waitFor()
  },
}
const PUBLISHING = {
  name: 'admin-publishing',
  walk: async (page: Page) => {
    await page.getByRole('tab', { name: 'Publishing' }).click()
    await preview(page, 'The hundredth node is with us 👩‍🚀 #stillhere')
  },
}

describe('the page, on phones and desktops, in light and dark colors', PATIENT, () => {
  it('has no fault with mails and with what is to be published', async () => {
    const visit = { path: '/admin?tab=mail', looks: LOOKS.toReversed(), states: [OUTBOX, PUBLISHING] }
    expect(await faultsOf(web, visit)).toEqual([])
  })
})
