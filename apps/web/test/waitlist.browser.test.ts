import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { unlock } from './admin-filling.ts'
import { faultsOf } from './faults.ts'
import { LOOKS, START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, START_MS)

afterAll(() => web?.stop())

/** What a pattern finds in the newest mail that has it, as a mail program would show it; waits for the mail. */
async function findInMail(pattern: RegExp): Promise<string> {
  const find = () => {
    const outbox = join(web.dataDir, 'outbox')
    const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
    const plain = mails.map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))
    return plain.flatMap((mail) => pattern.exec(mail) ?? []).at(-1) ?? ''
  }
  await expect.poll(find, { timeout: 30_000 }).not.toBe('')
  return find()
}

it('E16: leads a stranger without an invite from Join to the list, and the operator lets them in by one press', async () => {
  const { page, close } = await web.open('/join')
  await page.getByRole('link', { name: 'Ask for one' }).click()
  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await page.getByText('That doesn’t look like an email address.').waitFor()
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await page.getByText('Check your mail.').waitFor()
  const path = await findInMail(/\/waitlist#\S+/)

  const visit = await web.open(path)
  await visit.page.getByLabel('A note').fill('From the book club')
  await visit.page.getByRole('button', { name: 'Put me on the list' }).click()
  await visit.page.getByText('You’re on the list.').waitFor()

  const admin = await web.open('/admin?tab=invites', { size: 'desktop' })
  await unlock(admin.page, web)
  await admin.page.getByRole('cell', { name: 'From the book club' }).waitFor()
  await admin.page.getByRole('button', { name: 'Let in ada@example.org' }).click()
  await admin.page.getByText('An invite is on its way to ada@example.org.').waitFor()
  await admin.page.getByText('No one is waiting.').waitFor()
  const invite = await findInMail(/\/join\?invite=\S+/)

  await page.goto(web.address + invite)
  await page.getByText('This invite is good.').waitFor()
  await Promise.all([close(), visit.close(), admin.close()])
})

it('says where a link leads nowhere, and offers another one', async () => {
  const { page, close } = await web.open('/waitlist#AAAA')
  await page.getByRole('button', { name: 'Take me off the list' }).click()
  await page.getByText('This link has expired or is incomplete.').waitFor()
  await page.getByRole('button', { name: 'Get a new link' }).click()
  await page.getByLabel('Email').waitFor()
  await close()
})

it.each(LOOKS)('has no fault on a $size in $colors colors', async (look) => {
  expect(await faultsOf(web, { path: '/waitlist', looks: [look], states: [{ name: 'waitlist' }] })).toEqual([])
  expect(await faultsOf(web, { path: '/waitlist#AAAA', looks: [look], states: [{ name: 'waitlist-link' }] })).toEqual(
    [],
  )
})
