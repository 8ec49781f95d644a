import { describe, expect, it } from 'vitest'
import { toPrintable, toPrintableJson } from './table.ts'

const UNSAFE = [
  ['an escape sequence', '\u001b[2J', '\\u{1b}[2J'],
  ['a line break', 'a\r\nb', 'a\\u{d}\\u{a}b'],
  ['DEL and the one-character CSI', '\u007f\u009b', '\\u{7f}\\u{9b}'],
  ['bidi overrides and isolates', '\u202e\u2066\u061c', '\\u{202e}\\u{2066}\\u{61c}'],
  ['line and paragraph separators', '\u2028\u2029', '\\u{2028}\\u{2029}'],
  ['invisible characters', '\u200b\ufeff\u3164\u{e0041}', '\\u{200b}\\u{feff}\\u{3164}\\u{e0041}'],
  ['a lone surrogate', '\ud800', '\\u{d800}'],
] as const

describe('printable', () => {
  it.each(UNSAFE)('escapes %s', (_name, text, expected) => {
    expect(toPrintable(text)).toBe(expected)
  })

  it('leaves ordinary text of any script as it is', () => {
    expect(toPrintable('ruhig – 静か, "q" \\ 😀')).toBe('ruhig – 静か, "q" \\ 😀')
  })

  it('cuts after 400 characters and says how many it left out', () => {
    expect(toPrintable('x'.repeat(400))).toBe('x'.repeat(400))
    expect(toPrintable('x'.repeat(405))).toBe(`${'x'.repeat(400)} ... (5 more characters)`)
  })
})

describe('printableJson', () => {
  it.each(UNSAFE)('writes %s as an escape and still means the same', (_name, text) => {
    const written = toPrintableJson({ text })
    expect(written).toMatch(/^\{\n {2}"text": "[\x20-\x7e]+"\n\}\n$/)
    expect(JSON.parse(written)).toEqual({ text })
  })
})
