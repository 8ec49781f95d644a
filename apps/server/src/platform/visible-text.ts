import confusables from '../confusables.json' with { type: 'json' }

/** Returns the problem of a text that contains control, invisible or direction-changing characters; undefined if it has none. */
export function findInvisible(text: string): string | undefined {
  return /\p{C}/u.test(text) ? 'must have no signs that are not seen or turn others around' : undefined
}

/** Scripts in everyday use (UAX #31, table 5), and those that are written together (UTS #39, section 5.1). */
const SCRIPTS = [
  ...'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer'.split(
    ' ',
  ),
  ...'Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'.split(' '),
  'Han Bopomofo',
  'Han Hiragana Katakana',
  'Han Hangul',
]
const ONE_SCRIPT = SCRIPTS.map((scripts) => {
  const own = scripts.split(' ').map((script) => String.raw`\p{Script_Extensions=${script}}`)
  return new RegExp(String.raw`^[${own.join('')}\p{Script=Common}\p{Script=Inherited}]*$`, 'u')
})

/** Returns whether a text is written in one script in everyday use, or in several that are written together. */
function isOneScript(text: string): boolean {
  return ONE_SCRIPT.some((script) => script.test(text))
}

// Letters, marks, digits, what stands in domains and names, and single spaces. No @, which parts handle and origin, nothing
// that cannot be seen, and nothing by which HTML or Markdown is written.
const NAME_PART = String.raw`[\p{L}\p{M}\p{N}\-_.,:/+()!?#'’·]+`
const NAME = new RegExp(`^${NAME_PART}(?: ${NAME_PART})*$`, 'u')
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u

/** Matches more marks on a letter than any language uses, and marks on anything but letters. */
export const MARKS_MISUSED = /(?:(?=\p{M})\p{Script=Inherited}){3}|\p{M}{7}|(?<![\p{L}\p{M}])\p{M}|[IJijlı]\u0307/u

/**
 * Returns the problem of a name of a person or an agent, or undefined if it is acceptable: only letters, digits and common punctuation, no
 * piled-up marks, one script.
 */
export function findNameProblem(name: string): string | undefined {
  if (!NAME.test(name) || UNSEEN.test(name)) return "must hold only letters, digits, single spaces and -_.,:/+()!?#'"
  if (MARKS_MISUSED.test(name)) return 'must not pile marks on a letter, or put them on anything else'
  if (!isOneScript(name)) return 'must be written in one script'
  return undefined
}

/** Normalizes a name for comparison without regard to letter case, full-width forms and ligatures (NFKC, lower case). */
export function toCaseKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** Maps each letter, mark and digit that looks like another character to that character (UTS #39, section 4; docs/internals/decisions/0030). */
const SHAPES = new Map(
  Object.entries(confusables).flatMap(([shape, alike]) => Array.from(alike, (sign) => [sign, shape] as const)),
)

/** Returns the character that stands for all characters that look like this one (UTS #39 confusables); the character itself if there are none. */
export function readShape(sign: string): string {
  return SHAPES.get(sign) ?? sign
}

/** Computes the skeleton of a name (UTS #39, section 4), in lower case. Names that look the same have the same skeleton. */
export function computeSkeleton(name: string): string {
  const signs = Array.from(name.replaceAll('’', "'").normalize('NFKC').normalize('NFD'), readShape)
  return signs.join('').normalize('NFD').toLowerCase()
}

/** Escapes text for HTML, for use between tags or in a quoted attribute. */
export function encodeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
