import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { computePayloadDigest } from '@stillhere/client/receipt'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareChromium } from '../../../scripts/chromium.ts'
import { findPython, pythonEnvironment } from '../../../scripts/programs.ts'
import { addDevice, letAsk, openAs, type VirtualCredential } from './approvals.ts'
import { scanUntil } from './check-phone.ts'
import { screenshot } from './checks.ts'
import { enrollByCalls } from './enrollment.ts'
import { type McpAgent, startAgent } from './mcp-agent.ts'
import { headersOf, type JoinedNode, joinNode } from './people.ts'
import { ADA, givePhone } from './scan-phone.ts'
import { MOVING, startWeb, type Web } from './web.ts'

const JOURNEY_MS = 240_000
const ACTION = {
  type: 'payment',
  summary: 'Pay 7 € to Eve',
  details: { Amount: '7 €', 'To whom': 'Eve <eve@example.org>', Note: 'Order 7,\nas agreed' },
}
const DIGEST = computePayloadDigest(ACTION)
const CHANGED_DIGEST = computePayloadDigest({ ...ACTION, details: { ...ACTION.details, Amount: '70 €' } })
const OTHER_KEY = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'
const RECEIPT = join(import.meta.dirname, '..', '..', '..', 'packages', 'receipt')
const RECEIPT_CLI = join(RECEIPT, 'bin', 'stillhere-receipt.js')
const VERIFIER_PAGE = pathToFileURL(join(RECEIPT, 'dist', 'verifier.html')).href
const python = findPython('import cryptography')
if (python === undefined) console.warn('an approval was not judged by Python: it lacks the package cryptography')
const VERIFIERS = [[process.execPath, RECEIPT_CLI], ...(python ? [[python, '-m', 'stillhere_receipt']] : [])]

let browser: Browser
let web: Web
let ada: JoinedNode
let agent: McpAgent
// Of Ada's phone: she enrolls once, and adds one passkey.
let enrollment: string
let ownKeys: VirtualCredential[] = []
// The service remembers motion and takes none twice.
let day = 3
const folder = mkdtempSync(join(tmpdir(), 'approval-journey-'))

beforeAll(async () => {
  browser = await shareChromium()
  web = await startWeb(browser)
  // The name by which the phone knows it, too: an IP address has no passkeys.
  agent = await startAgent(web.address.replace('127.0.0.1', 'localhost'), folder)
  ada = await joinNode(web, 'ada@example.org')
  await letAsk(web, ada, agent.id)
  enrollment = await enrollByCalls(web.address, ada)
}, JOURNEY_MS)

afterAll(async () => {
  await agent?.close()
  await web?.stop()
  rmSync(folder, { recursive: true })
})

it.each(['phone', 'desktop'] as const)(
  'an agent asks by MCP, a person on a %s reads exactly that and their key signs it, the agent redeems once, and three verifiers accept it offline by that key alone',
  async (device) => {
    const asked = await agent.use('request_approval', { approver: ada.nodeHandle, action: ACTION })
    expect(asked).toMatchObject({ status: 'open', digest: DIGEST })
    const redeem = (digest: string) => agent.use('get_approval', { id: asked['id'], digest })
    expect(await redeem(DIGEST)).toMatchObject({ status: 'open' })

    const { pathname } = new URL(String(asked['url']))
    await (device === 'phone' ? approveOnPhone(pathname) : approveBesideDesktop(pathname))

    await expect(redeem(CHANGED_DIGEST)).rejects.toThrow('APPROVAL_DIGEST_WRONG')
    const { receipt, ...granted } = await redeem(DIGEST)
    expect(granted).toMatchObject({ status: 'granted', reached: 2 })
    expect(await redeem(DIGEST)).not.toHaveProperty('receipt')

    const [issuerKey, key] = await Promise.all([readIssuerKey(), readThumbprint()])
    const judge = prepareJudging(receipt, issuerKey)
    const [first, ...others] = VERIFIERS.map((command) => [
      judge(command, { digest: DIGEST, key }),
      judge(command, { digest: CHANGED_DIGEST, key }),
      judge(command, { digest: DIGEST, key: OTHER_KEY }),
    ])
    expect(first).toMatchObject([
      { code: 0, said: { status: 'VALID', failures: [] } },
      { code: 1, said: { status: 'INVALID', failures: [{ code: 'ACTION_DIGEST_MISMATCH' }] } },
      { code: 1, said: { status: 'INVALID', failures: [{ code: 'APPROVER_UNTRUSTED' }] } },
    ])
    // Word for word, with every check.
    for (const other of others) expect(other).toEqual(first)

    await judgeOnPage(receipt, { issuerKey, key })
  },
  JOURNEY_MS,
)

