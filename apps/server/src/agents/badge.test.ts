import type { AgentRecord } from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/service.ts'
import { drawBadge, writeBadge } from './badge.ts'
import { addAgent } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const load = (id: string, headers = {}) =>
  service.app.inject({ url: `/agents/${encodeURIComponent(id)}/badge.svg`, headers })

const RECORD = { agent_handle: 'deployer', state: 'verified', operator: null } as AgentRecord
const OPERATOR = { node_handle: 'quiet-river', receipt_id: 'r', since: '2026-03-10T12:00:00.000Z' }

describe('GET /agents/:id/badge.svg', () => {
  it('200: a picture for pages of every origin that runs nothing, cached for minutes', async () => {
    const { agentId } = await addAgent(service)
    const answer = await load(agentId)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.body).not.toMatch(/<script|<style|style=|href|\son\w+=/i)
    expect((await load(agentId, { 'if-none-match': answer.headers.etag })).statusCode).toBe(304)
  })

  it.each(['agent:nobody@example.org', 'x\0', '<b>'])('404: %j is no agent', async (id) => {
    expect((await load(id)).statusCode).toBe(404)
  })
})

describe('drawBadge', () => {
  it.each<[Partial<AgentRecord>, string]>([
    [{}, 'registered, nobody answers for it'],
    [{ operator: OPERATOR }, 'registered, quiet-river answers for it'],
    [{ state: 'declared' }, 'registered, key not proved, nobody answers for it'],
    [{ state: 'revoked', operator: OPERATOR }, 'revoked'],
  ])('%j says: %s', (changes, says) => {
    expect(writeBadge({ ...RECORD, ...changes })).toEqual({ name: 'agent deployer', says })
    expect(drawBadge({ ...RECORD, ...changes })).toContain(`>${says}</text>`)
  })

  it('escapes names wherever they stand', () => {
    const picture = drawBadge({ ...RECORD, agent_handle: `</text><script>"x"&'` })
    expect(picture).not.toContain('<script>')
    expect(picture.match(/&#60;script&#62;&#34;x&#34;&#38;&#39;/g)).toHaveLength(3)
  })
})
