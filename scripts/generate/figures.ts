import { createHash } from 'node:crypto'
import { dirname, join, normalize } from 'node:path'
import { countLines, HELD_FIGURES } from './held-figures.ts'

const WORDS = new Map('zero one two three four five six seven eight nine ten eleven twelve'.split(' ').entries())
  .set(20, 'twenty')
  .set(30, 'thirty')
const FIGURE = String.raw`[\d,.]*\d|\b(?:${[...WORDS.values()].join('|')})\b`
/** The lines of an example beside a link to it. */
const LINKED_LINES = /\]\(([^)]+)\), (\d+) lines/g

/** A page with every held figure as it is. Throws on a sentence that the page no longer has. */
export function fillFigures(path: string, page: string): string {
  const filled = (HELD_FIGURES[path] ?? []).reduce((text, [sentence, value]) => {
    const place = toPattern(sentence)
    if (!place.test(text))
      throw new Error(`${path} no longer says "${sentence}"; scripts/generate/held-figures.ts holds it`)
    return text.replace(
      place,
      (_, before: string, figure: string, after: string) => `${before}${writeLike(figure, value())}${after}`,
    )
  }, page)
  return filled.replace(LINKED_LINES, (_, link: string) => {
    const file = normalize(join(dirname(path), link))
    return `](${link}), ${countLines(file)} lines`
  })
}

// A line of a page may break between any two words, and a sentence may begin with its figure.
function toPattern(sentence: string): RegExp {
  const [before = '', after = ''] = sentence
    .split('#')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s+`))
  return new RegExp(`(${before})(${FIGURE})(${after})`, before === '' ? 'i' : '')
}

/** A number as the page writes figures there: as a word, with commas, or plain. */
function writeLike(figure: string, value: number): string {
  if (figure.includes(',')) return value.toLocaleString('en-US')
  if (/\d/.test(figure)) return String(value)
  const word = WORDS.get(value) ?? String(value)
  return /^[A-Z]/.test(figure) ? word.replace(/^./, (first) => first.toUpperCase()) : word
}

const OWNED = /<!-- generated: [^]*?<!-- end of generated -->|^```[^]*?^```|\]\([^)]*\)|https?:\S+/gm

/**
 * The figures of a page that nothing generates and no code decides: what was measured, when, and numbers of standards. Snippets are
 * left out, since tests run them.
 */
function listOtherFigures(path: string, page: string): string[] {
  const rest = (HELD_FIGURES[path] ?? []).reduce(
    (text, [sentence]) => text.replace(toPattern(sentence), '$1$3'),
    page.replaceAll(LINKED_LINES, ']').replaceAll(OWNED, ''),
  )
  return rest.match(/[\d,.]*\d/g) ?? []
}

/** What stands for those figures among the seals; undefined for a page that has none. */
export function sealFigures(path: string, page: string): string | undefined {
  const figures = listOtherFigures(path, page)
  if (figures.length === 0) return undefined
  return `${figures.length} ${createHash('sha256').update(figures.join('\n')).digest('hex').slice(0, 16)}`
}
