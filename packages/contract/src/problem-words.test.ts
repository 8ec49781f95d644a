import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROBLEMS } from './problem.ts'
import { PROBLEM_WORDS } from './problem-words.ts'

describe('docs/errors.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \| (.*) \|$/gm)]

  it('has a row for every code, with its status and its meaning', () => {
    const codes = Object.entries(PROBLEMS).map(([code, status]) => [
      code,
      String(status),
      PROBLEM_WORDS[code as keyof typeof PROBLEMS],
    ])
    expect(rows.map(([, ...cells]) => cells)).toEqual(codes)
  })
})
