import { describe, expect, it } from 'vitest'
import { formatBlocks } from './table.ts'

const PLAIN = { colors: false }

describe('writeBlocks', () => {
  it('aligns columns, but lets the last cell of a row be of any length', () => {
    const rows = [['a long last cell alone'], ['V1', 'form', 'x'], ['V10', 'f', 'y']]
    expect(formatBlocks([rows], PLAIN)).toBe('a long last cell alone\nV1   form  x\nV10  f     y\n')
  })

  it('puts one empty line between blocks and none for an empty block', () => {
    expect(formatBlocks([[['a']], [], [['b']]], PLAIN)).toBe('a\n\nb\n')
  })

  it('aligns by what is printed, not by what was given', () => {
    expect(
      formatBlocks(
        [
          [
            ['\u001b', 'x'],
            ['a', 'y'],
          ],
        ],
        PLAIN,
      ),
    ).toBe('\\u{1b}  x\na       y\n')
  })

  it('paints only where colors are wanted, and never from the text itself', () => {
    const rows = [[{ text: 'PASS', style: 'good' as const }, '\u001b[32m']]
    expect(formatBlocks([rows], PLAIN)).toBe('PASS  \\u{1b}[32m\n')
    expect(formatBlocks([rows], { colors: true })).toBe('\u001b[32mPASS\u001b[0m  \\u{1b}[32m\n')
  })
})
