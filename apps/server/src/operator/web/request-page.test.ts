import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonicalize } from '@stillhere/receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowAsker, type Approver, askAsAgent, DEPLOY } from '../../../test/approvals.ts'
import {
  addTestCheck,
  addTestSite,
  passTestCheck,
  SHOP_ORIGIN,
  startTestCheck,
  type TestSite,
} from '../../../test/checks.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'
import { addAgent, type TestAgent } from '../../requests/agents/testing.ts'

const DOCUMENT =
  '<!doctype html><html lang="en"><title>Stillhere</title><body><div id="app"></div><noscript>No</noscript></body></html>'
// Each would leave its place, or change what the replacement does, where it was not escaped.
const NASTY = `</script><script>alert(1)</script> "x" 'y' & <!-- $& $1 $\``

const folder = mkdtempSync(join(tmpdir(), 'stillhere-request-page-'))
let service: TestService
let shop: TestSite
let ada: Pick<Approver, 'handle' | 'headers'>
let agent: TestAgent

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), DOCUMENT)
  writeFileSync(join(folder, 'check.js'), 'here()')
  writeFileSync(join(folder, 'sw.js'), 'listen()')
  service = await startTestService({ webDir: folder })
  shop = await addTestSite(service, { name: 'Shop & <b>Co</b>' })
  const headers = await bearerFor(service, await addNode(service, { email: 'ada@example.org' }))
  const { node } = (await service.call('GET', '/api/node/export', { headers })).json()
  ada = { handle: node.node_handle, headers }
  agent = await addAgent(service)
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const getCheck = (id: string) => service.app.inject(`/check/${id}`)
const getApproval = (id: string) => service.app.inject(`/approve/${id}`)
const readData = (html: string) =>
  /<script type="application\/json" id="request">([^<]*)<\/script>/.exec(html)?.[1] ?? ''

async function ask(changes: object = {}): Promise<string> {
  const answer = await askAsAgent(service, agent, ada, changes)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

describe('GET /check/:id', () => {
  it('200: who asks and exactly what for stand in the document, as text and as data, and never as markup', async () => {
    const details = { 'a <i>': NASTY, Second: 'two\nlines' }
    const { id } = await addTestCheck(service, shop, { action: NASTY, details })
    const { statusCode, body, headers } = await getCheck(id)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body).not.toMatch(/<b>|<i>|<!--|alert\(1\)<\/script/)
    expect(body).toContain('Shop &amp; &lt;b>Co&lt;/b> asks you to confirm')
    expect(body).toContain("&lt;/script>&lt;script>alert(1)&lt;/script> &quot;x&quot; 'y' &amp; &lt;!-- $&amp; $1 $`")
    expect(body).toContain('two\nlines')
    expect(body.indexOf('a &lt;i>')).toBeLessThan(body.indexOf('Second'))
    expect(JSON.parse(readData(body))).toEqual({
      kind: 'check',
      id,
      site: 'Shop & <b>Co</b>',
      origin: SHOP_ORIGIN,
      audience: SHOP_ORIGIN,
      action: NASTY,
      details,
      assurance: 1,
      otherWay: false,
      approverKey: false,
      takesFirstVisit: false,
      fromPage: false,
      test: false,
      status: 'open',
    })
  })

  it('200: keeps the direction of each text to itself, and shows code with escapes', async () => {
    const details = { סכום: '100', command: 'rm \u202E<i>\n' }
    const { id } = await addTestCheck(service, shop, { action: 'לשלם 100', details })
    const { body } = await getCheck(id)
    expect(body).toContain('<bdi class="check-action">לשלם 100</bdi>')
    expect(body).toContain('<dt><bdi>סכום</bdi></dt><dd><bdi>100</bdi></dd>')
    expect(body).toContain('<dd><code dir="ltr">rm <mark>\\u{202e}</mark>&lt;i><mark>\\n</mark>\n</code></dd>')
  })

  it('200: says that a page of the site started it, and stays within reach of that page', async () => {
    const { id } = await startTestCheck(service, shop)
    const { body, headers } = await getCheck(id)
    expect(JSON.parse(readData(body))).toMatchObject({ id, origin: SHOP_ORIGIN, fromPage: true })
    expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
  })

  it('200: says that a check is over, and that a test is one', async () => {
    const test = await addTestSite(service, { test: true })
    const { id } = await addTestCheck(service, test)
    await passTestCheck(service, id)
    const { body } = await getCheck(id)
    expect(body).toContain('This check is done.')
    expect(body).toContain('This is a test.')
  })

  it('200: speaks the language of the browser, with what the site wrote as it is', async () => {
    const { id } = await addTestCheck(service, shop, { action: 'Pay {site}' })
    const { body } = await service.app.inject({ url: `/check/${id}`, headers: { 'accept-language': 'es' } })
    expect(body).toContain('te pide que confirmes</span> <bdi class="check-action">Pay {site}</bdi>')
    expect(body).toContain('<p class="check-status">Un momento…</p>')
  })

  it.each(['x', '00000000-0000-4000-8000-000000000000', '%3Cscript%3E'])('404: for the check %s', async (id) => {
    const { statusCode, body } = await getCheck(id)
    expect([statusCode, readData(body)]).toEqual([404, 'null'])
    expect(body).toContain('This check doesn’t exist')
  })
})

