import type { CheckDetails } from '@stillhere/contract'
import { isCodeName } from '@stillhere/receipt/view'
import { encodePointerPart, type FieldProblem } from './problem.ts'
import { findInvisible, MARKS_MISUSED, readShape } from './visible-text.ts'

/** A text that a person reads before approving, and its JSON pointer in the request. */
export type ShownText = readonly [pointer: string, text: string]

/**
 * Lists the problems of the texts that a person reads before approving one action, at most one per JSON pointer. Texts must read as they
 * are written: only characters in everyday use, unambiguous numbers, no right-to-left letters that reorder numbers, and no word that looks
 * like a word of another script. All texts of an action are judged together, because the other words show which script a word belongs to.
 */
export function findProseProblems(shown: readonly ShownText[]): FieldProblem[] {
  const lines = shown
    .flatMap(([pointer, text]) => text.split('\n').map((line) => ({ pointer, line })))
    .map(({ pointer, line }, nth) => ({ pointer, line, runs: listRuns(line, nth) }))
  const around = createSurroundings(lines.flatMap(({ runs }) => runs))
  const found = [
    ...shown.map(([pointer, text]) => [pointer, findHiddenLines(text)] as const),
    ...lines.map(({ pointer, line, runs }) => [pointer, findLineProblem(line, runs, around)] as const),
  ]
  const first = new Map<string, string>()
  for (const [pointer, message] of found) if (message !== undefined && !first.has(pointer)) first.set(pointer, message)
  return Array.from(first, ([pointer, message]) => ({ pointer, message }))
}

/**
 * Lists the texts in the details of a request with their JSON pointers, for findProseProblems: a single text, or all names and values.
 * Members whose name says that they contain code are omitted.
 */
export function listDetails(pointer: string, details: CheckDetails = {}): ShownText[] {
  if (typeof details === 'string') return [[pointer, details]]
  return Object.entries(details).flatMap(([name, value]): ShownText[] => {
    const own = `${pointer}/${encodePointerPart(name)}`
    return isCodeName(name)
      ? []
      : [
          [own, name],
          [own, value],
        ]
  })
}

function findHiddenLines(text: string): string | undefined {
  return /^\n|\n{3}|\n$/.test(text) ? 'must not push lines out of sight by empty ones' : undefined
}

function findLineProblem(line: string, runs: readonly Run[], around: Surroundings): string | undefined {
  return (
    findSignProblem(line) ??
    findNumberProblem(line) ??
    findDirectionProblem(line) ??
    findMixedWord(line) ??
    findForeignWord(runs, around)
  )
}

// Signs

// Letters of living alphabets: those of Identifier_Status=Allowed (UTS #39, section 3.1), and the hooked letters of Hausa and its
// neighbors. Phonetic letters, small capitals and compatibility forms are not among them.
const LATIN = String.raw`A-Za-z\xC0-\xD6\xD8-\xF6\xF8-\u0131\u0134-\u0137\u0139-\u013E\u0141-\u0148\u014A-\u017E\u018F\u01A0\u01A1\u01AF\u01B0\u01CD-\u01DC\u01DE-\u01E3\u01E6-\u01F0\u01F4\u01F5\u01F8-\u021B\u021E\u021F\u0226-\u0233\u0259\u1E00-\u1E99\u1E9E\u1EA0-\u1EF9ƁɓƊɗƎǝƐɛƆɔƘƙƳƴ`
const LETTERS = [
  LATIN,
  String.raw`\u0400-\u045F\u048A-\u04FF\u0510-\u0529\u052E\u052F`,
  String.raw`\u0386\u0388-\u03CE\u1F00-\u1FBC\u1FC2-\u1FCC\u1FD0-\u1FDB\u1FE0-\u1FEC\u1FF2-\u1FFC`,
  String.raw`\u0531-\u0556\u0561-\u0586\u10D0-\u10FA\u1C90-\u1CBA`,
  String.raw`\u05D0-\u05EA\u05B0-\u05BC\u05C1\u05C2\u05C7\u0620-\u063F\u0641-\u0655\u0670\u0671\u0679-\u06D3\u06D5`,
  String.raw`\p{Unified_Ideograph}々〆〇\u3041-\u3096ゝゞ\u30A1-\u30FA\u30FC-\u30FE\uAC00-\uD7A3\u3105-\u312F`,
  ...'Bengali Devanagari Ethiopic Gujarati Gurmukhi Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana'
    .split(' ')
    .concat('Thai', 'Tibetan')
    .map((script) => String.raw`[\p{Script=${script}}&&[\p{L}\p{M}]]`),
].join('')
const MARKS = String.raw`\u0300-\u0304\u0306-\u030C\u0323-\u0328\u032D\u0331`
const PUNCTUATION = String.raw`\x20-\x7E“”„«»‹›‘’–—…·•§¶¿¡×÷±−≤≥≠≈→←↑↓™®©№‰′″µ\p{Sc}`
// Pictures, but none that stand for letters, numbers or marks of a form.
const PICTURES = String.raw`[\p{Emoji_Presentation}--[\u{1F100}-\u{1F2FF}✅❌❎❓-❕❗➕-➗⭕⬛⬜💯💲🔟🔠-🔤🔲🔳🔴-🔷🟠-🟫]]`
const PLAIN = new RegExp(`[${LETTERS}${MARKS}${PUNCTUATION}${PICTURES}]`, 'v')

