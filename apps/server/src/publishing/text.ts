const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a person would count: a family emoji is one, a letter with its marks is one. */
export function countGraphemes(text: string): number {
  let count = 0
  for (const _ of graphemes.segment(text)) count++
  return count
}

export function countBytes(text: string): number {
  return Buffer.byteLength(text)
}

export function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether anything of a text can be seen. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}

/** At most so many code points; a longer text ends in an ellipsis, and no letter is cut in two. */
export function formatShorter(text: string, most: number): string {
  if (countCodePoints(text) <= most) return text
  let short = ''
  for (const { segment } of graphemes.segment(text)) {
    if (countCodePoints(short) + countCodePoints(segment) >= most) break
    short += segment
  }
  return `${short.trimEnd()}…`
}

/** Parts with a blank line between them; those that are missing leave nothing behind. */
export function splitParagraphs(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n\n')
}

/** A part of a text, in UTF-16 units, and what it stands for. */
export type Span = { start: number; end: number; value: string }

// Ends at blanks, quotation marks, invisible characters and the punctuation that follows a link in Chinese, Japanese or Arabic.
const LINK =
  /https?:\/\/[^\s<>"'“”„«»‹›\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff、。，！？；：（）「」『』【】《》؟،؛]+/giu
const SENTENCE_SIGNS = '.,;:!?…*_~'

/** The links in a text, without the punctuation of the sentence around them; `value` is the address in ASCII. */
export function findLinks(text: string): Span[] {
  return [...text.matchAll(LINK)].flatMap((match) => {
    const shown = removeSentence(match[0])
    const href = parseHref(shown)
    return href === null ? [] : [{ start: match.index, end: match.index + shown.length, value: href }]
  })
}

/** A web address as it goes over the wire, or null when it is none, or holds a user name. */
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

/** How many more of a closing bracket there are than of its opening one. */
function countSurplus(link: string, closing: keyof typeof OPENING): number {
  return link.split(closing).length - link.split(OPENING[closing]).length
}

const HASHTAG = /(?<![\p{L}\p{N}\p{M}_#/&])#(?=[\p{N}_]*\p{L})([\p{L}\p{N}\p{M}_]{1,64})(?![\p{L}\p{N}\p{M}_])/gu

/** The hashtags in a text, outside links; `value` is the tag without its sign. A number alone is none. */
export function findHashtags(text: string): Span[] {
  const links = findLinks(text)
  return [...text.matchAll(HASHTAG)]
    .map((match) => ({ start: match.index, end: match.index + match[0].length, value: match[1] ?? '' }))
    .filter(({ start }) => !links.some((link) => start >= link.start && start < link.end))
}

/** The text with some spans written in another way, and the rest between them in yet another. */
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

/** Of no width, and no blank: it keeps a name from being one for a platform, and shows nowhere. */
const WORD_JOINER = '\u2060'

/** Puts an invisible character after each sign, outside links, so that what follows is no name any more. */
export function splitText(text: string, sign: RegExp, inLinks: (link: string) => string = (link) => link): string {
  return formatText(text, findLinks(text), {
    span: ({ start, end }) => inLinks(text.slice(start, end)),
    rest: (rest) => rest.replaceAll(sign, `$&${WORD_JOINER}`),
  })
}

// Not the one inside an e-mail address, which follows a letter or a digit.
const AT_SIGN = /(?<![A-Za-z0-9_])@(?=[\p{L}\p{N}_])/gu

/**
 * Keeps @name from mentioning people. A platform may see the end of a link elsewhere than we do, so there the sign is
 * written in percent-encoding, which leads to the same place.
 */
export function formatQuiet(text: string): string {
  return splitText(text, AT_SIGN, (link) => link.replaceAll('@', '%40'))
}
