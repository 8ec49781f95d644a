import { createPrivateKey, sign } from 'node:crypto'
import { secretKeyToPkcs8 } from '@stillhere/client'
import { generateKeyPair } from '@stillhere/client/receipt'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { faultsOf } from './faults.ts'
import { LOOKS, START_MS, startWeb, type Web } from './web.ts'

let browser: Browser
let web: Web
let made = 0

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser, { LIMITS: 'declare.origin=2/3600' })
}, START_MS)

afterAll(() => web?.stop())

type Filled = { handle?: string; origin?: string; publicKey?: string }

function freshHandle(): string {
  return `agent ${++made}`
}

/** Fills the form in and sends it; without a key the browser makes one. */
async function declare(page: Page, { handle = freshHandle(), origin = `o${made}.example`, publicKey }: Filled = {}) {
  await page.getByLabel('Handle').fill(handle)
  await page.getByLabel('Type').fill('assistant')
  await page.getByLabel('Origin').fill(origin)
  await page.getByLabel('Key', { exact: true }).selectOption(publicKey === undefined ? 'new' : 'own')
  if (publicKey !== undefined) await page.getByLabel('Public key').fill(publicKey)
  await page.getByRole('button', { name: 'Declare' }).click()
  return `agent:${handle}@${origin}`
}

async function prove(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Prove now' }).click()
  await page.getByText('Verified. The key has been proved.').waitFor()
}

async function start(page: Page): Promise<void> {
  await page.goto(`${web.address}/agents`)
  await page.getByRole('button', { name: 'Declare' }).waitFor()
}

async function revoke(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Revoke agent' }).click()
  await page.getByRole('button', { name: 'Yes, revoke' }).click()
  await page.getByText('This agent was revoked by its own key.').waitFor()
}

function signedBy(secretKey: string, text: string): string {
  const der = Buffer.from(secretKeyToPkcs8(secretKey))
  return sign(null, Buffer.from(text), createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).toString('hex')
}

