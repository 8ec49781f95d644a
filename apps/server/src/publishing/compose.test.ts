import type { PlatformName } from '@stillhere/contract'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../platform/settings/settings.ts'
import { createTid } from './platforms/bluesky.ts'
import { formatLittleText } from './platforms/linkedin.ts'
import { openTargets } from './routes.ts'
import type { Post } from './target.ts'

const targets = openTargets(readSettings({}).publishing)
const compose = (platform: PlatformName, post: Partial<Post>) =>
  targets[platform].compose({ title: null, content: 'x', url: null, ...post })
const messageOf = (platform: PlatformName, post: Partial<Post>) => {
  const composition = compose(platform, post)
  if ('problems' in composition) throw new Error(JSON.stringify(composition.problems))
  return composition.composed.message
}

const FAMILY = '👨‍👩‍👧‍👦'

describe('a text that just fits, and one sign more', () => {
  it.each<[PlatformName, string, string, number, string, Partial<Post>]>([
    ['bluesky', 'a', 'graphemes', 300, '/content', {}],
    ['bluesky', '你', 'graphemes', 300, '/content', {}],
    ['bluesky', 'e\u0301', 'graphemes', 300, '/content', {}],
    ['farcaster', 'a', 'bytes', 1024, '/content', {}],
    ['farcaster', 'é', 'bytes', 512, '/content', {}],
    ['discord', 'a', 'characters', 2000, '/content', {}],
    ['discord', '😀', 'characters', 2000, '/content', {}],
    ['telegram', 'a', 'UTF-16 units', 4096, '/content', {}],
    ['telegram', '😀', 'UTF-16 units', 2048, '/content', {}],
    ['linkedin', 'a', 'UTF-16 units', 3000, '/content', {}],
    ['linkedin', '(', 'UTF-16 units', 3000, '/content', {}],
    ['reddit', '😀', 'characters', 40_000, '/content', { title: 't' }],
  ])('%s, %s', (platform, sign, unit, most, pointer, rest) => {
    expect(compose(platform, { ...rest, content: sign.repeat(most) })).toHaveProperty('composed')
    const { problems } = compose(platform, { ...rest, content: sign.repeat(most + 1) }) as { problems: object[] }
    expect(problems).toEqual([{ pointer, message: expect.stringMatching(new RegExp(`^makes \\d+ ${unit} on `)) }])
  })

  it('300 families are too many bytes for Bluesky, which names them', () => {
    expect(compose('bluesky', { content: FAMILY.repeat(120) })).toHaveProperty('composed')
    expect(compose('bluesky', { content: FAMILY.repeat(121) })).toEqual({
      problems: [{ pointer: '/content', message: 'makes 3025 bytes on Bluesky, which takes 3000 at most' }],
    })
  })

  it('title and link count where they stand in the text', () => {
    const url = 'https://example.org/'
    const rest = { title: 'T', url }
    const most = 2000 - 'T\n\n'.length - `\n\n${url}`.length
    expect(compose('discord', { ...rest, content: 'a'.repeat(most) })).toHaveProperty('composed')
    expect(compose('discord', { ...rest, content: 'a'.repeat(most + 1) })).toHaveProperty('problems')
    expect(compose('bluesky', { ...rest, content: 'a'.repeat(300) })).toHaveProperty('composed')
    expect(compose('bluesky', { title: 'T', content: 'a'.repeat(298) })).toHaveProperty('problems')
  })

  it('what keeps a mention quiet counts too', () => {
    expect(compose('telegram', { content: `@ada${'a'.repeat(4092)}` })).toHaveProperty('problems')
  })

  it.each([
    ['One hundred\nThe hundredth node is with us.', 'One hundred'],
    ['\u200b\n\tSecond line ', 'Second line'],
    ['a'.repeat(300), 'a'.repeat(300)],
    [`${'a'.repeat(298)} 👩‍👩‍👧`, `${'a'.repeat(298)}…`],
  ])('S3: takes the first line of %j as the title that Reddit needs', (content, title) => {
    expect(compose('reddit', { content })).toMatchObject({
      composed: { text: content, message: { title, text: content } },
    })
  })

  it('titles and links have limits of their own', () => {
    expect(compose('reddit', { title: '😀'.repeat(300) })).toHaveProperty('composed')
    expect(compose('reddit', { title: '😀'.repeat(301) })).toMatchObject({ problems: [{ pointer: '/title' }] })
    const url = `https://example.org/${'a'.repeat(237)}`
    expect(compose('farcaster', { url })).toMatchObject({ problems: [{ pointer: '/url' }] })
    expect(compose('farcaster', { url: url.slice(0, 256) })).toHaveProperty('composed')
  })
})