describe('GET /approve/:id', () => {
  it('200: who asks for what stands in the document, as text and as data, and never as markup', async () => {
    expect((await allowAsker(service, ada, agent.agentId)).statusCode).toBe(200)
    const action = { type: 'deploy', summary: NASTY, details: { 'a <i>': NASTY, Second: 'two\nlines' } }
    const id = await ask({ action })
    const { statusCode, body, headers } = await getApproval(id)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body).not.toMatch(/<i>|<!--|alert\(1\)<\/script/)
    expect(body).toContain('two\nlines')
    expect(body.indexOf('<h1')).toBeLessThan(body.indexOf('Type: <code>deploy</code>'))
    expect(body.indexOf('Second')).toBeLessThan(body.indexOf('a &lt;i>'))
    expect(body.indexOf('a &lt;i>')).toBeLessThan(
      body.indexOf('Compare with the six words the asker shows: <strong lang="en">'),
    )
    const facts = JSON.parse(readData(body))
    expect(facts).toMatchObject({ id, status: 'open', text: canonicalize(action), assurance: 2, test: false })
    expect(createHash('sha256').update(facts.text).digest('hex')).toBe(facts.digest)
    expect(facts.asker).toMatchObject({ kind: 'agent', id: agent.agentId, operator: null })
    expect(body).not.toContain(ada.handle)
  })

  it('200: names the operator of an agent in the heading and in the title', async () => {
    await service.db.query(sql`
      INSERT INTO agent_operator (agent_id, node_id, receipt_id, since)
      SELECT a.id, n.id, gen_random_uuid(), now() FROM agent a, node n WHERE a.agent_id = ${agent.agentId} AND n.node_handle = ${ada.handle}`)
    const { body } = await getApproval(await ask())
    const who = `${agent.agentId.slice(6, agent.agentId.indexOf('@'))} (agent of example.org, operated by ${ada.handle})`
    expect(body).toContain(`<title>${who} asks: ${DEPLOY.summary} · Stillhere</title>`)
    expect(body).toContain(
      `<main id="main"><div class="approve-page stack"><section class="check-ask"><h1 tabindex="-1"><span class="check-who">${who} asks you to approve:</span> <bdi class="check-action">${DEPLOY.summary}</bdi></h1>`,
    )
  })

  it('200: says that it was decided', async () => {
    const id = await ask()
    await service.call('POST', `/api/approvals/${id}/deny`, { headers: ada.headers, payload: {} })
    const { body } = await getApproval(id)
    expect(body).toContain('This was denied.')
    expect(JSON.parse(readData(body))).toMatchObject({ status: 'denied' })
  })

  it.each(['x', '00000000-0000-4000-8000-000000000000', '%3Cscript%3E'])('404: for the approval %s', async (id) => {
    const { statusCode, body } = await getApproval(id)
    expect([statusCode, readData(body)]).toEqual([404, 'null'])
    expect(body).toContain('This approval doesn’t exist')
  })
})

describe('GET /sw.js', () => {
  it('200: to pages of this service alone, asked for anew each time, under their policy', async () => {
    const { statusCode, headers, body } = await service.app.inject('/sw.js')
    expect([statusCode, body, headers['cache-control']]).toEqual([200, 'listen()', 'no-cache'])
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers['content-security-policy']).toContain("worker-src 'self'")
  })
})

describe('GET /check.js', () => {
  it('200: to pages of every origin, for minutes; 304 to those who have it', async () => {
    const { statusCode, headers, body } = await service.app.inject({
      url: '/check.js',
      headers: { origin: 'https://a.example' },
    })
    expect([statusCode, body, headers['access-control-allow-origin']]).toEqual([200, 'here()', '*'])
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(headers['cache-control']).toBe('public, max-age=300')
    const again = await service.app.inject({ url: '/check.js', headers: { 'if-none-match': String(headers.etag) } })
    expect(again.statusCode).toBe(304)
  })
})
