import { createClient } from '@stillhere/client/http'
import { openKey, signRequests } from '@stillhere/client/keys'
import { generateKeyPair } from '@stillhere/receipt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addApprover, allowAsker, type Approver, DEPLOY, grant } from '../../../test/approvals.ts'
import { addTestSite, type TestSite } from '../../../test/checks.ts'
import { callTool, connectAsSite, connectSigned, type Era, ERAS, useTool } from '../../../test/mcp.ts'
import { type OidcService, startOidcService } from '../../../test/oidc.ts'

let service: OidcService
let shop: TestSite
let ada: Approver
let signed: typeof fetch
const AGENT = 'agent:deployer@example.org'

beforeAll(async () => {
  service = await startOidcService()
  shop = await addTestSite(service, { return_urls: [] })
  ada = await addApprover(service)
  const key = await openKey({ secretKey: generateKeyPair().secretKey })
  signed = signRequests(key)
  const declaration = { agent_handle: 'deployer', agent_type: 'ai', origin: 'example.org', public_key: key.publicKey }
  service.clock.set(new Date().toISOString())
  await createClient({ baseUrl: service.address, fetch: signed }).declareAgent(declaration)
  for (const asker of [AGENT, shop.key]) await allowAsker(service, ada, asker, { per_day: 100 })
}, 60_000)
afterAll(() => service.stop())
// Clients sign by their own clocks, and scans take their time on the service's.
beforeEach(() => service.clock.set(new Date().toISOString()))

const EACH_ERA = Object.keys(ERAS) as Era[]
const asked = () => ({ approver: ada.handle, action: DEPLOY })

describe.each(EACH_ERA)('a client of the %s protocol', (era) => {
  it('agrees on a version, and is told of tools whose schemas it can read', async () => {
    const client = await connectAsSite(service, shop, { era })
    expect(client.getNegotiatedProtocolVersion()).toBe(ERAS[era])
    expect(client.getServerVersion()).toMatchObject({ name: 'stillhere' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'request_approval',
      'get_approval',
      'verify_receipt',
      'declare_agent',
      'whoami',
    ])
    await client.close()
  })

  it('asks as a site, redeems once, and has the receipt judged', async () => {
    const client = await connectAsSite(service, shop, { era })
    const asking = await useTool(client, 'request_approval', asked())
    expect(asking).toMatchObject({ status: 'open', url: `${service.address}/approve/${asking.id}` })
    expect(asking.text).toContain(asking.url)
    const { id, digest } = asking
    expect((await useTool(client, 'get_approval', { id, digest })).status).toBe('open')
    await grant(service, ada, asking)
    expect(await useTool(client, 'get_approval', { id })).not.toHaveProperty('receipt')
    expect(await callTool(client, 'get_approval', { id, digest: '0'.repeat(64) })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^APPROVAL_DIGEST_WRONG: /),
    })
    const { receipt } = await useTool(client, 'get_approval', { id, digest })
    expect(await useTool(client, 'get_approval', { id, digest })).not.toHaveProperty('receipt')
    const judged = await useTool(client, 'verify_receipt', { receipt, digest })
    expect(judged).toMatchObject({ status: 'VALID', assurance: 2, action_digest: digest, digest_matches: true })
    expect(judged.text).toMatch(
      /What it proves: Level 2, key: .*\nWhat it does not prove: that no program moved, or that the key isn’t in software; who the person is/s,
    )
    await client.close()
  })
})

