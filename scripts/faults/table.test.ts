import { describe, expect, it } from 'vitest'
import { mergeLines, writeLine } from './table.ts'

const row = (fault: string, seen: string) => ({ fault, broken: 'b', must: 'm', seen, holds: true })

describe('the table of faults', () => {
  it('replaces the rows of a fault that was run, and keeps those of all others', () => {
    const old = ['# Faults', '| fault | what |', ...['one', 'two'].map((fault) => writeLine(row(fault, 'before')))]
    const lines = mergeLines(old.join('\n'), [row('two', 'now'), row('two', 'too')], ['one', 'two'])
    expect(lines.map((line) => line.split(' | ').at(-1))).toEqual(['before |', 'now |', 'too |'])
  })

  it('keeps a failure on one line, whatever its words', () => {
    expect(writeLine({ ...row('one', 'a|b\nc'), holds: false })).toBe('| one | b | m | BROKEN | a\\|b c |')
  })
})
