import { describe, expect, it } from 'vitest'
import {
  countBytes,
  countCodePoints,
  countGraphemes,
  findHashtags,
  findLinks,
  parseHref,
  splitParagraphs,
  formatQuiet,
} from './text.ts'

describe('a text is counted', () => {
  it.each([
    ['nothing', '', 0, 0, 0, 0],
    ['ASCII', 'abc', 3, 3, 3, 3],
    ['an emoji', '😀', 1, 1, 2, 4],
    ['a family joined to one', '👨‍👩‍👧‍👦', 1, 7, 11, 25],
    ['a flag', '🇩🇪', 1, 2, 4, 8],
    ['a thumb with a color', '👍🏽', 1, 2, 4, 8],
    ['a letter and its mark', 'e\u0301', 1, 2, 2, 3],
    ['a letter with many marks', `a${'\u0300'.repeat(5)}`, 1, 6, 6, 11],
    ['Chinese', '你好', 2, 2, 2, 6],
    ['Korean in parts', '\u1112\u1161\u11ab', 1, 3, 3, 9],
    ['Arabic', 'سلام', 4, 4, 4, 8],
    ['a line end of two', 'a\r\nb', 3, 4, 4, 4],
  ])('%s', (_, text, graphemes, codePoints, units, bytes) => {
    expect([countGraphemes(text), countCodePoints(text), text.length, countBytes(text)]).toEqual([
      graphemes,
      codePoints,
      units,
      bytes,
    ])
  })
})

describe('findLinks', () => {
  it.each([
    ['alone', 'https://a.example/b', ['https://a.example/b']],
    ['at the end of a sentence', 'See https://a.example/b.', ['https://a.example/b']],
    ['in brackets', '(https://a.example/b)', ['https://a.example/b']],
    ['with brackets of its own', 'https://a.example/b_(c)', ['https://a.example/b_(c)']],
    ['both', '(see https://a.example/b_(c)).', ['https://a.example/b_(c)']],
    ['in quotation marks', '“https://a.example/b”', ['https://a.example/b']],
    ['in angle brackets', '<https://a.example/b>', ['https://a.example/b']],
    ['before Chinese punctuation', '看https://a.example/b。好', ['https://a.example/b']],
    ['two', 'http://a.example, https://b.example!', ['http://a.example', 'https://b.example']],
    ['with a query', 'https://a.example/?q=1&r=a@b', ['https://a.example/?q=1&r=a@b']],
    ['before a mark of direction', 'https://a.example/b\u200f', ['https://a.example/b']],
    ['with a user name: none', 'https://ada:secret@a.example/', []],
    ['without a host: none', 'https:// and http://', []],
    ['of another kind: none', 'javascript:alert(1) ftp://a.example', []],
    ['in Arabic text', 'انظر https://a.example/b؟', ['https://a.example/b']],
  ])('%s', (_, text, expected) => {
    expect(findLinks(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected)
  })

  it.each([')', '.', ').', '(', '(.', 'a.', '%', '@'])('reads 40,000 signs of %s without delay or end', (sign) => {
    const text = `https://a.example/${sign.repeat(40_000 / sign.length)}x`
    const ends = `https://a.example/${sign.repeat(40_000 / sign.length)}`
    expect(findLinks(text).length).toBeLessThanOrEqual(1)
    expect(findLinks(ends).length).toBeLessThanOrEqual(1)
  })

  it('writes hosts and paths of other scripts in ASCII', () => {
    expect(findLinks('https://bücher.example/ä(1)')[0]?.value).toBe('https://xn--bcher-kva.example/%C3%A4(1)')
  })
})

describe('parseHref', () => {
  it.each([
    ['https://example.org', 'https://example.org/'],
    ['HTTP://EXAMPLE.ORG/A b', 'http://example.org/A%20b'],
    ['https://例え.テスト/', 'https://xn--r8jz45g.xn--zckzah/'],
    ['', null],
    ['//example.org', null],
    ['file:///etc/passwd', null],
    ['data:text/html,x', null],
    ['https://ada@example.org', null],
    ['https://@example.org', null],
    ['https://example.org/@ada', 'https://example.org/@ada'],
  ])('%s is %s', (text, href) => {
    expect(parseHref(text)).toBe(href)
  })
})

describe('findHashtags', () => {
  it.each([
    ['#one and #two', ['one', 'two']],
    ['#日本 #über_2', ['日本', 'über_2']],
    ['C# a#b ##c #1 #', []],
    ['https://a.example/#top', []],
    ['(#one)', ['one']],
    [`#${'a'.repeat(65)}`, []],
  ])('%s', (text, tags) => {
    expect(findHashtags(text).map(({ value }) => value)).toEqual(tags)
  })
})

describe('quiet', () => {
  it.each([
    ['@ada', '@\u2060ada'],
    ['Hi @ada, @bob!', 'Hi @\u2060ada, @\u2060bob!'],
    ['@everyone', '@\u2060everyone'],
    ['(@ada)', '(@\u2060ada)'],
    ['ada@example.org', 'ada@example.org'],
    ['@ ada', '@ ada'],
    ['.@ada -@ada /@ada', '.@\u2060ada -@\u2060ada /@\u2060ada'],
    ['é@ada', 'é@\u2060ada'],
    ['https://a.example/@ada', 'https://a.example/%40ada'],
    ['https://a.example/b|@ada', 'https://a.example/b|%40ada'],
    ['https://a.example/@ada @ada', 'https://a.example/%40ada @\u2060ada'],
    ['https://@ada', 'https://@\u2060ada'],
    ['@مرحبا', '@\u2060مرحبا'],
  ])('%s', (text, expected) => {
    expect(formatQuiet(text)).toBe(expected)
  })
})

it('paragraphs leave nothing behind for what is missing', () => {
  expect(splitParagraphs(null, 'a', null, 'b')).toBe('a\n\nb')
})
