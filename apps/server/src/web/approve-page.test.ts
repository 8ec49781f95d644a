import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowAsker, type Approver, askAsAgent, DEPLOY } from '../../test/approvals.ts'
import { addNode, bearerFor } from '../../test/nodes.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { addAgent, type TestAgent } from '../agents/testing.ts'
import { sql } from '../database/sql.ts'

const DOCUMENT =
  '<!doctype html><html lang="en"><title>Stillhere</title><body><div id="app"></div><noscript>No</noscript></body></html>'
// Each would leave its place, or change what the replacement does, where it was not escaped.
const NASTY = `</script><script>alert(1)</script> "x" 'y' & <!-- $& $1 $\``

const folder = mkdtempSync(join(tmpdir(), 'stillhere-approve-page-'))
let service: TestService
let ada: Pick<Approver, 'handle' | 'headers'>
let agent: TestAgent

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), DOCUMENT)
  service = await startTestService({ webDir: folder })
  const headers = await bearerFor(service, await addNode(service, { email: 'ada@example.org' }))
  const { node } = (await service.call('GET', '/api/node/export', { headers })).json()
  ada = { handle: node.node_handle, headers }
  agent = await addAgent(service)
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const get = (id: string) => service.app.inject(`/approve/${id}`)
const readData = (html: string) =>
  /<script type="application\/json" id="approve">([^<]*)<\/script>/.exec(html)?.[1] ?? ''

async function ask(changes: object = {}): Promise<string> {
  const answer = await askAsAgent(service, agent, ada, changes)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

describe('GET /approve/:id', () => {
  it('200: who asks for what stands in the document, as text and as data, and never as markup', async () => {
    expect((await allowAsker(service, ada, agent.agentId)).statusCode).toBe(200)
    const action = { type: 'deploy', summary: NASTY, details: { 'a <i>': NASTY, Second: 'two\nlines' } }
    const id = await ask({ action })
    const { statusCode, body, headers } = await get(id)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body).not.toMatch(/<i>|<!--|alert\(1\)<\/script/)
    expect(body).toContain('two\nlines')
    expect(body.indexOf('<h1')).toBeLessThan(body.indexOf('Type: <code>deploy</code>'))
    expect(body.indexOf('a &#60;i&#62;')).toBeLessThan(body.indexOf('Compare with the code the asker shows: <code>'))
    const facts = JSON.parse(readData(body))
    expect(facts).toMatchObject({ id, status: 'open', action, assurance: 2, test: false })
    expect(facts.asker).toMatchObject({ kind: 'agent', id: agent.agentId, operator: null })
    expect(body).not.toContain(ada.handle)
  })

  it('200: names the operator of an agent in the heading and in the title', async () => {
    await service.db.query(sql`
      INSERT INTO agent_operator (agent_id, node_id, receipt_id, since)
      SELECT a.id, n.id, gen_random_uuid(), now() FROM agent a, node n WHERE a.agent_id = ${agent.agentId} AND n.node_handle = ${ada.handle}`)
    const { body } = await get(await ask())
    const who = `${agent.agentId.slice(6, agent.agentId.indexOf('@'))} (agent of example.org, operated by ${ada.handle})`
    expect(body).toContain(`<title>${who} asks: ${DEPLOY.summary} · Stillhere</title>`)
    expect(body).toContain(
      `<main id="main"><div class="approve-page stack"><section class="check-ask">
<h1 tabindex="-1"><span class="check-who">${who} asks you to approve:</span> <bdi class="check-action">${DEPLOY.summary}</bdi></h1>`,
    )
  })

  it('200: says that it was decided', async () => {
    const id = await ask()
    await service.call('POST', `/api/approvals/${id}/deny`, { headers: ada.headers, payload: {} })
    const { body } = await get(id)
    expect(body).toContain('This was denied.')
    expect(JSON.parse(readData(body))).toMatchObject({ status: 'denied' })
  })

  it.each(['x', '00000000-0000-4000-8000-000000000000', '%3Cscript%3E'])('404: for the approval %s', async (id) => {
    const { statusCode, body } = await get(id)
    expect([statusCode, readData(body)]).toEqual([404, 'null'])
    expect(body).toContain('This approval doesn’t exist')
  })
})
