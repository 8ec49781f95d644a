import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/shared-chromium.ts'
import { screenshot } from './checks.ts'
import { type JoinedNode, joinNode, signInPage } from './people.ts'
import { START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser, { AUTH_MODE: 'lock' })
}, START_MS)

afterAll(() => web?.stop())

/** Opens the access of a node under a name of this machine: an IP address has no passkeys. */
async function openAs(who: JoinedNode, host: string) {
  const opened = await web.open('/network')
  const { page } = opened
  const address = web.address.replace('127.0.0.1', host)
  await page.goto(`${address}/network`)
  await signInPage(page, who)
  await page.goto(`${address}/node?view=access`)
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
  return opened
}

/** A device of Chromium's own, which makes passkeys and unlocks as it is told. */
async function addDevice(session: CDPSession, transport: 'internal' | 'usb'): Promise<string> {
  const options = {
    protocol: 'ctap2',
    transport,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  return (await session.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId
}

const itemOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

it(
  'adds passkeys of two devices, renames one and removes it, by keyboard',
  async () => {
    const who = await joinNode(web, 'passkeys@example.org')
    const { page, close } = await openAs(who, 'localhost')
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const phone = await addDevice(session, 'internal')
    await page.getByText('Your node has no passkey yet.').waitFor()
    const name = page.getByLabel('Name of the passkey')

    // A device that does not unlock makes none.
    await session.send('WebAuthn.setUserVerified', { authenticatorId: phone, isUserVerified: false })
    await name.fill('Phone')
    await name.press('Enter')
    await page.getByText('No passkey was created.').waitFor()
    await screenshot(page, 'passkeys-not-made')
    await session.send('WebAuthn.setUserVerified', { authenticatorId: phone, isUserVerified: true })
    await name.press('Enter')
    await page.getByText('The passkey “Phone” is added.').waitFor()
    await itemOf(page, 'Phone').getByText('Passkey on one device.').waitFor()
    await page.getByText('Add a second passkey on another device.').waitFor()

    // Every further one needs another device.
    await name.fill('Phone')
    await name.press('Enter')
    await page.getByText('This device already has a passkey for your node.').waitFor()
    await screenshot(page, 'passkeys-same-device')
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: phone })
    await addDevice(session, 'usb')
    await name.fill('Key ring')
    await name.press('Enter')
    await page.getByText('The passkey “Key ring” is added.').waitFor()
    await page.getByText('Add a second passkey on another device.').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Rename Phone' }).press('Enter')
    await page.getByLabel('New name').fill('Old phone')
    await page.getByLabel('New name').press('Enter')
    await page.getByText('The passkey is called “Old phone” now.').waitFor()
    await page.getByRole('button', { name: 'Remove Old phone' }).press('Enter')
    await page.getByRole('button', { name: 'Remove the passkey' }).press('Enter')
    await page.getByText('The passkey “Old phone” is removed.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Remove/ }).count()).toBe(1)
    await close()
  },
  START_MS,
)

it(
  'says that an IP address has no passkeys, and where to go',
  async () => {
    const { page, close } = await openAs(await joinNode(web, 'address@example.org'), '127.0.0.1')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Passkeys don’t work at this address.').waitFor()
    await page.getByText('Open the service by the name localhost').waitFor()
    await close()
  },
  START_MS,
)
