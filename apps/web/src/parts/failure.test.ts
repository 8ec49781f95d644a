import { NetworkError, ProblemError, TimeoutError } from '@stillhere/client/http'
import { describe, expect, it } from 'vitest'
import { describeFailure, listFieldErrors, formatWait } from './failure.tsx'

const CONTENT = { title: '', detail: '', errors: [], retryAfterMs: undefined, requestId: undefined }

function problem(status: number, detail: string, retryAfterMs?: number): ProblemError {
  const content = { status, code: 'INVALID_REQUEST', title: '', detail, errors: [], requestId: undefined } as const
  return new ProblemError('call', { ...content, retryAfterMs })
}

describe('describeFailure', () => {
  it('says how long to wait when it was too often', () => {
    const { title, advice } = describeFailure(problem(429, 'Three scans a day.', 120_000))
    expect(title).toBe('Too many tries.')
    expect(advice).toBe('Three scans a day. Try again in 2 minutes.')
  })

  it('passes on what the service refused, but not its inner troubles', () => {
    expect(describeFailure(problem(409, 'The handle is taken.')).advice).toBe('The handle is taken.')
    expect(describeFailure(problem(500, 'stack trace')).advice).not.toContain('stack')
  })

  it('tells a missing network from a slow service and from a bug of the page', () => {
    const titles = [new NetworkError('a', 'b'), new TimeoutError('a', 'b'), new TypeError('x'), 'odd', undefined].map(
      (error) => describeFailure(error).title,
    )
    expect(titles.slice(0, 2)).toEqual(['We can’t reach the service.', 'The service is taking too long.'])
    expect(new Set(titles.slice(2))).toEqual(new Set(['Something went wrong on this page. That’s our fault.']))
  })
})

describe('the words of a code', () => {
  const taken = new ProblemError('call', { ...CONTENT, code: 'WALLET_TAKEN', status: 409, detail: 'In English.' })

  it('are the same on every page, unless the page has its own', () => {
    expect(describeFailure(taken).title).toBe('This wallet belongs to another node.')
    expect(describeFailure(taken, { WALLET_TAKEN: { title: 'own', advice: '' } }).title).toBe('own')
    expect(describeFailure(taken, { CODE_INVALID: { title: 'own', advice: '' } }).title).not.toBe('own')
  })

  it('may use what the service said of this request', () => {
    expect(describeFailure(taken, { WALLET_TAKEN: ({ detail }) => ({ title: detail, advice: '' }) }).title).toBe(
      'In English.',
    )
  })
})

it('names bad fields, and only where there are some', () => {
  const errors = [{ pointer: '/agent_handle', message: 'must be short' }]
  const bad = new ProblemError('call', { ...CONTENT, code: 'INVALID_REQUEST', status: 400, errors })
  expect(listFieldErrors(bad)).toEqual({ agent_handle: 'It must be short.' })
  expect(listFieldErrors(problem(409, ''))).toEqual({})
  expect(listFieldErrors(null)).toEqual({})
})

describe('formatWait', () => {
  it.each([
    [undefined, 'Try again later.'],
    [Number.NaN, 'Try again later.'],
    [0, 'Try again in a second.'],
    [1001, 'Try again in 2 seconds.'],
    [89_000, 'Try again in 89 seconds.'],
    [90_000, 'Try again in 2 minutes.'],
    [7_200_000, 'Try again in 2 hours.'],
  ])('%s ms: %s', (ms, words) => {
    expect(formatWait(ms)).toBe(words)
  })
})