// Signs that mean something in one place only.
const IN_PLACE = [
  /(?<=\p{L})[ʼʻ](?=\p{L})/u, // Ukrainian, Hawaiian
  /(?<![\p{L}\p{N}])‚(?=\p{L})/u, // opens a German quotation
  /(?<=[nN]\.?)[ºª]|(?<=[\d.])[ºª](?![\p{L}\p{N}ºª])/u, // nº 7, 3.º
  /(?<=[\dnN]|^| )°(?!°)/u, // 20°C, n° 3
  /(?<=\d)[℃℉]/u,
  /(?<=\p{Script=Arabic})ـ(?![\p{L}\p{M}ـ])/u, // between a preposition and a foreign word
  /(?<=l)·(?=l)/u, // Catalan
  /(?<=[\p{Script=Han}ァ-ヺー])·(?=[\p{Script=Han}ァ-ヺ])/u, // foreign names in Chinese
  /(?<=[A-Za-z])[²³](?![\p{L}\p{N}])/u, // m²
  // Joiners change the form of letters in Persian and in Indic scripts (UAX #31, section 2.3.1).
  /(?<=[بپتثجچحخسشصضطظعغفقکكگلمنهیي])\u200C(?=\p{Script=Arabic})/u,
  /(?<=[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA])[\u200C\u200D](?=\p{L})/u,
]
const HAS_EAST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー]/u
// Brackets anywhere, others not between digits, and those that may end a part of an address not between Latin letters either.
const EASTERN_MARK =
  /[「」『』（）！？《》【】〈〉]|(?<!\d(?=.\d))[、，；・〜～％＆＋]|(?<![A-Za-z\d](?=.[A-Za-z\d]))[。：／￥]/u

