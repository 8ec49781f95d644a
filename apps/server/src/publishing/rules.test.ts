import { describe, expect, it } from 'vitest'
import { readSettings } from '../platform/settings/settings.ts'
import { openTargets } from './routes.ts'
import {
  formatOnceText,
  readPost,
  formatRequestText,
  type PublicationState,
  formatSentence,
  judgeStanding,
} from './rules.ts'
import type { StoredPublication } from './store.ts'

const { discord, telegram } = openTargets(readSettings({}).publishing)

describe('readPost', () => {
  it.each([
    [{ content: ' a ' }, { content: 'a', title: null, url: null }],
    [{ content: 'a\r\nb\rc' }, { content: 'a\nb\nc', title: null, url: null }],
    [
      { content: 'a\tb', title: ' ', url: ' ' },
      { content: 'a\tb', title: null, url: null },
    ],
    [{ content: 'é\u2028x' }, { content: 'é\u2028x', title: null, url: null }],
    [
      { content: 'שלום 👋', title: ' T ', url: ' https://bücher.example/a b ' },
      { content: 'שלום 👋', title: 'T', url: 'https://xn--bcher-kva.example/a%20b' },
    ],
  ])('%o', (given, post) => {
    expect(readPost(given)).toEqual(post)
  })

  it('names every bad field at once', () => {
    expect(readPost({ content: '\u3000\u200b', title: 'a\u0007\nb', url: 'mailto:a@b.org' })).toEqual([
      { pointer: '/title', message: 'holds the control character U+0007' },
      { pointer: '/content', message: 'must hold more than blanks' },
      { pointer: '/title', message: 'must be one line' },
      { pointer: '/url', message: expect.stringContaining('http://') },
    ])
    expect(readPost({ content: 'a\u001bb' })).toEqual([
      { pointer: '/content', message: 'holds the control character U+001B' },
    ])
  })
})

describe('what is published once', () => {
  const post = { content: 'a', title: 'b', url: null }

  it('is the same text on the same platform, or whatever has the same key', () => {
    expect(formatOnceText(discord, post, undefined)).toBe(formatOnceText(discord, { ...post }, undefined))
    expect(formatOnceText(discord, post, 'k')).toBe(formatOnceText(telegram, { ...post, content: 'c' }, 'k'))
    expect(formatOnceText(discord, post, 'k')).not.toBe(formatOnceText(discord, post, 'l'))
  })

  it.each([
    ['platform', formatRequestText(telegram, post)],
    ['content', formatRequestText(discord, { ...post, content: 'ab', title: null })],
    ['title', formatRequestText(discord, { ...post, title: null })],
    ['link', formatRequestText(discord, { ...post, url: 'https://example.org/' })],
  ])('is another with another %s', (_, text) => {
    expect(text).not.toBe(formatRequestText(discord, post))
  })
})

describe('judgeStanding', () => {
  const now = new Date('2026-03-10T12:00:00.000Z')
  const requestHash = Buffer.alloc(32, 1)
  it.each<[StoredPublication['state'], number, number, PublicationState]>([
    ['published', 0, 1, 'published'],
    ['sending', 1, 1, 'under way'],
    ['sending', 0, 1, 'unclear'],
    ['unknown', 60_000, 1, 'unclear'],
    ['failed', 0, 1, 'under way'],
    ['published', 0, 2, 'another request'],
    ['unknown', 0, 2, 'another request'],
  ])('%s, claimed for %i ms, request %i: %s', (state, claimedMs, request, expected) => {
    const claimedUntil = new Date(now.getTime() + claimedMs)
    const stored = { state, claimedUntil, requestHash: Buffer.alloc(32, request) } as StoredPublication
    expect(judgeStanding(stored, { requestHash, now })).toBe(expected)
  })
})

describe('writeSentence', () => {
  it.each([
    ['answered 400 (no)', [], 'Discord answered 400 (no).'],
    ['answered 400 (a\r\nb\u2028c)', [], 'Discord answered 400 (a b c).'],
    ['said key-1 and key-1', ['key-1'], 'Discord said … and ….'],
    ['x'.repeat(400), [], `Discord ${'x'.repeat(300)}.`],
  ])('%s', (says, secrets, expected) => {
    expect(formatSentence('Discord', says, secrets)).toBe(expected)
  })

  it('leaves no half of an emoji', () => {
    expect(formatSentence('Discord', `${'x'.repeat(299)}😀`, []).isWellFormed()).toBe(true)
  })
})
