const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Counts the characters that a person sees (grapheme clusters): a family emoji is one, a letter with its marks is one. */
export function countGraphemes(text: string): number {
  let count = 0
  for (const _ of graphemes.segment(text)) count++
  return count
}

/** Counts the bytes of a text in UTF-8. */
export function countBytes(text: string): number {
  return Buffer.byteLength(text)
}

/** Counts the Unicode code points of a text. */
export function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Returns whether a text has at least one visible character: a letter, digit, punctuation mark or symbol. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}

/** Shortens a text to at most `most` code points. A shortened text ends in an ellipsis, and no grapheme is cut in two. */
export function formatShorter(text: string, most: number): string {
  if (countCodePoints(text) <= most) return text
  let short = ''
  for (const { segment } of graphemes.segment(text)) {
    if (countCodePoints(short) + countCodePoints(segment) >= most) break
    short += segment
  }
  return `${short.trimEnd()}…`
}

/** Joins texts with a blank line between them; null parts are left out. */
export function splitParagraphs(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n\n')
}

/** A range of a text, in UTF-16 units, with `end` exclusive. `value`: the address or tag that the range is for. */
export type Span = { start: number; end: number; value: string }

// Ends at blanks, quotation marks, invisible characters and the punctuation that follows a link in Chinese, Japanese or Arabic.
const LINK =
  /https?:\/\/[^\s<>"'“”„«»‹›\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff、。，！？；：（）「」『』【】《》؟،؛]+/giu
const SENTENCE_SIGNS = '.,;:!?…*_~'

/** Returns the web links in a text, in order, without the punctuation of the sentence around them; `value` is the normalized address in ASCII. */
export function findLinks(text: string): Span[] {
  return [...text.matchAll(LINK)].flatMap((match) => {
    const shown = removeSentence(match[0])
    const href = parseHref(shown)
    return href === null ? [] : [{ start: match.index, end: match.index + shown.length, value: href }]
  })
}

/** Returns a web address (http or https) in normalized form; null if the text isn't one or has a user name. */
export function parseHref(text: string): string | null {
  // "https://@ada" has no user name for the parser, and a name to call for a reader.
  const url = /^\w+:\/\/[^/?#]*@/.test(text) ? null : URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return url.href
}

// "(see https://a.org/b_(c))." ends the link after the first of the two brackets. One pass: a text may be all brackets.
function removeSentence(link: string): string {
  const surplus = { ')': countSurplus(link, ')'), ']': countSurplus(link, ']'), '}': countSurplus(link, '}') }
  let end = link.length
  for (; end > 0; end--) {
    const last = link.charAt(end - 1)
    if (isBracket(last) && surplus[last] > 0) surplus[last]--
    else if (!SENTENCE_SIGNS.includes(last)) break
  }
  return link.slice(0, end)
}

const OPENING = { ')': '(', ']': '[', '}': '{' } as const

function isBracket(sign: string): sign is keyof typeof OPENING {
  return Object.hasOwn(OPENING, sign)
}

/** Returns how many more closing brackets of this kind a link has than opening ones. */
function countSurplus(link: string, closing: keyof typeof OPENING): number {
  return link.split(closing).length - link.split(OPENING[closing]).length
}

const HASHTAG = /(?<![\p{L}\p{N}\p{M}_#/&])#(?=[\p{N}_]*\p{L})([\p{L}\p{N}\p{M}_]{1,64})(?![\p{L}\p{N}\p{M}_])/gu

/** Returns the hashtags in a text, in order, outside of links; `value` is the tag without #. A number alone isn't a hashtag. */
export function findHashtags(text: string): Span[] {
  const links = findLinks(text)
  return [...text.matchAll(HASHTAG)]
    .map((match) => ({ start: match.index, end: match.index + match[0].length, value: match[1] ?? '' }))
    .filter(({ start }) => !links.some((link) => start >= link.start && start < link.end))
}

/** Rewrites a text: `write.span` converts each of the spans, and `write.rest` the text between them. `spans`: in order, without overlap. */
export function formatText(
  text: string,
  spans: readonly Span[],
  write: { span: (span: Span) => string; rest: (rest: string) => string },
): string {
  let done = 0
  let written = ''
  for (const span of spans) {
    written += write.rest(text.slice(done, span.start)) + write.span(span)
    done = span.end
  }
  return written + write.rest(text.slice(done))
}

/** An invisible character of no width: it keeps a platform from reading a name, and is shown nowhere. */
const WORD_JOINER = '\u2060'

/**
 * Inserts an invisible word joiner after each match of `sign` (a global regular expression) outside of links, so that platforms don't read the
 * following text as a name. `inLinks` rewrites the links.
 */
export function splitText(text: string, sign: RegExp, inLinks: (link: string) => string = (link) => link): string {
  return formatText(text, findLinks(text), {
    span: ({ start, end }) => inLinks(text.slice(start, end)),
    rest: (rest) => rest.replaceAll(sign, `$&${WORD_JOINER}`),
  })
}

// Not the one inside an e-mail address, which follows a letter or a digit.
const AT_SIGN = /(?<![A-Za-z0-9_])@(?=[\p{L}\p{N}_])/gu

/**
 * Changes @name in a text so that it mentions no one: an invisible character follows the @. In links @ becomes %40, which leads to the same
 * address, since a platform may see the end of a link elsewhere.
 */
export function formatQuiet(text: string): string {
  return splitText(text, AT_SIGN, (link) => link.replaceAll('@', '%40'))
}
