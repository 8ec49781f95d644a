import { describe, expect, it } from 'vitest'
import { judge, MAX_ATTEMPTS, type Posted, reasonNotToTry } from './rules.ts'

const now = new Date('2026-03-10T12:00:00Z')
const answered = (status: number, retryAfter?: string): Posted => ({ outcome: 'answered', status, retryAfter })
const waitOf = (posted: Posted, attempts: number, random = 0) => {
  const verdict = judge(posted, { attempts, now, random })
  return verdict.state === 'waiting' ? (verdict.nextTryAt.getTime() - now.getTime()) / 1000 : verdict.state
}

describe('judge', () => {
  it.each([200, 201, 204, 299])('%i is sent', (status) => {
    expect(judge(answered(status), { attempts: 1, now, random: 0 })).toEqual({ state: 'sent', status })
  })

  it('410 ends the webhook at the first try', () => {
    const verdict = judge(answered(410), { attempts: 1, now, random: 0 })
    expect(verdict).toEqual({ state: 'dead', status: 410, problem: 'answered 410', isGone: true })
  })

  it.each([100, 301, 307, 400, 401, 404, 429, 500, 503])('%i is tried again', (status) => {
    expect(waitOf(answered(status), 1)).toBe(5)
  })

  it('tries nine times over a day, each wait up to a tenth longer', () => {
    const failed: Posted = { outcome: 'failed', problem: 'x' }
    const waits = Array.from({ length: MAX_ATTEMPTS }, (_, tries) => waitOf(failed, tries + 1))
    expect(waits).toEqual([5, 60, 300, 1800, 7200, 14_400, 28_800, 36_000, 'dead'])
    expect([waitOf(failed, 2, 0.5), waitOf(failed, 2, 1)]).toEqual([63, 66])
  })

  it.each([
    [429, '120', 120],
    [503, ' 120 ', 120],
    [503, 'Tue, 10 Mar 2026 12:10:00 GMT', 600],
    [503, '1', 5],
    [503, '999999999', 21_600],
    [503, 'Tue, 10 Mar 2099 12:10:00 GMT', 21_600],
    [503, 'Tue, 10 Mar 2020 12:10:00 GMT', 5],
    [503, 'soon', 5],
    [503, '-60', 5],
    [500, '120', 5],
  ])('%i with Retry-After %j waits %i s', (status, retryAfter, seconds) => {
    expect(waitOf(answered(status, retryAfter), 1)).toBe(seconds)
  })
})

it('does not try what a disabled webhook would get, or what ended the process nine times', () => {
  expect(reasonNotToTry({ attempts: 1, isOpen: false })).toBe('the webhook is disabled')
  expect(reasonNotToTry({ attempts: MAX_ATTEMPTS, isOpen: true })).toBeUndefined()
  expect(reasonNotToTry({ attempts: MAX_ATTEMPTS + 1, isOpen: true })).toContain('given up')
})
