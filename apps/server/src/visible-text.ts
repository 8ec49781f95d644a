/** What is wrong with a text that people read before they agree, in words; undefined where it reads as it is written. */
export function findInvisible(text: string): string | undefined {
  return /\p{C}/u.test(text) ? 'must have no signs that are not seen or turn others around' : undefined
}

/** As findInvisible, for what somebody approves: nothing in it may look like something else either. */
export function findDeceptive(text: string): string | undefined {
  const invisible = findInvisible(text)
  if (invisible !== undefined) return invisible
  if (text !== text.normalize('NFC')) return 'must be in the normal form NFC, so that each sign has one spelling'
  // Fillers are letters to Unicode and blank to people.
  if (/(?! )[\p{Z}\p{Default_Ignorable_Code_Point}\u2800]| {2}|^ | $/u.test(text))
    return 'must have no blanks but single spaces between words'
  if (/\p{M}{3}/u.test(text)) return 'must not pile marks on a letter'
  // UTS #39, section 5.3: a Bengali 4 looks like an 8.
  if (/[0-9\p{Script=Latin}]/u.test(text) && /(?![0-9])\p{Nd}/u.test(text))
    return 'must not have digits of another script beside Latin letters or 0 to 9'
  if (/[\u{1D400}-\u{1D7FF}]/u.test(text)) return 'must not have mathematical letters and digits in place of plain ones'
  return text.split(' ').every(isOneScript) ? undefined : 'must not mix scripts within a word'
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

/** Whether a text is written in one script in everyday use, or in several that are written together. */
export function isOneScript(text: string): boolean {
  return ONE_SCRIPT.some((script) => script.test(text))
}
