import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { newWallet } from '../../../scripts/ethereum-key.ts'
import { ask, confirm, newCode } from './join-steps.ts'
import { joinNode, signInPage, signOutByMenu } from './people.ts'
import { installWallet, type VirtualWallet } from './virtual-wallet.ts'
import { START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser, { AUTH_MODE: 'lock' })
}, START_MS)

afterAll(() => web?.stop())

type Opened = Awaited<ReturnType<Web['open']>> & { wallet: VirtualWallet }

async function openWithWallet(path: string): Promise<Opened> {
  const opened = await web.open('/join')
  const wallet = await installWallet(opened.page)
  await opened.page.goto(`${web.address}${path}`)
  return { ...opened, wallet }
}

const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in with a wallet', exact: true })

it('lets a new wallet join by mail first, binds it, and then lets it in alone', async () => {
  const email = 'ada@example.org'
  const { page, wallet, complaints, close } = await openWithWallet(`/join?invite=${web.invites.shift()}`)
  await signIn(page).click()
  await page.getByText('This wallet isn’t bound to a node yet.').waitFor()
  await page.getByLabel('Email address').fill(email)
  await page.keyboard.press('Enter')
  await confirm(page, await web.mailedCode(email))
  await page.getByText('Welcome. You have a node.').waitFor()
  const handle = await page.locator('.join-welcome strong').innerText()
  // The page has used the token at once, so the address alone opens nothing any more.
  expect((await fetch(`${web.address}/api/node/privileges?email=${email}`)).status).toBe(401)
  await page.getByRole('button', { name: `Bind ${wallet.address.slice(0, 6)}` }).click()
  await page.locator('.notice-good', { hasText: 'is bound to your node' }).waitFor()

  await page.goto(`${web.address}/node?view=access`)
  await page.locator('code', { hasText: wallet.address }).waitFor()
  await page.getByText('This device', { exact: true }).waitFor()
  expect(await page.locator('.node-list').first().locator('li').count()).toBe(1)
  await signOutByMenu(page)
  await page.getByRole('link', { name: 'Join or sign in' }).click()
  await signIn(page).click()
  await page.getByRole('heading', { name: handle }).waitFor()
  expect(await page.evaluate('JSON.parse(localStorage["stillhere-who"])')).toEqual({ email, nodeHandle: handle })
  expect(complaints).toEqual({ foreign: [], console: [] })
  await close()
})

it('binds a wallet on My node, and mails a code to a person who has lost it', async () => {
  const { page, wallet, close } = await openWithWallet('/join')
  const { email } = await joinNode(web, 'grace@example.org')
  const before = await web.mailedCode(email)
  await ask(page, { email })
  const code = await newCode(web, email, before)
  await confirm(page, code)
  await page.locator('#node-handle').waitFor()
  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('button', { name: 'Bind a wallet' }).click()
  await page.locator('.notice-good', { hasText: 'is bound to your node' }).waitFor()
  await signOutByMenu(page)
  await page.getByRole('link', { name: 'Join or sign in' }).waitFor()

  const other = await openWithWallet('/join?way=sign-in')
  await signIn(other.page).click()
  await other.page.getByText('This wallet isn’t bound to a node yet.').waitFor()
  await ask(other.page, { email })
  await confirm(other.page, await newCode(web, email, code))
  await other.page.getByRole('heading', { name: 'Welcome back.' }).waitFor()
  await other.close()

  await page.goto(`${web.address}/join`)
  await signIn(page).click()
  await page.locator('#node-handle').waitFor()
  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('button', { name: `Remove ${wallet.address}` }).click()
  await page.getByRole('button', { name: 'Remove the wallet' }).click()
  await page.getByText('Your node has no wallet yet.').waitFor()
  await page.locator(':focus', { hasText: 'is removed.' }).waitFor()
  await close()
})

it('says so when the owner says no, when the wallet is of another node, and when the service is away', async () => {
  const { page, wallet, close } = await openWithWallet('/join')
  wallet.isWilling = false
  await signIn(page).click()
  await page.getByText('You declined in the wallet.').waitFor()
  wallet.isWilling = true
  await page.route('**/api/auth/**', (route) => route.abort())
  await signIn(page).click()
  await page.getByText('We can’t reach the service.').waitFor()
  await page.unroute('**/api/auth/**')

  for (const email of ['first@example.org', 'second@example.org']) {
    const who = await joinNode(web, email)
    await signInPage(page, who)
    await page.goto(`${web.address}/node?view=access`)
    await page.getByRole('button', { name: 'Bind a wallet' }).click()
    const words = email.startsWith('first') ? 'is bound to your node' : 'belongs to another node'
    await page.locator('.notice', { hasText: words }).waitFor()
  }
  await close()
})

it('takes a signature that was made elsewhere, and says what is wrong with another one', async () => {
  const account = newWallet()
  const who = await joinNode(web, 'elsewhere@example.org')
  const { page, close } = await web.open('/join')
  await signInPage(page, who)
  await page.goto(`${web.address}/node?view=access`)
  await page.getByText('There’s no wallet in this browser.').waitFor()
  await page.getByText('Sign in another app').click()
  await page.getByLabel('Account address').fill('ada.eth')
  await page.getByRole('button', { name: 'Create message' }).click()
  await page.getByText('That’s not an Ethereum address.').waitFor()
  await page.getByLabel('Account address').fill(account.address.toLowerCase())
  await page.getByRole('button', { name: 'Create message' }).click()
  const message = await page.locator('.copy-field code').innerText()
  const send = page.getByRole('button', { name: 'Use this signature' })
  await page.getByLabel('Signature').fill(account.signMessage('something else'))
  await send.click()
  await page.getByText('The signature doesn’t match the account.').waitFor()
  await page.getByLabel('Signature').fill(account.signMessage(message))
  await send.click()
  await page.locator('.notice-good', { hasText: 'is bound to your node' }).waitFor()
  await close()
})
