import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseUrl, endProcesses, temporaryFolder } from '../../../test/process.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { addAgent } from '../../requests/agents/testing.ts'
import { UsageProblem } from './command.ts'
import { runFreeAgent } from './operate.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => {
  await service.stop()
  await endProcesses()
})

async function free(...args: string[]) {
  const lines: string[] = []
  const settings = readSettings({
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: databaseUrl(service.connection),
    SECRET_KEY: 'a-secret-key-of-tests',
  })
  return {
    code: await runFreeAgent(args, { settings, print: (line) => lines.push(line), showProgress: () => {} }),
    lines,
  }
}

const stateOf = async (id: string) =>
  (await service.call('GET', `/api/agents/${encodeURIComponent(id)}`)).json().state as string | undefined

it('F16: 0: an agent that was never proved is gone, and its handle can be declared again', async () => {
  const { agentId, key } = await addAgent(service, { proved: false })
  expect(await free(agentId)).toEqual({
    code: 0,
    lines: [`${agentId} is removed, and its handle can be declared again`],
  })
  expect(await stateOf(agentId)).toBeUndefined()
  const [agent_handle = '', origin] = agentId.replace('agent:', '').split('@')
  const payload = { agent_handle, agent_type: 'ai', origin, public_key: key.publicKey }
  expect((await service.call('POST', '/api/agent/declare', { payload })).json()).toMatchObject({
    alreadyDeclared: false,
  })
})

it('F16: 1: a verified agent stays, and nobody has such an id', async () => {
  const { agentId } = await addAgent(service)
  expect(await free(agentId)).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^This agent is verified\. Revoke it/)],
  })
  expect(await stateOf(agentId)).toBe('verified')
  expect((await free('agent:nobody@example.org')).code).toBe(1)
})

it('F16: not understood without exactly one id', async () => {
  await expect(free()).rejects.toThrow(UsageProblem)
  await expect(free('one', 'two')).rejects.toThrow('exactly one AGENT_ID is expected here')
})