describe('the link for the person', () => {
  const countAsked = async () => {
    const { approvals } = (await service.call('GET', '/api/node/approvals', { headers: ada.headers })).json()
    return approvals.length
  }

  it('is shown by a client that can show one; the person is asked once', async () => {
    const shown: string[] = []
    const client = await connectSigned(service, signed, { showLink: (url) => (shown.push(url), 'accept') })
    const before = await countAsked()
    const { id, url, status } = await useTool(client, 'request_approval', asked())
    expect([shown, status, await countAsked()]).toEqual([[url], 'open', before + 1])
    expect((await useTool(client, 'get_approval', { id })).status).toBe('open')
    await client.close()
  })

  it('stands in the answer where the person waves it away', async () => {
    const client = await connectSigned(service, signed, { showLink: () => 'decline' })
    const { text, url } = await useTool(client, 'request_approval', asked())
    expect(text).toMatch(/^Here the link was declined\. /)
    expect(text).toContain(url)
    await client.close()
  })

  it('stands in the answer over HTTP where the protocol has no way to ask back', async () => {
    const shown: string[] = []
    const client = await connectAsSite(service, shop, { era: 'legacy', showLink: (url) => (shown.push(url), 'accept') })
    const { text, url } = await useTool(client, 'request_approval', asked())
    expect([shown, text]).toEqual([[], expect.stringContaining(url)])
    await client.close()
  })

  it('is answered for by whoever asked, and by no other caller', async () => {
    const showLink = () => 'accept' as const
    const client = await connectSigned(service, signed, { showLink })
    const params = { name: 'request_approval', arguments: asked() }
    const { requestState } = (await client.callTool(params, { allowInputRequired: true })) as { requestState?: string }
    const inputResponses = { approval: { action: 'accept' } }
    const stranger = await connectAsSite(service, shop, { showLink })
    await expect(stranger.callTool({ ...params, requestState, inputResponses } as never)).rejects.toThrow(
      'Invalid or expired requestState',
    )
    const again = await client.callTool({ ...params, requestState, inputResponses } as never)
    expect(again.structuredContent).toMatchObject({ status: 'open' })
    await Promise.all([client.close(), stranger.close()])
  })
})

describe('tools', () => {
  it('say who calls; a site cannot declare an agent, nor an agent a second one', async () => {
    const [site, agent] = [await connectAsSite(service, shop), await connectSigned(service, signed, { era: 'legacy' })]
    expect(await useTool(site, 'whoami')).toMatchObject({ kind: 'site', id: shop.key, service: service.address })
    expect(await useTool(agent, 'whoami')).toMatchObject({ kind: 'agent', id: AGENT, name: 'deployer' })
    const declaration = { agent_handle: 'another', agent_type: 'ai', origin: 'example.org' }
    expect((await callTool(site, 'declare_agent', declaration)).text).toMatch(/^FORBIDDEN: A site declares no agent/)
    expect((await callTool(agent, 'declare_agent', declaration)).text).toMatch(/^AGENT_KEY_IN_USE: .*deployer@/)
    await Promise.all([site.close(), agent.close()])
  })

  it.each<[string, string, object, RegExp]>([
    [
      'a person who did not allow it',
      'request_approval',
      { approver: 'nobody-here', action: DEPLOY },
      /^ASKER_NOT_ALLOWED: /,
    ],
    [
      'a field out of bounds',
      'request_approval',
      { approver: 'x', action: { ...DEPLOY, type: 'A B' } },
      /\/action\/type must be lower-case/,
    ],
    [
      'more people than are asked',
      'request_approval',
      { approvers: { of: ['x'], need: 2 }, action: DEPLOY },
      /^INVALID_REQUEST: \/approvers\/need must be at most 1/,
    ],
    [
      'text that deceives',
      'request_approval',
      { approver: 'x', action: { ...DEPLOY, summary: 'a\u202eb' } },
      /^INVALID_REQUEST: \/action\/summary/,
    ],
    ['an approval of nobody', 'get_approval', { id: 'made-up' }, /^NOT_FOUND: /],
    [
      'a text that is no receipt',
      'verify_receipt',
      { receipt: 'swordfish' },
      /^INVALID_REQUEST: \/receipt must be a receipt/,
    ],
    ['a tool that is not there', 'delete_node', {}, /delete_node not found/],
  ])('refuse %s, and say why', async (_what, name, given, text) => {
    const client = await connectAsSite(service, shop)
    const answer = await callTool(client, name, { ...given }).catch((error: Error) => ({
      isError: true,
      text: error.message,
    }))
    expect(answer).toMatchObject({ isError: true, text: expect.stringMatching(text) })
    await client.close()
  })

  it('judge what is no good receipt as proof of nothing', async () => {
    const client = await connectAsSite(service, shop)
    const judged = await useTool(client, 'verify_receipt', {
      receipt: { stands: 'for nothing' },
      digest: '0'.repeat(64),
    })
    expect(judged).toMatchObject({ status: 'INVALID', assurance: null, proves: 'Nothing.', digest_matches: false })
    await client.close()
  })
})