/** Gives the receipt to verifier.html without a network: it accepts the pinned key, and no other. */
async function judgeOnPage(receipt: unknown, { issuerKey, key }: { issuerKey: string; key: string }): Promise<void> {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  await page.goto(VERIFIER_PAGE)
  await page.evaluate('document.getElementById("settings").open = true')
  await page.fill('#trusted', issuerKey)
  await page.fill('#text', JSON.stringify(receipt))
  await page.fill('#approver', OTHER_KEY)
  await page.locator('.stamp', { hasText: 'ANOTHER KEY' }).waitFor()
  await page.fill('#approver', key)
  await page.locator('.stamp', { hasText: /^valid$/i }).waitFor()
  for (const check of ['V2', 'V8', 'issuer'])
    expect(await page.locator(`[data-check=${check}] strong`).innerText()).toBe('PASS')
  await context.close()
}

/** Opens the link in Ada's hand; the first time there is neither a passkey nor an enrollment. She reads, and approves. */
async function approveOnPhone(path: string): Promise<void> {
  const { page, complaints, strangers, close } = await openAs(web, ada, path, { options: MOVING })
  const readPasskeys = await addDevice(page, ownKeys)
  if (ownKeys.length === 0) await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('heading', { name: 'To approve, first teach Stillhere how you move' }).waitFor()
  await page.evaluate(`localStorage.setItem('stillhere-enrollment', ${JSON.stringify(enrollment)})`)
  await givePhone(page, { holder: ADA, day: day++ }, ada)
  await page.locator('.approve-acts .button-main[aria-disabled=false]').waitFor()
  await expectAction(page)
  await screenshot(page, 'journey-approve-phone-light')
  await scanUntil(page, { button: 'Approve', done: '.approve-page .notice-good' })
  await screenshot(page, 'journey-approved-phone-light')
  ownKeys = await readPasskeys()
  expect([strangers(), complaints.console]).toEqual([[], []])
  await close()
}

/** Opens the link on a screen without sensors, which shows the same action and the way to a phone; Ada approves there, by her notice. */
async function approveBesideDesktop(path: string): Promise<void> {
  const { page, complaints, strangers, close } = await openAs(web, ada, path, { size: 'desktop' })
  await page.getByRole('heading', { name: 'Approve on your phone' }).waitFor()
  await expectAction(page)
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
  await screenshot(page, 'journey-approve-desktop-light')
  await approveOnPhone(path)
  await page.reload()
  await page.getByText('This was approved before.').waitFor()
  await screenshot(page, 'journey-approved-desktop-light')
  expect([strangers(), complaints.console]).toEqual([[], []])
  await close()
}

async function expectAction(page: Page): Promise<void> {
  const who = 'deployer (agent of example.org) asks you to approve:'
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`${who} ${ACTION.summary}`)
  expect(await page.locator('.approve-type code').textContent()).toBe(ACTION.type)
  const shown = [await page.getByRole('term').allTextContents(), await page.getByRole('definition').allTextContents()]
  // In the order of the signed text, which is that of RFC 8785.
  const details = Object.entries(ACTION.details).toSorted(([one], [other]) => (one < other ? -1 : 1))
  expect(shown).toEqual([details.map(([name]) => name), details.map(([, value]) => value)])
}

async function readIssuerKey(): Promise<string> {
  const answer = await fetch(`${web.address}/.well-known/continuity-issuer.json`)
  return ((await answer.json()) as { issuer: { publicKey: string } }).issuer.publicKey
}

/** The thumbprint of Ada's one key, as My node shows it to her for the agent. */
async function readThumbprint(): Promise<string> {
  const answer = await fetch(`${web.address}/api/node/passkeys`, { headers: headersOf(ada) })
  const { passkeys } = (await answer.json()) as { passkeys: { thumbprint: string }[] }
  return passkeys[0]!.thumbprint
}

/** Returns what a command line says of this receipt, for this agent, for the action of a digest and with one key pinned. */
function prepareJudging(receipt: unknown, issuerKey: string) {
  const file = join(folder, 'receipt.json')
  writeFileSync(file, JSON.stringify(receipt))
  const demands = ['verify', file, '--trusted', issuerKey, '--audience', agent.id, '--json']
  return ([program = '', ...args]: readonly string[], { digest, key }: { digest: string; key: string }) => {
    const given = [...args, ...demands, '--action-digest', digest, '--approver-key', key]
    const { status, stdout } = spawnSync(program, given, { env: pythonEnvironment(), encoding: 'utf8' })
    return { code: status, said: JSON.parse(stdout) as unknown }
  }
}
