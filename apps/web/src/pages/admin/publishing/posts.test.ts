import { ProblemError } from '@stillhere/client/http'
import { expect, it } from 'vitest'
import {
  canBeSent,
  describeOutcome,
  checkDraft,
  EMPTY_DRAFT,
  PLATFORM_NAMES,
  formatPlatform,
  type PublishAnswer,
  hasSameText,
  toPost,
  copyWithPlatform,
} from './posts.ts'

const DRAFT = { ...EMPTY_DRAFT, platforms: PLATFORM_NAMES, content: 'One hundred 👩‍🚀' }

it('requires a text and a platform, and nothing else', () => {
  expect(checkDraft(DRAFT)).toEqual({})
  expect(checkDraft({ ...DRAFT, content: ' \n' })).toEqual({ content: 'Enter a text.' })
  expect(checkDraft({ ...DRAFT, platforms: [] })).toHaveProperty('platforms')
})

it.each(['example.org', 'javascript:alert(1)', 'ftp://example.org', 'https://'])('takes %j for no address', (url) => {
  expect(checkDraft({ ...DRAFT, url })).toHaveProperty('url')
})

it.each(['', '  ', 'https://example.org/ä', ' http://example.org '])('takes the address %j', (url) => {
  expect(checkDraft({ ...DRAFT, url })).toEqual({})
})

it('sends the text exactly as it was written, and no empty fields', () => {
  expect(toPost({ ...DRAFT, content: ' a\n' }, 'reddit')).toEqual({ platform: 'reddit', content: ' a\n' })
  const full = { ...DRAFT, title: 'T', url: ' https://example.org ' }
  expect(toPost(full, 'discord')).toEqual({
    platform: 'discord',
    content: DRAFT.content,
    title: 'T',
    url: 'https://example.org',
  })
})

it('detects an outdated preview; changing platforms alone doesn’t make it so', () => {
  expect(hasSameText(DRAFT, { ...DRAFT, platforms: [] })).toBe(true)
  for (const change of [{ title: 'x' }, { content: 'x' }, { url: 'x' }]) {
    expect(hasSameText(DRAFT, { ...DRAFT, ...change })).toBe(false)
  }
})

it('keeps the order of platforms, in whichever order they are selected', () => {
  const none = { ...DRAFT, platforms: [] }
  const some = copyWithPlatform(copyWithPlatform(none, 'reddit', true), 'bluesky', true)
  expect(some.platforms).toEqual(['bluesky', 'reddit'])
  expect(copyWithPlatform(some, 'bluesky', false).platforms).toEqual(['reddit'])
})

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

it('says nothing about a preview without problems, which can be sent', () => {
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
  expect(formatPlatform('bluesky', ['discord'])).toBe('Bluesky · Not connected')
  expect(formatPlatform('discord', ['discord'])).toBe('Discord')
  expect(formatPlatform('discord', null)).toBe('Discord')
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

function makePublished(some: Partial<PublishAnswer>): PublishAnswer {
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
