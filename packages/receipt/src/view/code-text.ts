// Names of details that hold code. Programs write them, so code isn't refused for its signs; it is shown with escapes.
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

/** Whether a detail of this name is code, which people read with escapes: a command, a path. */
export function isCodeName(name: string): boolean {
  return CODE_NAMES.has(name)
}

/** A part of a text: as it is, or an escape in place of a sign. */
export type CodePart = { text: string; isEscape: boolean }

/**
 * Splits code into what is shown as it is and escapes: of every sign that is neither ASCII that can be seen nor a Western European letter,
 * and of line breaks, which are kept beside their escapes. Mark the escapes: code may hold the same letters.
 *
 *     splitCode('rm \u202Etxt') // rm, then \u{202e} as an escape, then txt
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
