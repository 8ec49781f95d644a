import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addApprover, allowAsker, type Approver, grant } from './approvals.ts'
import { addTestSite, type TestSite } from './checks.ts'
import { type OidcService, startOidcService } from './oidc.ts'

const GATE = join(import.meta.dirname, '../../../examples/deploy-gate/gate.ts')

let service: OidcService
let ada: Approver
let pipeline: TestSite
let trusted: string

beforeAll(async () => {
  service = await startOidcService()
  ada = await addApprover(service)
  pipeline = await addTestSite(service, { name: 'Pipeline', origins: ['https://ci.example'] })
  await allowAsker(service, ada, pipeline.key)
  const { keys } = (await service.call('GET', '/.well-known/continuity-issuer.json')).json()
  trusted = keys.map(({ publicKey }: { publicKey: string }) => publicKey).join(',')
}, 60_000)
afterAll(() => service.stop())

type Step = { gate: ChildProcessWithoutNullStreams; lines: string[]; waiting: string }

/** Starts the step, and returns once it waits for the person. */
async function startStep(): Promise<Step> {
  // The step judges by its own clock, and moving takes the service a few seconds ahead.
  service.clock.set(new Date().toISOString())
  const env = {
    ...process.env,
    STILLHERE_URL: service.address,
    SITE_SECRET: pipeline.secret,
    ORIGIN: 'https://ci.example',
    APPROVER: ada.handle,
    TRUSTED_ISSUERS: trusted,
    VERSION: '1.4.2',
    COMMIT: '9f2c1e7',
    EVERY_MS: '100',
  }
  const gate = spawn(process.execPath, ['--conditions=stillhere-source', GATE], { env })
  const lines: string[] = []
  const output = createInterface({ input: gate.stdout })
  output.on('line', (line) => lines.push(line))
  createInterface({ input: gate.stderr }).on('line', (line) => lines.push(line))
  const [waiting = ''] = (await once(output, 'line')) as string[]
  return { gate, lines, waiting }
}

async function openApproval() {
  const { approvals } = (await service.call('GET', '/api/node/approvals', { headers: ada.headers })).json()
  return approvals.find(({ status }: { status: string }) => status === 'open')
}

it('a deployment waits until a person approved exactly this version, and goes on', async () => {
  const { gate, lines, waiting } = await startStep()
  const approval = await openApproval()
  expect(waiting).toBe(
    `waiting for ${ada.handle}: ${service.address}/approve/${approval.id}, compare ${approval.binding_message}`,
  )
  expect(approval.action).toMatchObject({ summary: 'Deploy shop 1.4.2 to production', details: { commit: '9f2c1e7' } })
  await grant(service, ada, approval)
  expect(await once(gate, 'close')).toEqual([0, null])
  expect(lines.at(-1)).toMatch(/^approved by sha256:[0-9a-f]{64} at level 2$/)
}, 30_000)

it('a deployment that is denied is not made', async () => {
  const { gate, lines } = await startStep()
  const { id } = await openApproval()
  await service.call('POST', `/api/approvals/${id}/deny`, { headers: ada.headers })
  expect(await once(gate, 'close')).toEqual([1, null])
  expect(lines.join('\n')).toContain('not deployed: denied')
}, 30_000)
