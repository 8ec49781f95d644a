import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { addAgent, newKey, rotation, sendSignedPost, type TestAgent } from '../../requests/agents/testing.ts'

const BASE = 'https://id.example.org'
const CATALOG = '/.well-known/api-catalog'
const GUIDE = '/llms.txt'

let service: TestService
let named: ReturnType<typeof createTestApp>
beforeAll(async () => {
  service = await startTestService()
  named = createTestApp({ ...service, settings: { ...service.settings, publicUrl: BASE } })
})
afterAll(async () => {
  await named.close()
  await service.stop()
})

const isServed = (url: string) => service.app.hasRoute({ method: 'POST', url })
/** Whether an address of the service answers a GET; a page within /docs has the endpoint that the fragment names. */
async function isThere(address: string): Promise<boolean> {
  const [path = '', fragment] = address.replace(BASE, '').split('#')
  const { statusCode, body } = await named.inject(path)
  return address.startsWith(BASE) && statusCode === 200 && (!fragment || body.includes(`id="${fragment}"`))
}

describe(`GET ${CATALOG}`, () => {
  it('200: leads to description, documentation and state of every API, all of which are there', async () => {
    const answer = await named.inject(CATALOG)
    expect(answer.headers['content-type']).toBe(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    )
    const { linkset } = answer.json()
    expect(linkset[0]).toEqual({
      anchor: `${BASE}/api`,
      'service-desc': [{ href: `${BASE}/openapi.json`, type: 'application/json' }],
      'service-doc': [
        { href: `${BASE}/docs`, type: 'text/html' },
        { href: `${BASE}/llms.txt`, type: 'text/plain' },
      ],
      status: [{ href: `${BASE}/api/health`, type: 'application/json' }],
    })
    const targets = [...answer.body.matchAll(/"href":"([^"]+)","type":"([^"]+)"/g)]
    expect(targets.length).toBeGreaterThan(4)
    for (const [, href = '', type = ''] of targets) {
      const { statusCode, headers } = await named.inject(href.replace(BASE, ''))
      expect([href, statusCode, String(headers['content-type']).split(';')[0]]).toEqual([href, 200, type])
    }
  })

  it('HEAD 200: says by Link that it is the catalog', async () => {
    const answer = await named.inject({ method: 'HEAD', url: CATALOG })
    expect([answer.statusCode, answer.body, answer.headers.link]).toEqual([
      200,
      '',
      `<${BASE}${CATALOG}>; rel="api-catalog"`,
    ])
  })
})

describe(`GET ${GUIDE}`, () => {
  it('200: has the form of llmstxt.org, and every link leads somewhere', async () => {
    const answer = await named.inject(GUIDE)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    const [notes = '', ...lists] = answer.body.split(/^## .*$/m)
    expect(notes).toMatch(/^# Stillhere\n\n> .+\n\n/)
    expect(notes.match(/^#/gm)).toHaveLength(1)
    for (const list of lists) expect(list.trim()).toMatch(/^(?:- \[[^\]]+\]\(\S+\): .+\n?)+$/)
    const links = [...answer.body.matchAll(/\]\((\S+)\)/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(8)
    for (const link of links) expect([link, await isThere(link)]).toEqual([link, true])
  })

  it('names only what is served', async () => {
    const { body } = await named.inject(GUIDE)
    expect(body.includes('/mcp')).toBe(isServed('/mcp'))
    expect(body.includes('/api/approvals')).toBe(isServed('/api/approvals'))
    expect(body.includes('CIBA')).toBe(isServed('/oidc/backchannel'))
  })
})

describe('a service that does not know its own name', () => {
  const relayed = (url: string) => service.app.inject({ url, headers: { 'x-forwarded-host': 'elsewhere.example' } })

  it('404: writes no catalog under a name that a relay could choose', async () => {
    const answer = await relayed(CATALOG)
    expect([answer.statusCode, answer.json().detail]).toEqual([404, expect.stringContaining('PUBLIC_URL')])
  })

  it('200: writes paths into the guide', async () => {
    const { statusCode, body } = await relayed(GUIDE)
    expect([statusCode, body.includes('](/docs/api)'), /elsewhere|localhost/.test(body)]).toEqual([200, true, false])
  })
})

describe('GET /api/agents/:id/http-message-signatures-directory', () => {
  const directoryOf = (agentId: string) =>
    service.app.inject(`/api/agents/${encodeURIComponent(agentId)}/http-message-signatures-directory`)
  const kidsOf = async ({ agentId }: TestAgent) => {
    const answer = await directoryOf(agentId)
    return [answer.statusCode, answer.json().keys.map(({ kid }: { kid: string }) => kid)]
  }

  it('200: has the key of an agent, by its thumbprint, in the media type of Web Bot Auth', async () => {
    const agent = await addAgent(service)
    const answer = await directoryOf(agent.agentId)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/http-message-signatures-directory+json',
      'cache-control': 'public, max-age=60',
    })
    const x = Buffer.from(agent.key.publicKey, 'hex').toString('base64url')
    expect(answer.json()).toEqual({ keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: agent.key.thumbprint, use: 'sig' }] })
  })

  it('200: has the new key alone after a change', async () => {
    const agent = await addAgent(service)
    const next = newKey()
    const body = rotation(agent, next, { now: service.now() })
    await sendSignedPost(service, '/api/agent/rotate', { key: agent.key, body })
    expect(await kidsOf(agent)).toEqual([200, [next.thumbprint]])
  })

  it('200: is empty for an agent that is revoked, or never proved its key', async () => {
    const [revoked, unproved] = [await addAgent(service), await addAgent(service, { proved: false })]
    await sendSignedPost(service, '/api/agent/revoke', { key: revoked.key, body: { agent_id: revoked.agentId } })
    expect([await kidsOf(revoked), await kidsOf(unproved)]).toEqual([
      [200, []],
      [200, []],
    ])
  })

  it('404: for an agent that nobody declared', async () => {
    expect((await directoryOf('agent:nobody@example.org')).json().error).toBe('AGENT_NOT_FOUND')
  })
})
