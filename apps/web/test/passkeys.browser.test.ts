import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { letAsk, openAskingShop, SUMMARY } from './approvals.ts'
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
async function openAs(who: JoinedNode, host: string, at = web) {
  const opened = await at.open('/network')
  const { page } = opened
  const address = at.address.replace('127.0.0.1', host)
  await page.goto(`${address}/network`)
  await signInPage(page, who)
  await page.goto(`${address}/node?view=access`)
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
  return opened
}

/** A device of Chromium's own, which makes passkeys and unlocks as it is told. */
async function addDevice(session: CDPSession, transport: 'internal' | 'usb' | 'nfc'): Promise<string> {
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

/** A root with the name and the public key by which Chromium's own devices vouch for their keys. */
const CHROMIUM_ROOT = `-----BEGIN CERTIFICATE-----
MIIBzjCCAXSgAwIBAgIQASIkJBmmhPLYNEO8xfXEizAKBggqhkjOPQQDAjBgMQsw
CQYDVQQGEwJVUzERMA8GA1UECgwIQ2hyb21pdW0xIjAgBgNVBAsMGUF1dGhlbnRp
Y2F0b3IgQXR0ZXN0YXRpb24xGjAYBgNVBAMMEUJhdGNoIENlcnRpZmljYXRlMB4X
DTIwMDEwMTAwMDAwMFoXDTQ5MDEwMTAwMDAwMFowYDELMAkGA1UEBhMCVVMxETAP
BgNVBAoMCENocm9taXVtMSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0
aW9uMRowGAYDVQQDDBFCYXRjaCBDZXJ0aWZpY2F0ZTBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABI1hfmXJUI5kvMVnOsgqZ5naPBRGaCwljEY//99Y39L6Pmw3i1PX
lcSk3/tBme3Xhi8jq68CA7S4kRugVpmU4QGjEDAOMAwGA1UdEwQFMAMBAf8wCgYI
KoZIzj0EAwIDSAAwRQIhAN3jeQ/pM25Dp95qe+0HKmTIUKAf3B/UQW6ijBqhid3X
AiBEkfHPz6ap5cXQy/b6NX+9JThDnUO0Ww/MQ4QHXITdRg==
-----END CERTIFICATE-----
`

it(
  'adds a security key, and says whether it reaches level 3',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stillhere-roots-'))
    writeFileSync(join(folder, 'chromium.pem'), CHROMIUM_ROOT)
    const accepting = await startWeb(browser, { AUTH_MODE: 'lock', DEVICE_ROOTS: folder })
    const who = await joinNode(accepting, 'key@example.org')
    const { page, close } = await openAs(who, 'localhost', accepting)
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const key = await addDevice(session, 'nfc')
    const add = page.getByRole('button', { name: 'Add a security key' })
    await page.getByText('Hold your security key to the phone').waitFor()
    await screenshot(page, 'passkeys-security-key')

    // The page of an approval that asks for level 3 goes on once the key is there.
    const shop = await openAskingShop(accepting)
    await letAsk(accepting, who, shop.siteKey)
    const action = { type: 'deploy', summary: SUMMARY }
    const asked = await shop.call('/api/approvals', { approver: who.nodeHandle, action, assurance: 3 })
    const access = page.url()
    await page.goto(new URL(`/approve/${String(asked.id)}`, access).href)
    await page.getByRole('heading', { name: 'To approve, add a security key first' }).waitFor()
    await screenshot(page, 'approve-security-key')
    await add.press('Enter')
    await page.getByRole('heading', { name: 'To approve, first teach Stillhere how you move' }).waitFor()
    await page.goto(access)
    await itemOf(page, 'Security key').getByText('Attested device: its maker vouches for it.').waitFor()
    await screenshot(page, 'passkeys-security-key-added')

    // As the service answers for a key whose maker it does not know.
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: key })
    await addDevice(session, 'nfc')
    await page.route('**/api/node/passkeys', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), device: 'passkey' } })
    })
    await add.press('Enter')
    await page.getByText('This key doesn’t reach level 3 here.').waitFor()
    await screenshot(page, 'passkeys-security-key-plain')
    await close()
    await accepting.stop()
    rmSync(folder, { recursive: true })
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