describe('an agent with a key made in the browser', () => {
  it('is declared, proved, given a new key and revoked', async () => {
    const { page, complaints, close } = await web.open('/agents')
    const agentId = await declare(page)
    await page.getByText('Declared. The key hasn’t been proved').waitFor()
    expect(new URL(page.url()).searchParams.get('id')).toBe(agentId)
    await prove(page)
    await page.getByText('Verified. The key has been proved.').waitFor()

    await page.getByRole('button', { name: 'Change key' }).click()
    await page.getByText('Key changed.').waitFor()
    await expect
      .poll(() => page.locator('tbody tr').allInnerTexts())
      .toEqual([expect.stringMatching(/No\. 2[\s\S]*in use/), expect.stringMatching(/No\. 1(?![\s\S]*in use)/)])
    await page.reload()
    await page.getByRole('button', { name: 'Change key' }).click()
    await page.getByText('No. 3').waitFor()
    await revoke(page)
    await page.getByText('This agent was revoked by its own key.').waitFor()
    await page.getByRole('button', { name: 'Remove key' }).click()
    await page.getByText('This key is no longer needed.').waitFor({ state: 'hidden' })
    expect(complaints).toEqual({ foreign: [], console: [] })
    await close()
  })

  it('stands in the list of this browser, and everybody else can look it up but not touch it', async () => {
    const { page, close } = await web.open('/agents')
    const agentId = await declare(page)
    await prove(page)
    await page.getByRole('link', { name: 'Back to Agents' }).click()
    await page.getByRole('link', { name: agentId }).click()
    await page.getByRole('button', { name: 'Change key' }).waitFor()
    const other = await web.open('/agents')
    await other.page.getByLabel('Agent ID').fill(` ${agentId} `)
    await other.page.getByRole('button', { name: 'Look up' }).click()
    await other.page.getByText('Verified. The key has been proved.').waitFor()
    expect(await other.page.getByRole('button', { name: /Change|Revoke|Prove/ }).count()).toBe(0)
    await other.close()
    await close()
  })

  it('keeps its key when the answer to the declaration was lost', async () => {
    const { page, close } = await web.open('/agents')
    await page.route('**/api/agent/declare', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await declare(page)
    await page.getByText('We can’t reach the service.').waitFor()
    await page.unroute('**/api/agent/declare')
    await page.getByRole('button', { name: 'Declare' }).click()
    await prove(page)
    await close()
  })

  it('keeps its new key when the answer to the change was lost', async () => {
    const { page, close } = await web.open('/agents')
    await declare(page)
    await prove(page)
    await page.route('**/api/agent/rotate', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Change key' }).click()
    await page.getByText('Key changed.').waitFor()
    await page.unroute('**/api/agent/rotate')
    await revoke(page)
    await close()
  })

  it('says so when the browser has cleared its key away', async () => {
    const { page, close } = await web.open('/agents')
    await declare(page)
    await page.getByRole('button', { name: 'Prove now' }).waitFor()
    await page.evaluate(
      `indexedDB.databases().then((all) => Promise.all(all.map(({ name }) => new Promise((done) => {
        const asked = indexedDB.deleteDatabase(name)
        asked.onsuccess = asked.onblocked = done
      }))))`,
    )
    await page.reload()
    await page.getByRole('button', { name: 'Prove now' }).click()
    await page.getByText('This browser can’t use the key.').waitFor()
    await close()
  })
})

describe('an agent whose key is held elsewhere', () => {
  it('is proved by a signature that its holder makes', async () => {
    const { publicKey, secretKey } = generateKeyPair()
    const { page, close } = await web.open('/agents')
    await declare(page, { publicKey })
    const text = page.locator('.copy-field', { hasText: 'Text to sign' }).locator('code')
    await text.waitFor()
    await page.getByLabel('Signature').fill('beef')
    await page.getByRole('button', { name: 'Prove', exact: true }).click()
    await page.getByText('A signature is 64 bytes').waitFor()
    await page.getByLabel('Signature').fill('ab'.repeat(64))
    await page.getByRole('button', { name: 'Prove', exact: true }).click()
    await page.getByText('The service didn’t accept the signature.').waitFor()
    await page.getByLabel('Signature').fill(signedBy(secretKey, (await text.textContent()) ?? ''))
    await page.getByRole('button', { name: 'Prove', exact: true }).click()
    await page.getByText('Verified. The key has been proved.').waitFor()
    await start(page)
    await declare(page, { publicKey })
    await text.waitFor()
    await page.getByLabel('Signature').fill(signedBy(secretKey, (await text.textContent()) ?? ''))
    await page.getByRole('button', { name: 'Prove', exact: true }).click()
    await page.getByText('This key has already been proved').waitFor()
    await close()
  })

  it('stays declared where its key cannot be proved', async () => {
    const { page, close } = await web.open('/agents')
    await declare(page, { publicKey: 'ssh-rsa AAAAB3NzaC1yc2E' })
    await page.getByText('This key can’t be proved').waitFor()
    await close()
  })
})

describe('a declaration that is refused', () => {
  it('names a handle of another origin, another key, a bad field and a secret', async () => {
    const { page, close } = await web.open('/agents')
    const handle = freshHandle()
    const origin = 'refusals.example'
    await declare(page, { handle, origin })
    await prove(page)
    await start(page)
    await declare(page, { handle: handle.toUpperCase(), origin: 'elsewhere.example' })
    await page.getByText('This handle belongs to an agent from another origin.').waitFor()
    await declare(page, { handle, origin })
    await page.getByText('This agent is already declared with another key.').waitFor()
    await declare(page, { handle: 'a@b', origin })
    await page.getByText('It must hold only letters').waitFor()
    expect(await page.getByLabel('Handle').getAttribute('aria-invalid')).toBe('true')
    await declare(page, { origin, publicKey: '{"kty":"OKP","crv":"Ed25519","x":"AA","d":"AA"}' })
    await page.getByText('This is a private key. Keep it secret. It wasn’t sent.').waitFor()
    await close()
  })

  it('names a limit and when to come again, and leaves no key behind', async () => {
    const { page, close } = await web.open('/agents')
    for (let times = 0; times < 2; times++) {
      await declare(page, { handle: freshHandle(), origin: 'busy.example' })
      await page.getByText('Declared. The key hasn’t been proved').waitFor()
      await start(page)
    }
    await declare(page, { handle: freshHandle(), origin: 'busy.example' })
    await page.getByText('Too many tries.').waitFor()
    await page.getByText(/Try again in \d+ minutes/).waitFor()
    expect(await page.locator('.agents-held li').count()).toBe(2)
    await close()
  })

  it('404: an id that nobody has', async () => {
    const { page, close } = await web.open(`/agents?id=${encodeURIComponent('agent:nobody/ß@nowhere')}`)
    await page.getByText('There’s no agent with this ID.').waitFor()
    await close()
  })

  it('403: a revoked agent cannot be declared again by its own key', async () => {
    const { page, close } = await web.open('/agents')
    const handle = freshHandle()
    const { publicKey, secretKey } = generateKeyPair()
    await declare(page, { handle, origin: 'gone.example', publicKey })
    const text = page.locator('.copy-field', { hasText: 'Text to sign' }).locator('code')
    const headers = { 'content-type': 'application/json', 'x-admin-secret': web.adminSecret }
    await text.waitFor()
    const body = JSON.stringify({ agent_id: `agent:${handle}@gone.example` })
    await fetch(`${web.address}/api/agent/revoke`, { method: 'POST', headers, body })
    await page.getByLabel('Signature').fill(signedBy(secretKey, (await text.textContent()) ?? ''))
    await page.getByRole('button', { name: 'Prove', exact: true }).click()
    await page.getByText('This agent has been revoked permanently.').waitFor()
    await close()
  })
})

const DECLARED = {
  name: 'agents-declared',
  walk: async (page: Page) => {
    await declare(page, { publicKey: generateKeyPair().publicKey })
    await page.getByText('Declared. The key hasn’t been proved').waitFor()
  },
}
const VERIFIED = {
  name: 'agents-verified',
  walk: async (page: Page) => {
    await declare(page)
    await prove(page)
    await page.getByText('Verified. The key has been proved.').waitFor()
  },
}

describe('the page, on phones and desktops, in light and dark colors', { timeout: 120_000 }, () => {
  it('has no fault at its start and with a declared agent', async () => {
    expect(
      await faultsOf(web, { path: '/agents', looks: LOOKS, states: [{ name: 'agents-start' }, DECLARED] }),
    ).toEqual([])
  })

  it('has no fault with a verified agent', async () => {
    expect(await faultsOf(web, { path: '/agents', looks: LOOKS.toReversed(), states: [VERIFIED] })).toEqual([])
  })
})
