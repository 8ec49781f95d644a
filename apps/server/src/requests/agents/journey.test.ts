import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { newKey, prove, rotation, type SigningChoice, signRequest } from './testing.ts'

let service: TestService
let site: string
beforeAll(async () => {
  service = await startTestService()
  site = await service.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => service.stop())

const post = async (path: string, body: object | string, headers: Record<string, string> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const all = { 'content-type': 'application/json', ...headers }
  const answer = await fetch(site + path, { method: 'POST', body: text, headers: all })
  return { status: answer.status, body: await answer.json() }
}
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(site + path, { headers })
  return { status: answer.status, body: await answer.json() }
}
const signed = (choice: Omit<SigningChoice, 'url' | 'now'> & { path: string }) =>
  signRequest({ ...choice, url: site + choice.path, now: service.now() })

it('an agent declares, proves, signs, rotates its key, keeps its id, and is refused after revocation', async () => {
  const audience = new URL(site).host
  const [first, second] = [newKey(), newKey()]

  const agent = { agent_handle: 'Search Bot', agent_type: 'ai', origin: 'example.org', public_key: first.publicKey }
  const declared = await post('/api/agent/declare', agent)
  const agentId: string = declared.body.agent_id
  expect([declared.status, agentId]).toEqual([200, 'agent:Search Bot@example.org'])
  const record = () => get(`/api/agents/${encodeURIComponent(agentId)}`)
  expect((await record()).body.state).toBe('declared')

  const proof = prove(first, { action: 'prove', audience, agent_id: agentId }, service.now())
  expect(await post('/api/agent/prove', { agent_id: agentId, proof })).toMatchObject({ status: 200 })
  expect((await record()).body.state).toBe('verified')

  const whoami = '/api/agent/whoami'
  const asFirst = await signed({ key: first, path: whoami })
  expect(await get(whoami, asFirst)).toMatchObject({
    status: 200,
    body: { agent_id: agentId, keyid: first.thumbprint },
  })
  expect(await get(whoami, asFirst)).toMatchObject({ status: 401, body: { error: 'AGENT_SIGNATURE_REFUSED' } })

  const rotate = JSON.stringify(rotation({ agentId }, second, { now: service.now(), audience }))
  const rotateHeaders = await signed({ key: first, path: '/api/agent/rotate', method: 'POST', body: rotate })
  expect(await post('/api/agent/rotate', rotate, rotateHeaders)).toMatchObject({
    status: 200,
    body: { agent: { agent_id: agentId, state: 'verified', keys: [{ version: 1 }, { version: 2, ended_at: null }] } },
  })
  expect(await get(whoami, await signed({ key: first, path: whoami }))).toMatchObject({ status: 401 })
  expect(await get(whoami, await signed({ key: second, path: whoami }))).toMatchObject({
    status: 200,
    body: { agent_id: agentId, keyid: second.thumbprint },
  })

  const revoke = JSON.stringify({ agent_id: agentId })
  const revokeHeaders = await signed({ key: second, path: '/api/agent/revoke', method: 'POST', body: revoke })
  expect(await post('/api/agent/revoke', revoke, revokeHeaders)).toMatchObject({ status: 200 })
  expect(await get(whoami, await signed({ key: second, path: whoami }))).toMatchObject({
    status: 403,
    body: { error: 'AGENT_REVOKED' },
  })
  expect((await record()).body).toMatchObject({ agent_id: agentId, state: 'revoked', revoked_by: 'agent' })
})

it('a caller that hangs up in the middle of a signed body harms nobody', async () => {
  const { hostname, port } = new URL(site)
  const socket = connect(Number(port), hostname)
  const head = ['POST /api/agent/declare HTTP/1.1', `Host: ${hostname}`, 'Content-Type: application/json']
  const closed = once(service.app.server, 'connection').then(([served]) => once(served, 'close'))
  await once(socket, 'connect')
  socket.write([...head, 'Signature-Input: a=1', 'Content-Length: 100', '', '{"agent_id":'].join('\r\n'), () =>
    socket.destroy(),
  )
  await closed
  expect((await get('/api/nodes/count')).status).toBe(200)
})

it('the example of the documentation is understood', { timeout: 60_000 }, async () => {
  service.clock.set(new Date().toISOString())
  const example = join(import.meta.dirname, '../../../../../examples/signed-agent-request.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=stillhere-source', example], {
    env: { ...process.env, STILLHERE_URL: site },
  })
  expect(stdout).toMatch(/^200 \{/m)
  expect(stdout).toMatch(/agent_id: 'agent:example-[0-9a-f]{8}@example\.org'/)
})
