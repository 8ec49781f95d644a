import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { openKey } from '@stillhere/client/keys'
import { type ApproverKey, computeThumbprint } from '@stillhere/receipt/approver'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createBackend } from '../src/app/cli/mcp.ts'
import { addApprover, allowAsker, type Approver, grant } from './approvals.ts'
import { type OidcService, startOidcService } from './oidc.ts'
import { endProcesses, INHERITED, temporaryFolder } from './process.ts'

// Processes are started; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 90_000 })

const ROOT = join(import.meta.dirname, '..', '..', '..')
const AGENT = 'agent:mcp-agent@example.org'
const DECLARATION = { agent_handle: 'mcp-agent', agent_type: 'ai', origin: 'example.org' }

let service: OidcService
let ada: Approver
let env: Record<string, string>
let following: ReturnType<typeof setInterval>

beforeAll(async () => {
  service = await startOidcService()
  ada = await addApprover(service)
  const { issuer } = (await service.call('GET', '/.well-known/continuity-issuer.json')).json()
  env = {
    ...INHERITED,
    STILLHERE_URL: service.address,
    APPROVER: ada.handle,
    TRUSTED_ISSUERS: issuer.publicKey,
    APPROVER_KEYS: computeThumbprint(ada.authenticator.keys.publicKey.export({ format: 'jwk' }) as ApproverKey),
    AGENT_KEY: join(temporaryFolder(), 'agent-key.pem'),
    STILLHERE: `${process.execPath} --conditions=stillhere-source ${join(ROOT, 'apps', 'server', 'bin', 'stillhere.js')}`,
  }
  followTime()
  await createBackend(service.address, await openKey({ file: env['AGENT_KEY'] ?? '' })).declareAgent(DECLARATION)
  await allowAsker(service, ada, AGENT, { share_key: true })
}, 60_000)
afterAll(async () => {
  clearInterval(following)
  await endProcesses()
  await service.stop()
})

// The agent signs by its own clock, which goes on.
function followTime(): void {
  service.clock.set(new Date().toISOString())
  following = setInterval(() => service.clock.set(new Date().toISOString()), 500)
}

type Asked = { id: string; digest: string }
type Agent = { child: ChildProcessByStdio<null, Readable, Readable>; lines: string[]; ended: Promise<unknown[]> }

function startAgent(): Agent {
  const args = ['--conditions=stillhere-source', join(ROOT, 'examples', 'mcp-agent', 'agent.ts')]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  return { child, lines, ended: once(child, 'close') }
}

it('the example acts once the person has approved, by a receipt that it verified, and not where they denied', async () => {
  const agents = [startAgent(), startAgent()]
  const [granted, denied] = await findAsked(agents.length)
  expect(agents.flatMap(({ lines }) => lines).join('\n')).not.toContain('doing it now')
  clearInterval(following)
  await service.call('POST', `/api/approvals/${denied?.id}/deny`, { headers: ada.headers, payload: {} })
  await grant(service, ada, granted ?? { id: '', digest: '' })
  followTime()
  const codes = await Promise.all(agents.map(({ ended }) => ended))
  const find = (id = '') => agents.findIndex(({ lines }) => lines.includes(`${service.address}/approve/${id}`))
  const outcomes = [granted, denied].map((one) => [codes[find(one?.id)], agents[find(one?.id)]?.lines.at(-1)])
  expect(outcomes).toEqual([
    [[0, null], 'approved; doing it now: Deploy shop 1.4.2 to production'],
    [[1, null], 'not done: the approval is denied'],
  ])
})

/** What waits for the person, once so many do. */
function findAsked(count: number): Promise<Asked[]> {
  return vi.waitUntil(
    async () => {
      const { approvals } = (await service.call('GET', '/api/node/approvals', { headers: ada.headers })).json()
      return approvals.length === count && approvals
    },
    { timeout: 60_000, interval: 100 },
  )
}
