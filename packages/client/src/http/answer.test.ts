import { describe, expect, it } from 'vitest'
import { type Failure, type RetrySituation, readRetryAfterMs, computeRetryWaitMs } from './answer.ts'

const situation: RetrySituation = { isRepeatable: true, failures: 0, retries: 3, longestWaitMs: 10_000, random: 0.5 }
const wait = (failure: Failure, changed: Partial<RetrySituation> = {}) =>
  computeRetryWaitMs(failure, { ...situation, ...changed })

describe('what can be repeated', () => {
  it.each([{}, { status: 408 }, { status: 425 }, { status: 429 }, { status: 502 }, { status: 503 }, { status: 504 }])(
    'is tried again after %j',
    (failure) => expect(wait(failure)).toBe(125),
  )

  it.each([400, 401, 403, 404, 409, 410, 413, 415, 422, 500, 501])('is not tried again after %i', (status) => {
    expect(wait({ status })).toBeUndefined()
  })
})

describe('what cannot be repeated', () => {
  it.each([408, 425, 429])('is tried again after %i, which says that nothing was done', (status) => {
    expect(wait({ status }, { isRepeatable: false })).toBe(125)
  })

  it.each([{}, { status: 502 }, { status: 503 }, { status: 504 }])('is not tried again after %j', (failure) => {
    expect(wait(failure, { isRepeatable: false })).toBeUndefined()
  })
})

it.each(['PUBLISH_UNKNOWN', 'PUBLISH_FAILED'])('leaves %s to people', (code) => {
  expect(wait({ status: 504, code, retryAfterMs: 1000 })).toBeUndefined()
})

describe('the wait', () => {
  it.each([
    [0, 250],
    [1, 500],
    [2, 1000],
    [5, 8000],
    [50, 8000],
  ])('after %i failures lies between nothing and %i ms', (failures, mostMs) => {
    const bounds = [0, 1].map((random) => wait({ status: 503 }, { failures, retries: 99, random }))
    expect(bounds).toEqual([0, mostMs])
  })

  it('is never shorter than Retry-After, and never longer than allowed', () => {
    const asked = { status: 429, retryAfterMs: 5000 }
    expect([0, 1].map((random) => wait(asked, { random }))).toEqual([5000, 5250])
    expect(wait(asked, { longestWaitMs: 4999 })).toBeUndefined()
    expect(wait({ status: 429, code: 'DAILY_LIMIT_REACHED', retryAfterMs: 3_600_000 })).toBeUndefined()
  })

  it('ends with the retries', () => {
    expect(wait({ status: 503 }, { failures: 3 })).toBeUndefined()
    expect(wait({ status: 503 }, { retries: 0 })).toBeUndefined()
  })
})

describe('a request under way', () => {
  const underWay = { status: 409, code: 'REQUEST_IN_FLIGHT' }

  it('is waited for without counting as a failure', () => {
    expect(wait({ ...underWay, retryAfterMs: 1000 }, { failures: 9 })).toBe(1125)
    expect(wait(underWay, { random: 0 })).toBe(1000)
  })

  it('is not waited for longer than the call may take', () => {
    expect(wait(underWay, { longestWaitMs: 900 })).toBeUndefined()
  })
})

const NOW_MS = Date.parse('2026-01-01T12:00:00Z')

it.each([
  ['0', 0],
  ['1', 1000],
  [' 120 ', 120_000],
  ['86400', 86_400_000],
  ['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
  ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
])('reads %j as %i ms', (field, expected) => {
  expect(readRetryAfterMs(field, NOW_MS)).toBe(expected)
})

it.each([null, '', ' ', '-1', '1.5', 'soon', 'NaN', 'Infinity', '1e3'])('reads nothing in %j', (field) => {
  expect(readRetryAfterMs(field, NOW_MS)).toBeUndefined()
})
