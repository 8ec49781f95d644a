import { ProblemError } from '@stillhere/client/http'
import { expect, it } from 'vitest'
import { canBeSent, describeOutcome, type Published } from './outcome.ts'
import { platformLabel } from './platforms.ts'

const PREVIEW = { text: 't', message: {}, length: { count: 1, limit: 300, unit: 'graphemes' } } as const

it.each([
  [{ status: 'PUBLISHED' }, 'good', 'It’s on Bluesky.'],
  [{ status: 'SKIPPED', reason: 'There are no credentials for Bluesky.' }, 'warn', 'Nothing was sent to Bluesky.'],
  [{ status: 'PREVIEW', preview: { ...PREVIEW, share_url: 'https://x' } }, 'info', 'Publish this on Bluesky yourself.'],
] as const)('has words for %o', (answer, kind, title) => {
  const words = describeOutcome({ platform: 'bluesky', isConnected: true, answer: makePublished(answer), error: null })
  expect(words?.kind).toBe(kind)
  expect(words?.title).toContain(title)
})

it('says nothing of a mere preview, which may be sent', () => {
  const target = {
    platform: 'bluesky',
    isConnected: true,
    answer: makePublished({ status: 'PREVIEW', preview: PREVIEW }),
    error: null,
  } as const
  expect(describeOutcome(target)).toBeNull()
  expect(canBeSent(target)).toBe(true)
  expect(canBeSent({ ...target, error: new Error('x') })).toBe(false)
  expect(canBeSent({ ...target, answer: null })).toBe(false)
})

it('E8: never offers to send where the service has no credentials, and says so', () => {
  const answer = makePublished({ status: 'PREVIEW', preview: PREVIEW })
  const target = { platform: 'bluesky', isConnected: false, answer, error: null } as const
  expect(canBeSent(target)).toBe(false)
  expect(describeOutcome(target)?.title).toBe('Bluesky is not connected.')
  expect(platformLabel('bluesky', ['discord'])).toBe('Bluesky · Not connected')
  expect(platformLabel('discord', ['discord'])).toBe('Discord')
  expect(platformLabel('discord', null)).toBe('Discord')
})

it('names the field that a platform refuses, and by how much', () => {
  const message = 'makes 312 graphemes on Bluesky, which takes 300 at most'
  const error = problem(400, 'INVALID_REQUEST', [{ pointer: '/content', message }])
  expect(describeOutcome({ platform: 'bluesky', isConnected: true, answer: null, error })).toEqual({
    kind: 'bad',
    title: 'Bluesky won’t accept this.',
    advice: `The text ${message}.`,
  })
})

it('tells an unknown outcome from a failure', () => {
  const words = (status: number, code: 'PUBLISH_UNKNOWN' | 'PUBLISH_FAILED') =>
    describeOutcome({ platform: 'reddit', isConnected: true, answer: null, error: problem(status, code, []) })
  expect(words(504, 'PUBLISH_UNKNOWN')?.kind).toBe('warn')
  expect(words(502, 'PUBLISH_FAILED')).toMatchObject({ kind: 'bad', title: 'Reddit: The platform didn’t accept it.' })
})

function makePublished(some: Partial<Published>): Published {
  return { success: true, status: 'PREVIEW', result: 'PREVIEW', platform: 'bluesky', ...some }
}

function problem(status: number, code: ProblemError['code'], errors: ProblemError['errors']): ProblemError {
  return new ProblemError('publish', {
    status,
    code,
    errors,
    title: '',
    detail: 'd',
    retryAfterMs: undefined,
    requestId: undefined,
  })
}
