import { expect, it } from 'vitest'
import { draftProblems, EMPTY_DRAFT, toPost, sameText, withPlatform } from './draft.ts'
import { PLATFORM_NAMES } from './platforms.ts'

const DRAFT = { ...EMPTY_DRAFT, platforms: PLATFORM_NAMES, content: 'One hundred 👩‍🚀' }

it('asks for a text and a platform, and for nothing else', () => {
  expect(draftProblems(DRAFT)).toEqual({})
  expect(draftProblems({ ...DRAFT, content: ' \n' })).toEqual({ content: 'Enter a text.' })
  expect(draftProblems({ ...DRAFT, platforms: [] })).toHaveProperty('platforms')
})

it.each(['example.org', 'javascript:alert(1)', 'ftp://example.org', 'https://'])('takes %j for no address', (url) => {
  expect(draftProblems({ ...DRAFT, url })).toHaveProperty('url')
})

it.each(['', '  ', 'https://example.org/ä', ' http://example.org '])('takes the address %j', (url) => {
  expect(draftProblems({ ...DRAFT, url })).toEqual({})
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

it('knows when a preview is out of date, and that platforms alone do not make it so', () => {
  expect(sameText(DRAFT, { ...DRAFT, platforms: [] })).toBe(true)
  for (const change of [{ title: 'x' }, { content: 'x' }, { url: 'x' }]) {
    expect(sameText(DRAFT, { ...DRAFT, ...change })).toBe(false)
  }
})

it('keeps the order of platforms, whatever the order of choosing', () => {
  const none = { ...DRAFT, platforms: [] }
  const some = withPlatform(withPlatform(none, 'reddit', true), 'bluesky', true)
  expect(some.platforms).toEqual(['bluesky', 'reddit'])
  expect(withPlatform(some, 'bluesky', false).platforms).toEqual(['reddit'])
})