function findSignProblem(line: string): string | undefined {
  const placed = IN_PLACE.reduce((text, sign) => text.replaceAll(new RegExp(sign, 'gu'), ''), line)
  const invisible = findInvisible(placed)
  if (invisible !== undefined) return invisible
  if (line !== line.normalize('NFC')) return 'must be in the normal form NFC, so that each sign has one spelling'
  // Fillers are letters to Unicode and blank to people.
  if (/(?! )[\p{Z}\p{Default_Ignorable_Code_Point}\u2800]| {2}|^ | $/u.test(placed))
    return 'must have no blanks but single spaces between words'
  if (MARKS_MISUSED.test(line)) return 'must not pile marks on a letter, or put them on anything else'
  const known = HAS_EAST.test(line) ? placed.replaceAll(new RegExp(EASTERN_MARK, 'gu'), '') : placed
  const odd = Array.from(known.matchAll(/./gsu), ({ 0: sign, index }) => ({ sign, index })).find(
    ({ sign, index }) => !PLAIN.test(sign) && !isOwnMark(sign, known, index),
  )?.sign
  if (odd !== undefined) return `must not have ${describeSign(odd)}: only signs in everyday use that look like no other`
  // Four stars or bullets hide the number of a card.
  if (/([-=_~—–+#|/\\<>.:…])\1{3}|([*•·°])\2{4}|([^\p{L}\p{M}\p{N} ])(?: \3){5}/u.test(line))
    return 'must not have lines drawn with signs'
  const joining = /(?<=\p{L})(?!\$)[×÷±−·•¡¿\p{Sc}](?=\p{L})/u.exec(placed)?.[0]
  if (joining !== undefined) return `must not have ${describeSign(joining)} within a word`
  const faint = findFaintLetter(line)
  return faint === undefined
    ? undefined
    : `must not have ${describeSign(faint)} in an address, unless words beside it have such letters`
}

// A missing dot, or one below, is seen by those who know the language. Words that are no address show which it is.
function findFaintLetter(line: string): string | undefined {
  const isAddress = (word: string) => /[@_/\d]|\.\p{L}/u.test(word)
  const findIn = (word: string) =>
    Array.from(word).find((sign) => sign === 'ı' || /^.[\u0323-\u0325\u032D\u0331]$/u.test(sign.normalize('NFD')))
  const words = line.split(' ')
  return words.some((word) => !isAddress(word) && findIn(word) !== undefined)
    ? undefined
    : words
        .filter(isAddress)
        .map(findIn)
        .find((sign) => sign !== undefined)
}

// Punctuation of a script, beside its letters.
function isOwnMark(sign: string, line: string, at: number): boolean {
  if (!/\p{P}/u.test(sign)) return false
  const [before, after] = [line.slice(0, at).trimEnd(), line.slice(at + sign.length).trimStart()]
  return OWN_MARKS.some(
    ({ mark, letterBehind, letterAhead }) => mark.test(sign) && (letterBehind.test(before) || letterAhead.test(after)),
  )
}

const OWN_MARKS = 'Arabic Armenian Bengali Devanagari Ethiopic Hebrew Khmer Lao Myanmar Sinhala Tamil Thai Tibetan'
  .split(' ')
  .map((script) => ({
    mark: new RegExp(String.raw`^\p{Script_Extensions=${script}}$`, 'u'),
    letterBehind: new RegExp(String.raw`\p{Script=${script}}$`, 'u'),
    letterAhead: new RegExp(String.raw`^\p{Script=${script}}`, 'u'),
  }))

function describeSign(sign: string): string {
  return `U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}

// Numbers

const ZEROS = 'OoОоΟοՕօØø'
const ONES = 'lIІӀΙ'

function findNumberProblem(text: string): string | undefined {
  if (!/\d/.test(text)) return undefined
  // Of a long key, the beginning and the end.
  const line = text.replaceAll(/(?<![\p{L}\p{N}])0x[\dA-Fa-f]{2,}…[\dA-Fa-f]{2,}/gu, 'key')
  if (
    /\d[^\p{L}\p{M}\d .,'’:/+*=×–—−\-()#@&%<>（）「」『』《》【】〈〉]\d/u.test(line) ||
    /\d[〇一丨丶丿ノニ二ー]\d|〇\d|\d〇/.test(line)
  )
    return 'must write numbers with the digits 0 to 9, grouped by one sign: a comma, a point, an apostrophe or a space'
  if (/\d[.,'’]{2,}\d|\d[.,] 000(?!\d)/.test(line) || findGroups(line).some(hasSeveralGroupings))
    return 'must group the digits of a number by one sign'
  const isHalfLetters = new RegExp(
    String.raw`^[\d.,'’${ZEROS}${ONES}]*(?:\d[.,'’]*[${ZEROS}${ONES}]|^[${ONES}][\d.,'’])`,
    'u',
  )
  const words = line.split(/[^\p{L}\p{M}\p{N}.,'’]+/u)
  const isNumber = new RegExp(String.raw`^[\d.,'’${ZEROS}${ONES}]+$`, 'u')
  if (words.some((word) => isNumber.test(word) && isHalfLetters.test(word)) || /\d [Oo]{3}(?!\p{L})|[ЗЧ]\d/u.test(line))
    return 'must not have letters that look like digits in a number'
  return undefined
}

/** Lists the numbers of a line with their grouping characters. A space counts as grouping only before three digits. */
function findGroups(line: string): string[] {
  return Array.from(line.matchAll(/\d+(?:[.,'’]\d+| \d{3}(?!\d))*/g), ([found]) => found).flatMap((found) => {
    const parts = found.split(' ')
    return parts.every((part, nth) => /^\d{1,3}(?:[.,'’]\d{3})*$/.test(part) || nth === parts.length - 1)
      ? [found]
      : parts
  })
}

function hasSeveralGroupings(number: string): boolean {
  const signs = number.replaceAll('’', "'").replaceAll(/\d/g, '')
  if (new Set(signs).size <= 1) return false
  const [grouping, last] = [new Set(signs.slice(0, -1)), signs.at(-1) ?? '']
  const isDecimal = grouping.size === 1 && !grouping.has(last) && /[.,]/.test(last)
  // After a decimal sign, three digits can be taken for thousands.
  return !isDecimal || /[.,]\d{3}$/.test(number)
}

// Direction

const RTL = String.raw`[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thaana}]`
const LTR_LINE = new RegExp(String.raw`^(?:(?!${RTL})\P{L})*(?!${RTL})\p{L}`, 'u')
const NUMBER_BEHIND_RTL = new RegExp(String.raw`${RTL}(?:${RTL}|[^\p{L}\d])*\d`, 'u')
const NUMBER_AROUND_RTL = new RegExp(String.raw`\d ?${RTL}{1,2} ?00|\d ${RTL} \d{3}(?!\d)`, 'u')

// Among left-to-right text, browsers show a number that follows right-to-left letters in front of them (UAX #9).
function findDirectionProblem(line: string): string | undefined {
  const turned = LTR_LINE.test(line) ? NUMBER_BEHIND_RTL : NUMBER_AROUND_RTL
  return turned.test(line)
    ? 'must have no right-to-left letters between or before digits, which would change places'
    : undefined
}

// Scripts

/** Neighboring letters of one script in a word, with the positions of line and word, and the other alphabets (`looks`) that all of them look like. */
type Run = { script: string; letters: string; line: number; word: number; looks: string[] }

const SCRIPTS =
  'Latin Cyrillic Greek Arabic Armenian Bengali Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Malayalam Oriya Sinhala Tamil Telugu Thaana Khmer Lao Myanmar Thai Tibetan'
    .split(' ')
    .map((script) => ({ script, letter: new RegExp(String.raw`\p{Script=${script}}`, 'u') }))
// Chinese, Japanese and Korean are written together. In these texts, and where words have no spaces, Latin words stand directly beside others.
const UNSPACED = ['East', 'Khmer', 'Lao', 'Myanmar', 'Thai', 'Tibetan']
// These end a word within others: USB-кабель. A point, an at sign and an apostrophe do not.
const JOINT = /[ \-–—/()[\]{}"“”„«»‘,:;+&=<>!?…·•#№%]/u

function findScript(sign: string): string | undefined {
  if (!/[\p{L}\p{M}〇]/u.test(sign)) return undefined
  return HAS_EAST.test(sign) ? 'East' : SCRIPTS.find(({ letter }) => letter.test(sign))?.script
}

function listRuns(text: string, line: number): Run[] {
  return text.split(' ').flatMap((written, word) => {
    const runs: Run[] = []
    let current: Run | undefined
    for (const sign of written) {
      const script = findScript(sign)
      // A mark that all scripts share belongs to the letter before it.
      if (script === undefined && /\p{M}/u.test(sign)) continue
      if (script === undefined) current = undefined
      else if (current?.script === script) current.letters += sign
      else runs.push((current = { script, letters: sign, line, word, looks: [] }))
    }
    return runs.map((run) => ({ ...run, looks: listLooks(run) }))
  })
}

function findMixedWord(line: string): string | undefined {
  const isMixed = line.split(JOINT).some((word) => {
    const scripts = new Set(listRuns(word, 0).map(({ script }) => script))
    if (UNSPACED.some((script) => scripts.delete(script))) scripts.delete('Latin')
    return scripts.size > 1
  })
  return isMixed ? 'must not mix scripts within a word' : undefined
}

// Of the three alphabets that share most shapes: the shapes of their letters, without those of other languages than today's.
const ALPHABETS: Record<string, (shape: string) => boolean> = {
  Latin: (shape) => /^[\x21-\x7E]+$/.test(shape),
  Cyrillic: hasShapeOf('Ѐ', 'џ'),
  Greek: hasShapeOf('Α', 'ω'),
}

function hasShapeOf(first: string, last: string): (shape: string) => boolean {
  const [from = 0, to = 0] = [first.codePointAt(0), last.codePointAt(0)]
  const shapes = new Set(
    readShapes(String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, nth) => from + nth))),
  )
  // That of І and Ι, which is not that of l in the fonts of today.
  shapes.delete('l')
  return (shape) => shapes.has(shape)
}

// Letter by letter, and without the marks that tell é from e.
function readShapes(letters: string): string[] {
  const bare = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return Array.from(bare(letters), (sign) => {
    const shape = readShape(sign)
    return shape === sign ? shape : bare(shape)
  })
}

function listLooks({ script, letters }: Pick<Run, 'script' | 'letters'>): string[] {
  const shapes = readShapes(letters)
  return Object.entries(ALPHABETS).flatMap(([other, has]) => (other !== script && shapes.every(has) ? [other] : []))
}

/** The number of letters of a script in a line, or in all, that don't look like those of another one; and in the word of a run. */
type Counts = { inLine: number; inAll: number; inWord: number }
type Surroundings = { runs: readonly Run[]; count: (run: Run, script: string, other?: string) => Counts }

function createSurroundings(runs: readonly Run[]): Surroundings {
  const keysOf = ({ line, word }: Run) => [`${line} ${word}`, `${line}`, '']
  const counts = new Map<string, number>()
  for (const run of runs)
    for (const key of keysOf(run))
      for (const other of ['', ...Object.keys(ALPHABETS)]) {
        const full = `${key} ${run.script} ${other}`
        if (!run.looks.includes(other)) counts.set(full, (counts.get(full) ?? 0) + run.letters.length)
      }
  const count = (run: Run, script: string, other = ''): Counts => {
    const [inWord = 0, inLine = 0, inAll = 0] = keysOf(run).map((key) => counts.get(`${key} ${script} ${other}`) ?? 0)
    return { inWord, inLine, inAll }
  }
  return { runs, count }
}

function findForeignWord(runs: readonly Run[], around: Surroundings): string | undefined {
  const odd = runs.find((run) => run.looks.some((other) => isTakenFor(other, run, around)))
  return odd && `must not have “${odd.letters}”, which looks like a word of another script than its own`
}

/**
 * Returns whether a word looks like a word of another script (whole-script confusables, UTS #39, section 4.1), and the other texts don't
 * show that it isn't one. Without other words, people take it for Latin, like the page around it.
 */
function isTakenFor(other: string, run: Run, { runs, count }: Surroundings): boolean {
  const [own, foreign] = [count(run, run.script, other), count(run, other)]
  const [ownInRest, foreignInRest] = [own.inAll - own.inWord, foreign.inAll - foreign.inWord]
  const [ownInLine, foreignInLine] = [own.inLine - own.inWord, foreign.inLine - foreign.inWord]
  const length = run.letters.length

  // Brands stay Latin in all languages. What is not in capitals, and alone, is taken for a word of the text.
  if (run.script === 'Latin')
    return /\p{Ll}/u.test(run.letters) && length > 3 && foreignInRest > ownInRest && !isAmongOwn(other, run, runs)
  if (ownInLine > 0) return length > 2 && !(ownInLine > foreignInLine && isAmongOwn(other, run, runs))
  if (foreignInLine > 0) return true
  return foreignInRest + ownInRest === 0 ? other === 'Latin' : foreignInRest > 0 && foreignInRest >= ownInRest
}

// Whether the nearest word before or behind it, of those that can be taken for one script only, is of its own.
function isAmongOwn(other: string, run: Run, runs: readonly Run[]): boolean {
  const at = runs.indexOf(run)
  const isSure = ({ line, word, script, looks }: Run) =>
    line !== run.line || (word !== run.word && !(script === run.script && looks.includes(other)))
  return [runs.slice(0, at).findLast(isSure), runs.slice(at).find(isSure)].some(
    (one) => one?.line === run.line && one.script === run.script,
  )
}
