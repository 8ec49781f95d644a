/** One place of the docs: address, title of the page, heading, text. */
export type Entry = readonly [address: string, page: string, heading: string, text: string]

/** A place that was found, with the words around the first hit. */
export type Hit = { address: string; page: string; heading: string; excerpt: string }

const TITLE = 12
const HEADING = 6
const TEXT = 1
const EXCERPT = 120

/**
 * Returns the places that contain every word of a query, the best first: words in titles and at the beginnings of words count more.
 * Internals come after all pages for users.
 */
export function findEntries(entries: readonly Entry[], query: string): Hit[] {
  const words = splitWords(query)
  if (words.length === 0) return []
  const scored = entries.map((entry) => ({ entry, score: scoreEntry(entry, words) })).filter(({ score }) => score > 0)
  return scored
    .toSorted(
      (one, other) => Number(isInternal(one.entry)) - Number(isInternal(other.entry)) || other.score - one.score,
    )
    .map(({ entry: [address, page, heading, text] }) => ({ address, page, heading, excerpt: cutExcerpt(text, words) }))
}

function isInternal([address]: Entry): boolean {
  return address.startsWith('/docs/internals/')
}

function splitWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

function scoreEntry([address, page, heading, text]: Entry, words: readonly string[]): number {
  // The beginning of a page stands for its title; its sections do not.
  const title = address.includes('#') ? 1 : TITLE
  const scores = words.map(
    (word) => title * matchWord(page, word) + HEADING * matchWord(heading, word) + TEXT * matchWord(text, word),
  )
  return scores.every((score) => score > 0) ? scores.reduce((sum, score) => sum + score, 0) : 0
}

/** 3 for a whole word, 2 for its beginning, 1 for a part, 0 for nothing. */
function matchWord(text: string, word: string): number {
  const lower = text.toLowerCase()
  let best = 0
  for (let at = lower.indexOf(word); at >= 0 && best < 3; at = lower.indexOf(word, at + 1)) {
    const begins = !isLetter(lower[at - 1])
    best = Math.max(best, begins ? (isLetter(lower[at + word.length]) ? 2 : 3) : 1)
  }
  return best
}

function isLetter(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{Letter}\p{Number}_]/u.test(sign)
}

function cutExcerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const at = Math.max(
    0,
    Math.min(...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0), text.length),
  )
  const start = at < EXCERPT / 3 || at === text.length ? 0 : text.indexOf(' ', at - EXCERPT / 3) + 1
  const cut = text.slice(start, start + EXCERPT)
  return `${start > 0 ? '… ' : ''}${cut}${start + EXCERPT < text.length ? ' …' : ''}`
}
