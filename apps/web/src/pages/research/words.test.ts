import { ScanError } from '@stillhere/client/capture'
import { NetworkError, ProblemError } from '@stillhere/client/http'
import { describe, expect, it } from 'vitest'
import {
  describeCameraFailure,
  describeDeletionFailure,
  describePeople,
  describeUploadFailure,
  describeNeededSessions,
} from './words.ts'

function problem(status: number, code: ProblemError['code'], retryAfterMs?: number): ProblemError {
  return new ProblemError('call', {
    status,
    code,
    title: '',
    detail: 'Said so.',
    errors: [],
    requestId: undefined,
    retryAfterMs,
  })
}

describe('describeUploadFailure', () => {
  it('tells a duplicate session from too many, and says how long to wait', () => {
    expect(describeUploadFailure(problem(409, 'DUPLICATE_SESSION')).title).toBe('This session is already stored.')
    const { title, advice } = describeUploadFailure(problem(429, 'TOO_MANY_REQUESTS', 82_800_000))
    expect(title).toBe('That’s enough for today from this network.')
    expect(advice).toContain('Try again in 23 hours.')
    expect(describeUploadFailure(problem(413, 'PAYLOAD_TOO_LARGE')).title).toBe('This session is too large.')
  })

  it('leaves other failures to the texts of every page', () => {
    expect(describeUploadFailure(problem(400, 'INVALID_REQUEST')).advice).toBe('Said so.')
    expect(describeUploadFailure(new NetworkError('a', 'b')).title).toBe('We can’t reach the service.')
  })
})

describe('describeDeletionFailure', () => {
  it('tells an unknown code from a service that doesn’t answer', () => {
    expect(describeDeletionFailure(problem(404, 'NOT_FOUND')).title).toBe('Nothing is stored under this code.')
    expect(describeDeletionFailure(new NetworkError('a', 'b')).title).toBe('We can’t reach the service.')
  })
})

describe('describeCameraFailure', () => {
  it('says what happened and what to do, and never suggests scanning without a camera', () => {
    const advice = 'Connect a camera and start again, or scan without the camera.'
    expect(describeCameraFailure(new ScanError('camera_failed', 'there is no camera', { advice }))).toEqual({
      title: 'We couldn’t find a camera.',
      advice: 'Connect a camera and start again.',
    })
    expect(describeCameraFailure(new TypeError('fetch')).title).toBe('Part of this page didn’t load.')
  })
})

it.each([
  [0, 0, ''],
  [1, 0, 'One person so far; no one has come back on another day yet.'],
  [2, 1, '2 people so far; one came back on another day.'],
  [1200, 40, '1,200 people so far; 40 came back on another day.'],
])('of %d people %d came back', (people, returned, words) => {
  expect(describePeople({ people, people_on_other_days: returned })).toBe(words)
})

it('says how many are needed, and when there are enough', () => {
  expect(describeNeededSessions(299)).toContain('299 more')
  expect(describeNeededSessions(0)).toContain('enough')
})