describe('Bluesky', () => {
  it('marks links and tags by the bytes where they stand, and no mention', () => {
    const text = `${FAMILY} @ada.bsky.social https://bücher.example/ä #日本`
    const { facets } = messageOf('bluesky', { content: text }) as { facets: Facet[] }
    const bytes = Buffer.from(text)
    const shown = facets.map(({ index: { byteStart, byteEnd } }) => bytes.subarray(byteStart, byteEnd).toString())
    expect(shown).toEqual(['https://bücher.example/ä', '#日本'])
    expect(facets.map(({ features }) => features)).toEqual([
      [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://xn--bcher-kva.example/%C3%A4' }],
      [{ $type: 'app.bsky.richtext.facet#tag', tag: '日本' }],
    ])
  })

  it('puts link and title on a card', () => {
    const card = (title: string | null) => messageOf('bluesky', { title, url: 'https://example.org/a' })['embed']
    expect(card('T')).toEqual({
      $type: 'app.bsky.embed.external',
      external: { uri: 'https://example.org/a', title: 'T', description: '' },
    })
    expect(card(null)).toMatchObject({ external: { title: 'example.org' } })
    expect(messageOf('bluesky', { title: 'T' })).toEqual({ text: 'T\n\nx' })
  })

  it.each([
    ['2026-03-10T12:00:00.000Z', 0, '3mgpd364w2222'],
    ['1970-01-01T00:00:00.000Z', 1023, '22222222222zz'],
  ])('keys are sortable times: %s', (time, clock, tid) => {
    expect(createTid(new Date(time), clock)).toBe(tid)
  })

  type Facet = { index: { byteStart: number; byteEnd: number }; features: object[] }
})

describe('LinkedIn', () => {
  it.each([
    ['plain', 'plain'],
    ['@[Ada](urn:li:person:1)', '\\@\\[Ada\\]\\(urn:li:person:1\\)'],
    ['a_b*c~d|e{f}g<h>i\\j', 'a\\_b\\*c\\~d\\|e\\{f\\}g\\<h\\>i\\\\j'],
    ['{hashtag|\\#|x}', '\\{hashtag\\|\\\\\\#\\|x\\}'],
    ['on #presence and C#', 'on {hashtag|\\#|presence} and C\\#'],
    ['#a_b', '{hashtag|\\#|a\\_b}'],
    ['😀 你好 שלום', '😀 你好 שלום'],
  ])('%s', (text, expected) => {
    expect(formatLittleText(text)).toBe(expected)
  })

  it('puts link and title on a card', () => {
    expect(messageOf('linkedin', { title: 'T', url: 'https://example.org/a' })).toEqual({
      commentary: 'x',
      content: { article: { source: 'https://example.org/a', title: 'T' } },
    })
  })
})

describe('Discord', () => {
  it.each(['@everyone', '@here', '<@1>', '<@&2>', '<#3>'])('calls nobody by %s, and shows it as it is', (content) => {
    expect(messageOf('discord', { content })).toEqual({ content, allowed_mentions: { parse: [] } })
  })
})

describe('Telegram', () => {
  it('marks title and link by UTF-16 units, and nothing by Markdown', () => {
    const url = 'https://example.org/a_(b)'
    const message = messageOf('telegram', { title: `${FAMILY} *T*`, content: '_x_ <b>y</b>', url })
    const text = `${FAMILY} *T*\n\n_x_ <b>y</b>\n\n${url}`
    expect(message).toEqual({
      text,
      entities: [
        { type: 'bold', offset: 0, length: 15 },
        { type: 'text_link', offset: text.indexOf('https'), length: url.length, url },
      ],
      link_preview_options: { is_disabled: false, url },
    })
    expect(message).not.toHaveProperty('parse_mode')
  })

  it('shows no preview where no link was given', () => {
    expect(messageOf('telegram', { content: 'https://a.example' })).toEqual({
      text: 'https://a.example',
      entities: [],
      link_preview_options: { is_disabled: true },
    })
  })
})

describe('mentions', () => {
  it.each<[PlatformName, string, string]>([
    ['telegram', 'hi @ada', 'hi @\u2060ada'],
    ['farcaster', 'hi @ada.eth', 'hi @\u2060ada.eth'],
    ['reddit', 'hi u/ada, /u/bob and r/all', 'hi u/\u2060ada, /u/\u2060bob and r/all'],
    ['reddit', 'https://www.reddit.com/u/ada', 'https://www.reddit.com/u/ada'],
  ])('%s: %s calls nobody', (platform, content, expected) => {
    expect(messageOf(platform, { content, title: platform === 'reddit' ? 't' : null })['text']).toBe(expected)
  })
})
