import { ScanError } from '@stillhere/client/capture'
import { NetworkError, ProblemError } from '@stillhere/client/http'
import { describe, expect, it } from 'vitest'
import { cameraWords, deletionWords, uploadWords } from './words.ts'

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

describe('uploadWords', () => {
  it('tells a session that is there already from too many, and says how long to wait', () => {
    expect(uploadWords(problem(409, 'DUPLICATE_SESSION')).title).toBe('This session is stored already.')
    const { title, advice } = uploadWords(problem(429, 'TOO_MANY_REQUESTS', 82_800_000))
    expect(title).toBe('Enough for today from this network.')
    expect(advice).toContain('Try again in 23 hours.')
    expect(uploadWords(problem(413, 'PAYLOAD_TOO_LARGE')).title).toBe('This session is too large.')
  })

  it('leaves the rest to the words of every page', () => {
    expect(uploadWords(problem(400, 'INVALID_REQUEST')).advice).toBe('Said so.')
    expect(uploadWords(new NetworkError('a', 'b')).title).toBe('The service does not answer.')
  })
})

describe('deletionWords', () => {
  it('tells an unknown code from a service that does not answer', () => {
    expect(deletionWords(problem(404, 'NOT_FOUND')).title).toBe('Nothing is stored under this code.')
    expect(deletionWords(new NetworkError('a', 'b')).title).toBe('The service does not answer.')
  })
})

describe('cameraWords', () => {
  it('says what happened and what to do, and never offers to scan without a camera', () => {
    const advice = 'Connect a camera and start again, or scan without the camera.'
    expect(cameraWords(new ScanError('camera_failed', 'there is no camera', { advice }))).toEqual({
      title: 'There is no camera.',
      advice: 'Connect a camera and start again.',
    })
    expect(cameraWords(new TypeError('fetch')).title).toBe('A part of this page did not arrive.')
  })
})
