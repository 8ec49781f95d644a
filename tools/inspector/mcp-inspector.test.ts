import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTestSite } from '../../apps/server/test/checks.ts'
import { callAsSite, type OidcService, startOidcService } from '../../apps/server/test/oidc.ts'
import { endProcesses, INHERITED, temporaryFolder } from '../../apps/server/test/process.ts'

const INSPECTOR = join(import.meta.dirname, 'node_modules', '.bin', 'mcp-inspector')
const STILLHERE = join(import.meta.dirname, '..', '..', 'apps', 'server', 'bin', 'stillhere.js')
const TOOLS = ['request_approval', 'get_approval', 'verify_receipt', 'declare_agent', 'whoami']

let service: OidcService
beforeAll(async () => {
  service = await startOidcService()
})
afterAll(async () => {
  await endProcesses()
  await service.stop()
})

/** Lists the tools with the inspector, which ends badly where a schema is wrong, and complains of what other clients may not read. */
async function inspect(...target: string[]): Promise<{ names: string[]; complaints: string }> {
  const env = { ...INHERITED, HOME: temporaryFolder() }
  const args = [INSPECTOR, '--cli', '--method', 'tools/list', '--strict', ...target]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env })
  const { tools } = JSON.parse(stdout) as { tools: { name: string }[] }
  return { names: tools.map(({ name }) => name), complaints: stderr }
}

it('the MCP inspector finds nothing wrong with the tools on stdio', async () => {
  const key = join(temporaryFolder(), 'key.pem')
  const command = [process.execPath, '--conditions=stillhere-source', STILLHERE, 'mcp']
  const found = await inspect('--', ...command, '--service', service.address, '--key', key)
  expect(found).toEqual({ names: TOOLS, complaints: expect.not.stringMatching(/warning|error/i) })
})

it('the MCP inspector finds nothing wrong with the tools at /mcp', async () => {
  const site = await addTestSite(service)
  const form = { grant_type: 'client_credentials', resource: `${service.address}/mcp`, scope: 'approvals' }
  const { access_token: token } = (await (await callAsSite(service, site, '/token', form)).json()) as Record<
    string,
    string
  >
  const found = await inspect(`${service.address}/mcp`, '--header', `Authorization: Bearer ${token}`)
  expect(found).toEqual({ names: TOOLS, complaints: expect.not.stringMatching(/warning|error/i) })
})
