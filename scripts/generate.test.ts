import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fillBlocks, staleFiles } from './generate.ts'
import { fillFigures, HELD_FIGURES } from './generate/figures.ts'
import { TABLES, writeTable } from './generate/tables.ts'

const readPage = (name: string) => readText(`docs/${name}`)
const readText = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

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

describe('fillFigures', () => {
  it.each(Object.entries(HELD_FIGURES).flatMap(([path, held]) => held.map(([sentence]) => [path, sentence] as const)))(
    '%s: corrects a wrong figure in "%s"',
    (path, sentence) => {
      const page = readText(path)
      const words = sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')
      const wrong = page.replace(new RegExp(words.replace('#', '([\\d.]+)')), (whole, figure: string) =>
        whole.replace(figure, `${figure}7`),
      )
      expect(wrong).not.toBe(page)
      expect(fillFigures(path, wrong)).toBe(page)
    },
  )

  it('counts the lines of an example beside its link', () => {
    const page = 'See [a](../examples/form-post/index.php), 7 lines.'
    expect(fillFigures('docs/a.md', page)).toBe('See [a](../examples/form-post/index.php), 19 lines.')
  })

  it('refuses a page that no longer has the sentence', () => {
    expect(() => fillFigures('README.md', '# Stillhere')).toThrow('README.md no longer says "# conformance cases"')
  })
})

it('tableOf writes a Markdown table', () => {
  expect(writeTable(['a', 'b'], [['1', '2']])).toBe('| a | b |\n|---|---|\n| 1 | 2 |')
})
