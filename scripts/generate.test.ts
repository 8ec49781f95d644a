import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fillBlocks, staleFiles } from './generate.ts'
import { TABLES, writeTable } from './generate/tables.ts'

const readPage = (name: string) => readFileSync(join(import.meta.dirname, '..', 'docs', name), 'utf8')

it('everything that is generated is as the code says; npm run generate writes it', () => {
  expect(staleFiles().map(({ path }) => path)).toEqual([])
})

it.each([
  ['errors.md', 'problems'],
  ['settings.md', 'settings'],
  ['settings.md', 'budgets'],
  ['settings.md', 'exact budgets'],
  ['engine.md', 'rejections'],
  ['receipts.md', 'checks'],
  ['http-client.md', 'endpoints'],
])('docs/%s shows the table of %s', (page, name) => {
  expect(readPage(page)).toContain(`<!-- generated: ${name} -->\n`)
})

describe('fillBlocks', () => {
  it('renews what stands between the marks, and nothing else', () => {
    const page = 'before\n<!-- generated: problems -->\nold\n<!-- end of generated -->\nafter\n'
    expect(fillBlocks(page)).toBe(
      `before\n<!-- generated: problems -->\n${TABLES.problems?.()}\n<!-- end of generated -->\nafter\n`,
    )
  })

  it('refuses a block that nothing generates', () => {
    expect(() => fillBlocks('<!-- generated: riddles -->\n\n<!-- end of generated -->')).toThrow('riddles')
  })
})

it('tableOf writes a Markdown table', () => {
  expect(writeTable(['a', 'b'], [['1', '2']])).toBe('| a | b |\n|---|---|\n| 1 | 2 |')
})
