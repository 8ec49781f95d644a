import confusables from './confusables.json' with { type: 'json' }

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

// Letters, marks, digits, what stands in domains and names, and single spaces. No @, which parts handle and origin, nothing
// that cannot be seen, and nothing by which HTML or Markdown is written.
const PART = String.raw`[\p{L}\p{M}\p{N}\-_.,:/+()!?#'’·]+`
const PLAIN = new RegExp(`^${PART}(?: ${PART})*$`, 'u')

/** What is wrong with a name that people will read, or nothing. */
export function nameProblem(name: string): string | undefined {
  if (!PLAIN.test(name)) return "must hold only letters, digits, single spaces and -_.,:/+()!?#'"
  if (!ONE_SCRIPT.some((script) => script.test(name))) return 'must be written in one script'
  return undefined
}

const LOOKS_LIKE = new Map(
  Object.entries(confusables).flatMap(([shape, alike]) => Array.from(alike, (sign) => [sign, shape] as const)),
)

/** What two names share that look the same (the skeleton of UTS #39, section 4), without regard to letter case. */
export function computeSkeleton(name: string): string {
  const signs = Array.from(name.normalize('NFKC').normalize('NFD'), (sign) => LOOKS_LIKE.get(sign) ?? sign)
  return signs.join('').normalize('NFD').toLowerCase()
}
