import { NetworkError, ProblemError } from '@stillhere/client/http'
import { KeyError } from '@stillhere/client/keys'
import { describe, expect, it } from 'vitest'
import { parseStoredAgents } from './agent-keys.ts'
import {
  toAgentHref,
  type AgentKey,
  findCurrentKey,
  describeAgentFailure,
  describeRevocation,
  findStepIndex,
  hasPrivateKey,
  formatKey,
} from './agent-record.ts'

type Content = ConstructorParameters<typeof ProblemError>[1]

function problem(code: Content['code'], change: Partial<Content> = {}): ProblemError {
  const usual = { status: 409, title: '', detail: 'detail.', errors: [], retryAfterMs: undefined, requestId: undefined }
  return new ProblemError('declareAgent', { ...usual, code, ...change })
}

describe('describeAgentFailure', () => {
  it.each<[Content['code'], RegExp]>([
    ['AGENT_HANDLE_TAKEN', /another origin/],
    ['AGENT_KEY_MISMATCH', /another key/],
    ['AGENT_KEY_UNPROVABLE', /not proved/],
    ['AGENT_KEY_IN_USE', /already been proved/],
    ['AGENT_REVOKED', /revoked permanently/],
    ['AGENT_NOT_FOUND', /no agent/],
    ['AGENT_SIGNATURE_REFUSED', /didn’t accept the signature/],
    ['UNAUTHORIZED', /can’t do that/],
  ])('says in words of its own what %s means', (code, words) => {
    expect(describeAgentFailure(problem(code)).title).toMatch(words)
  })

  it('F16: says of a revoked agent who can free its handle', () => {
    expect(describeAgentFailure(problem('AGENT_REVOKED')).advice).toMatch(/operator of this service to free/)
  })

  it('says why a signature was refused, and when a limit ends', () => {
    expect(describeAgentFailure(problem('AGENT_SIGNATURE_REFUSED')).advice).toMatch(/^detail\. Check that/)
    const limit = problem('TOO_MANY_REQUESTS', { status: 429, retryAfterMs: 30_000 })
    expect(describeAgentFailure(limit).advice).toContain('30 seconds')
  })

  it('describes a key problem, a network failure and an unexpected error', () => {
    expect(describeAgentFailure(new KeyError('unsupported', '')).advice).toMatch(/Update your browser/)
    expect(describeAgentFailure(new NetworkError('x', '')).title).toMatch(/can’t reach/)
    expect(describeAgentFailure(new Error('x')).title).toMatch(/our fault/)
  })
})

describe('parseStoredAgents', () => {
  const stored = { agentId: 'agent:a@b', keyName: 'k', publicKey: 'p' }

  it('keeps complete entries and drops everything else', () => {
    const next = { ...stored, next: { keyName: 'n', publicKey: 'q' } }
    const odd = [{ ...stored, next: {} }, { ...stored, keyName: '' }, { agentId: 'x' }, null, 7]
    expect(parseStoredAgents(JSON.stringify([stored, next, ...odd]))).toEqual([stored, next])
  })

  it.each([null, '', '{', '7', '{}'])('takes %j for nothing', (text) => {
    expect(parseStoredAgents(text)).toEqual([])
  })
})

describe('the words of a record', () => {
  const key = (version: number, ended_at: string | null) => ({ version, ended_at }) as AgentKey

  it('finds the key in use, or the last key of a revoked agent', () => {
    expect(findCurrentKey({ keys: [key(1, 'then'), key(2, null)] })?.version).toBe(2)
    expect(findCurrentKey({ keys: [key(1, 'then'), key(2, 'then')] })?.version).toBe(2)
    expect(findCurrentKey({ keys: [] })).toBeUndefined()
  })

  it('finds the step, who revoked it, and both ends of a key', () => {
    expect([findStepIndex({ state: 'declared' }), findStepIndex({ state: 'verified' })]).toEqual([1, 2])
    expect(['agent', 'operator', 'admin', null].map((by) => describeRevocation(by as never))).toEqual([
      'This agent was revoked by its own key.',
      'This agent was revoked by its responsible node.',
      'This agent was revoked by the operator of this service.',
      'This agent has been revoked.',
    ])
    expect(formatKey('d75a980182b10ab7d54bfed3c964073a')).toBe('d75a9801…c964073a')
    expect(formatKey('short')).toBe('short')
  })

  it('encodes an id as one value of a query', () => {
    expect(new URL(toAgentHref('agent:a&b=c@d'), 'http://x').searchParams.get('id')).toBe('agent:a&b=c@d')
  })

  it.each(['-----BEGIN PRIVATE KEY-----', '-----BEGIN OPENSSH PRIVATE KEY-----', '{"kty":"OKP", "d" : "x"}'])(
    'sees that %j is secret',
    (text) => {
      expect(hasPrivateKey(text)).toBe(true)
      expect(hasPrivateKey('d75a980182b10ab7')).toBe(false)
    },
  )
})
