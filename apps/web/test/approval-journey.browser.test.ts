import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { computePayloadDigest } from '@stillhere/client/receipt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canPython, pythonEnvironment } from '../../../scripts/python.ts'
import { shareChromium } from '../../../scripts/shared-chromium.ts'
import { addDevice, letAsk, openAs } from './approvals.ts'
import { scanUntil } from './check-phone.ts'
import { screenshot } from './checks.ts'
import { enrollByCalls } from './enrollment.ts'
import { type McpAgent, startAgent } from './mcp-agent.ts'
import { type JoinedNode, joinNode } from './people.ts'
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
const RECEIPT_CLI = join(import.meta.dirname, '..', '..', '..', 'packages', 'receipt', 'bin', 'stillhere-receipt.js')
const VERIFIERS = [
  [process.execPath, RECEIPT_CLI],
  ...(canPython('pass', 'judgments of an approval by Python') ? [['python3', '-m', 'stillhere_receipt']] : []),
]

let web: Web
let ada: JoinedNode
let agent: McpAgent
const folder = mkdtempSync(join(tmpdir(), 'approval-journey-'))

beforeAll(async () => {
  web = await startWeb(await shareChromium())
  // The name by which the phone knows it, too: an IP address has no passkeys.
  agent = await startAgent(web.address.replace('127.0.0.1', 'localhost'), folder)
  ada = await joinNode(web, 'ada@example.org')
  await letAsk(web, ada, agent.id)
}, JOURNEY_MS)

afterAll(async () => {
  await agent?.close()
  await web?.stop()
  rmSync(folder, { recursive: true })
})

it(
  'an agent asks by MCP, a person reads exactly that and approves at level 2, the agent redeems once, and two verifiers agree on what was approved',
  async () => {
    const asked = await agent.use('request_approval', { approver: ada.nodeHandle, action: ACTION })
    expect(asked).toMatchObject({ status: 'open', digest: DIGEST })
    const redeem = (digest: string) => agent.use('get_approval', { id: asked['id'], digest })
    expect(await redeem(DIGEST)).toMatchObject({ status: 'open' })

    await approveOnPhone(new URL(String(asked['url'])))

    await expect(redeem(CHANGED_DIGEST)).rejects.toThrow('APPROVAL_DIGEST_WRONG')
    const { receipt, ...granted } = await redeem(DIGEST)
    expect(granted).toMatchObject({ status: 'granted', reached: 2 })
    expect(await redeem(DIGEST)).not.toHaveProperty('receipt')

    const judge = await prepareJudging(receipt)
    const [first, ...others] = VERIFIERS.map((command) => [judge(command, DIGEST), judge(command, CHANGED_DIGEST)])
    expect(first).toMatchObject([
      { code: 0, said: { status: 'VALID', failures: [] } },
      { code: 1, said: { status: 'INVALID', failures: [{ code: 'ACTION_DIGEST_MISMATCH' }] } },
    ])
    // Word for word, with every check.
    for (const other of others) expect(other).toEqual(first)
  },
  JOURNEY_MS,
)

/** Opens the link in Ada's hand, where there is neither a passkey nor an enrollment yet; reads, and approves. */
async function approveOnPhone({ pathname }: URL): Promise<void> {
  const enrollment = await enrollByCalls(web.address, ada)
  const { page, complaints, strangers, close } = await openAs(web, ada, pathname, { options: MOVING })
  await addDevice(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('heading', { name: 'To approve, first teach Stillhere how you move' }).waitFor()
  await page.evaluate(`localStorage.setItem('stillhere-enrollment', ${JSON.stringify(enrollment)})`)
  await givePhone(page, { holder: ADA, day: 3 }, ada)
  await page.locator('.approve-acts .button-main[aria-disabled=false]').waitFor()
  const who = 'deployer (agent of example.org) asks you to approve:'
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`${who} ${ACTION.summary}`)
  expect(await page.locator('.approve-type code').textContent()).toBe(ACTION.type)
  const shown = [await page.getByRole('term').allTextContents(), await page.getByRole('definition').allTextContents()]
  expect(shown).toEqual([Object.keys(ACTION.details), Object.values(ACTION.details)])
  await screenshot(page, 'journey-approve-phone-light')
  await scanUntil(page, { button: 'Approve', done: '.approve-page .notice-good' })
  await screenshot(page, 'journey-approved-phone-light')
  expect([strangers(), complaints.console]).toEqual([[], []])
  await close()
}

/** Returns what a command line says of this receipt, for this agent and for the action of a digest. */
async function prepareJudging(receipt: unknown) {
  const file = join(folder, 'receipt.json')
  writeFileSync(file, JSON.stringify(receipt))
  const answer = await fetch(`${web.address}/.well-known/continuity-issuer.json`)
  const { issuer } = (await answer.json()) as { issuer: { publicKey: string } }
  const demands = ['verify', file, '--trusted', issuer.publicKey, '--audience', agent.id, '--json']
  return ([program = '', ...args]: readonly string[], digest: string): { code: number | null; said: unknown } => {
    const given = [...args, ...demands, '--action-digest', digest]
    const { status, stdout } = spawnSync(program, given, { env: pythonEnvironment(), encoding: 'utf8' })
    return { code: status, said: JSON.parse(stdout) }
  }
}
