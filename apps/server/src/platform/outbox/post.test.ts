import { describe, expect, it } from 'vitest'
import { type PostResult, toOutcome } from './post.ts'

const now = new Date('2026-03-10T12:00:00Z')
const answered = (status: number, retryAfter?: string): PostResult => ({ outcome: 'answered', status, retryAfter })

describe('toOutcome', () => {
  it.each([200, 201, 204, 299])('%i is sent', (status) => {
    expect(toOutcome(answered(status), now)).toEqual({ outcome: 'sent', status })
  })

  it.each([100, 301, 307, 400, 401, 404, 410, 429, 500, 503])('%i is worth another try', (status) => {
    const outcome = { outcome: 'failed', status, problem: `answered ${status}`, waitMs: 0 }
    expect(toOutcome(answered(status), now)).toEqual(outcome)
  })

  it.each([
    [429, '120', 120],
    [503, ' 120 ', 120],
    [503, 'Tue, 10 Mar 2026 12:10:00 GMT', 600],
    [503, 'Tue, 10 Mar 2026 11:50:00 GMT', -600],
    [503, '999999999', 999_999_999],
    [503, 'soon', 0],
    [503, '', 0],
    [500, '120', 0],
  ])('%i with Retry-After %j asks for %i s', (status, retryAfter, seconds) => {
    expect(toOutcome(answered(status, retryAfter), now)).toMatchObject({ waitMs: seconds * 1000 })
  })
})
