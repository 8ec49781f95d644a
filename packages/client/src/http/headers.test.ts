import { describe, expect, it } from 'vitest'
import { type EndpointRow, ENDPOINT_TABLE as table } from './endpoint-table.ts'
import { writeHeaders } from './headers.ts'

const secrets = { token: 'sh_token', adminSecret: 'the-admin-secret' }
const fields = async (row: EndpointRow, given = secrets, options = {}) =>
  Object.fromEntries(await writeHeaders(given, { row, options, body: undefined, idempotencyKey: undefined }))

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
