import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { openKey } from '@stillhere/client/keys'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addApprover, allowAsker, type Approver, DEPLOY, grant } from '../../../test/approvals.ts'
import { runStillhereHere } from '../../../test/command.ts'
import { callTool, createMcpClient, type ClientChoice, type Era, ERAS, useTool } from '../../../test/mcp.ts'
import { type OidcService, startOidcService } from '../../../test/oidc.ts'
import { endProcesses, INHERITED, temporaryFolder } from '../../../test/process.ts'
import { createBackend } from './mcp.ts'

// Processes are started; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 })

const BIN = join(import.meta.dirname, '../../../bin/stillhere.js')
const AGENT = 'agent:local-deployer@example.org'
const DECLARATION = { agent_handle: 'local-deployer', agent_type: 'ai', origin: 'example.org' }

let service: OidcService
let ada: Approver
const keyFile = join(temporaryFolder(), 'new', 'agent-key.pem')

beforeAll(async () => {
  service = await startOidcService()
  ada = await addApprover(service)
}, 60_000)
afterAll(async () => {
  await endProcesses()
  await service.stop()
})
beforeEach(() => service.clock.set(new Date().toISOString()))

const commandLine = () => ['--conditions=stillhere-source', BIN, 'mcp', '--service', service.address, '--key', keyFile]

async function connect(choice: ClientChoice = {}) {
  const client = createMcpClient(choice)
  await client.connect(new StdioClientTransport({ command: process.execPath, args: commandLine(), env: INHERITED }))
  service.clock.set(new Date().toISOString())
  return client
}

it('makes a key that only its owner can read, declares its agent by it, and says who it is', async () => {
  const client = await connect()
  expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  const unknown = await callTool(client, 'whoami')
  expect([unknown.isError, unknown.text]).toEqual([
    true,
    expect.stringMatching(/^AGENT_SIGNATURE_REFUSED: .* call declare_agent\.$/),
  ])
  expect(await useTool(client, 'declare_agent', DECLARATION)).toMatchObject({ agent_id: AGENT, alreadyDeclared: false })
  expect(await useTool(client, 'whoami')).toMatchObject({ kind: 'agent', id: AGENT })
  expect(await useTool(client, 'declare_agent', DECLARATION)).toMatchObject({ alreadyDeclared: true })
  const { state } = (await service.call('GET', `/api/agents/${encodeURIComponent(AGENT)}`)).json()
  expect(state).toBe('verified')
  expect((await callTool(client, 'request_approval', { approver: ada.handle, action: DEPLOY })).text).toMatch(
    /^ASKER_NOT_ALLOWED: /,
  )
  await client.close()
})

describe.each(Object.keys(ERAS) as Era[])('a client of the %s protocol', (era) => {
  it('has the link shown, and gets the receipt of what was approved once', async () => {
    await allowAsker(service, ada, AGENT, { per_day: 100 })
    const shown: string[] = []
    const client = await connect({ era, showLink: (url) => (shown.push(url), 'accept') })
    expect(client.getNegotiatedProtocolVersion()).toBe(ERAS[era])
    const asking = await useTool(client, 'request_approval', { approver: ada.handle, action: DEPLOY })
    const { id, digest } = asking
    expect(shown).toEqual([`${service.address}/approve/${id}`])
    await grant(service, ada, asking)
    service.clock.set(new Date().toISOString())
    const { receipt, reached } = await useTool(client, 'get_approval', { id, digest })
    expect(reached).toBe(2)
    expect(await useTool(client, 'get_approval', { id, digest })).not.toHaveProperty('receipt')
    const judged = await useTool(client, 'verify_receipt', { receipt: JSON.stringify(receipt), digest })
    expect(judged).toMatchObject({ status: 'VALID', digest_matches: true })
    await client.close()
  })
})

it('prints the protocol and nothing else, and ends with its input', async () => {
  const child = spawn(process.execPath, commandLine())
  const printed = { stdout: text(child.stdout), stderr: text(child.stderr) }
  const clientInfo = { name: 'by-hand', version: '1' }
  const params = { protocolVersion: '2024-11-05', capabilities: {}, clientInfo }
  child.stdin.write('this is no message\n')
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  await once(child.stdout, 'data')
  child.stdin.end()
  const [code] = await once(child, 'close')
  const [stdout, stderr] = [await printed.stdout, await printed.stderr]
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { id: 1, result: { protocolVersion: '2024-11-05' } }])
  expect(stdout + stderr).not.toContain(readFileSync(keyFile, 'utf8').split('\n')[1])
})

it('says so where no service answers', async () => {
  const backend = createBackend('http://127.0.0.1:9/', await openKey({ file: keyFile }))
  await expect(backend.whoAmI()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

it.each([
  [[]],
  [['--service', 'http://id.example.org']],
  [['--service', 'swordfish']],
  [['--service', 'https://id.example.org/?a=b']],
  [['--service', 'https://id.example.org', '--key', import.meta.filename]],
])('64: %j is not understood', async (args) => {
  const { code, stdout } = await runStillhereHere(['mcp', ...args], {})
  expect([code, stdout]).toEqual([64, ''])
})
