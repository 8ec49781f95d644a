// Names of details that hold code. Programs write code, so unusual characters don't refuse it: they are displayed as escapes.
const CODE_NAMES: ReadonlySet<string> = new Set([
  'arguments',
  'code',
  'command',
  'cwd',
  'diff',
  'file',
  'path',
  'query',
])

/**
 * Returns true if a detail of an action with this name is code, such as a command or a path. Show code with `splitCode`.
 *
 * @returns true for the name of a code detail.
 * @example
 * isCodeName('command') // true
 */
export function isCodeName(name: string): boolean {
  return CODE_NAMES.has(name)
}

/** A part of code: its text, or an escape that stands for one character. */
export type CodePart = { text: string; isEscape: boolean }

/**
 * Splits code into plain text and escapes, so that invisible or misleading characters become visible. Every character except visible ASCII and
 * Western European letters becomes an escape; a line break also stays, after its escape. Display escapes differently from text, because the code
 * itself can contain the same letters.
 *
 * @returns the parts in order.
 * @example
 * const parts = splitCode('rm \u202Etxt') // rm, then \u{202e} as an escape, then txt
 */
export function splitCode(code: string): CodePart[] {
  return code.split(/([^\x20-\x7E\xC0-\xD6\xD8-\xF6\xF8-\xFF])/u).flatMap((text, nth): CodePart[] => {
    if (text === '') return []
    if (nth % 2 === 0) return [{ text, isEscape: false }]
    const escape = { text: encodeEscape(text), isEscape: true }
    return text === '\n' ? [escape, { text, isEscape: false }] : [escape]
  })
}

function encodeEscape(sign: string): string {
  if (sign === '\n') return String.raw`\n`
  if (sign === '\t') return String.raw`\t`
  return String.raw`\u{${sign.codePointAt(0)?.toString(16)}}`
}
