import { describe, expect, it } from 'vitest'
import { ENDPOINT_TABLE as table, type EndpointRow } from './endpoint-table.ts'
import { readBase, createHeaders, createTarget } from './request.ts'

describe('the base address', () => {
  it.each([
    ['https://id.example.org', 'https://id.example.org'],
    ['https://id.example.org/', 'https://id.example.org'],
    ['http://127.0.0.1:8787//', 'http://127.0.0.1:8787'],
    ['https://example.org/identity/', 'https://example.org/identity'],
    [new URL('https://example.org/a/b'), 'https://example.org/a/b'],
  ])('%s becomes %s', (given, expected) => {
    expect(readBase(given)).toBe(expected)
  })

  it.each([
    '',
    'id.example.org',
    '/api',
    'localhost:8787',
    'ftp://example.org',
    'https://user:secret@example.org',
    'https://example.org/?a=1',
    'https://example.org/#a',
    undefined as unknown as string,
    7 as unknown as string,
  ])('%j is refused', (given) => {
    expect(() => readBase(given)).toThrow(/^baseUrl must be/)
  })

  it('is refused without showing the password in it', () => {
    expect(() => readBase('https://user:hunter2@example.org')).not.toThrow(/hunter2/)
  })
})

describe('path, query and body', () => {
  it('puts each member where it belongs', () => {
    expect(createTarget(table.revokeReceipt, { id: 'a b', reason: 'ü' })).toEqual({
      path: '/api/admin/receipts/a%20b/revoke',
      body: '{"reason":"ü"}',
    })
    expect(createTarget(table.getEntropy, { email: 'a+b@example.org' })).toEqual({
      path: '/api/node/entropy?email=a%2Bb%40example.org',
      body: undefined,
    })
    expect(createTarget(table.getAgent, { id: 'agent:x/y@example.org' }).path).toBe(
      '/api/agents/agent%3Ax%2Fy%40example.org',
    )
  })

  it('leaves out what is undefined, and a body or query of nothing', () => {
    expect(createTarget(table.listInvites, { limit: 0, cursor: undefined }).path).toBe('/api/admin/invites?limit=0')
    expect(createTarget(table.listInvites, { cursor: null })).toEqual({ path: '/api/admin/invites', body: undefined })
    expect(createTarget(table.createInvites, { count: undefined })).toEqual({
      path: '/api/admin/invites',
      body: undefined,
    })
  })

  it('keeps null in a body', () => {
    expect(createTarget(table.verifyReceipt, { receipt: {}, predecessor: null }).body).toBe(
      '{"receipt":{},"predecessor":null}',
    )
  })

  it.each(['.', '..', '', undefined, null, {}, ['..'], true])(
    'refuses %j in a path, which would call another endpoint',
    (id) => {
      expect(() => createTarget(table.revokeToken, { id })).toThrow('id must name something')
    },
  )

  it('keeps a path a path, whatever is put into it', () => {
    for (const id of ['../admin', '%2e%2e', 'a?b#c', '..;', '…', 'a\\b', '\n']) {
      const { pathname, search, hash } = new URL(createTarget(table.revokeToken, { id }).path, 'http://localhost')
      expect([pathname.split('/').length, search, hash]).toEqual([5, '', ''])
    }
  })

  it('refuses half a character', () => {
    expect(() => createTarget(table.getIdentity, { email: '\ud800' })).toThrow('email must be well-formed text')
  })

  it('keeps the name of a member one name, whatever it is', () => {
    const { search } = new URL(
      createTarget(table.getIdentity, { 'a&email=': 'x', email: 'y' }).path,
      'http://localhost',
    )
    expect([...new URLSearchParams(search)]).toEqual([
      ['a&email=', 'x'],
      ['email', 'y'],
    ])
  })

  it('sends a member called __proto__ as a member', () => {
    const input = JSON.parse('{"__proto__":{"email":"x"}}')
    expect(createTarget(table.subscribe, input).body).toBe('{"__proto__":{"email":"x"}}')
  })

  it('takes no member from a prototype', () => {
    expect(() => createTarget(table.revokeToken, Object.create({ id: 'x' }))).toThrow('id must name something')
  })
})

const secrets = { token: 'sh_token', adminSecret: 'the-admin-secret' }
const fields = async (row: EndpointRow, given = secrets, options = {}) =>
  Object.fromEntries(await createHeaders(given, { row, options, body: undefined, idempotencyKey: undefined }))

describe('secrets', () => {
  it.each([
    ['getNodeCount', undefined, undefined],
    ['sendOtp', 'Bearer sh_token', 'the-admin-secret'],
    ['subscribe', undefined, 'the-admin-secret'],
    ['verifyOtp', 'Bearer sh_token', undefined],
    ['deleteResearchSession', undefined, undefined],
    ['getEntropy', 'Bearer sh_token', undefined],
    ['listTokens', 'Bearer sh_token', undefined],
    ['eraseNode', 'Bearer sh_token', undefined],
    ['revokeAgent', 'Bearer sh_token', 'the-admin-secret'],
    ['publish', undefined, 'the-admin-secret'],
    ['listInvites', undefined, 'the-admin-secret'],
  ] as const)('%s is shown %j and %j', async (name, authorization, adminSecret) => {
    const sent = await fields(table[name])
    expect([sent.authorization, sent['x-admin-secret']]).toEqual([authorization, adminSecret])
  })

  it('of a site go before the token of a node', async () => {
    const given = { ...secrets, siteSecret: 'sk_site' }
    const sent = [await fields(table.sendOtp, given), await fields(table.verifyOtp, given)]
    expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer sk_site', 'Bearer sh_token'])
  })

  it('of one call go to whatever is called', async () => {
    const sent = await fields(table.deleteResearchSession, secrets, { token: 'the-delete-token' })
    expect(sent.authorization).toBe('Bearer the-delete-token')
  })

  it.each([['two words'], ['line\nbreak'], ['ü']])('that cannot be sent are refused unseen: %j', async (token) => {
    const refused = await fields(table.listTokens, { ...secrets, token }).catch(String)
    expect(refused).toBe('TypeError: authorization must be ASCII without spaces')
  })

  it('that are empty are not sent', async () => {
    expect(await fields(table.listTokens, { ...secrets, token: '' })).not.toHaveProperty('authorization')
  })
})

it('cannot be replaced by header fields of the caller', async () => {
  const options = { headers: { accept: 'text/html', authorization: 'Bearer other', traceparent: '00-1' } }
  expect(await fields(table.listTokens, secrets, options)).toMatchObject({
    accept: 'application/json, application/problem+json',
    authorization: 'Bearer sh_token',
    traceparent: '00-1',
  })
})
