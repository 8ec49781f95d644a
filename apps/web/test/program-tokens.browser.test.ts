import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { axeViolations, screenshot } from './checks.ts'
import { joinNode, signInPage } from './people.ts'
import { START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web
beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
}, START_MS)
afterAll(() => web?.stop())

it('My node makes a token for a program by keyboard, shows it once, lists it and ends it', async () => {
  const who = await joinNode(web, 'programs@example.org')
  const { page, complaints, close } = await web.open('/network')
  await signInPage(page, who)
  await page.goto(`${web.address}/node?view=access`)
  await page.getByRole('button', { name: 'Create a token for a program…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the program').fill('Home server')
  await dialog.getByLabel('Record points').press('Space')
  await screenshot(page, 'node-program-token-form')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create the token' }).press('Enter')
  await page.getByRole('dialog', { name: 'The token for Home server' }).waitFor()
  await screenshot(page, 'node-program-token')
  const token = await dialog.locator('code').innerText()
  const privileges = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${web.address}/api/node/privileges?email=${who.email}`, { headers })).status
  }
  expect(await privileges()).toBe(200)
  await dialog.getByRole('button', { name: 'I copied it' }).press('Enter')
  const item = page.getByRole('listitem').filter({ hasText: 'Home server' })
  await item.getByText('Read what your node has · Record points').waitFor()
  await screenshot(page, 'node-program-token-list')
  expect(await page.locator('body').innerText()).not.toContain(token)
  await item.getByRole('button', { name: 'End Home server' }).press('Enter')
  await page.getByText('Home server has ended.').waitFor()
  expect(await privileges()).toBe(401)
  expect(complaints.console).toEqual([])
  await close()
})
