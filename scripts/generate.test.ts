import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fillBlocks, hasSealedFigures, PAGES, renewPage, staleFiles } from './generate.ts'
import { fillFigures } from './generate/figures.ts'
import { HELD_FIGURES } from './generate/held-figures.ts'
import { TABLES, writeTable } from './generate/tables.ts'

const readPage = (name: string) => readText(`docs/${name}`)
const readText = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

it('everything that is generated is as the code says; npm run generate writes it', () => {
  expect(staleFiles().map(({ path }) => path)).toEqual([])
})

it.each([
  ['errors.md', 'problems'],
  ['credentials.md', 'credentials'],
  ['settings.md', 'settings'],
  ['settings.md', 'budgets'],
  ['settings.md', 'exact budgets'],
  ['internals/engine.md', 'rejections'],
  ['receipts.md', 'checks'],
  ['http-client.md', 'endpoints'],
  ['concepts/levels.md', 'levels'],
  ['concepts/levels.md', 'cheapest attack'],
  ['approvals.md', 'approval limits'],
  ['../README.md', 'levels'],
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

/** Another figure, written alike. */
function plant(figure: string): string {
  if (/\d/.test(figure)) return `${figure}7`
  const other = figure.toLowerCase() === 'twelve' ? 'two' : 'twelve'
  return /^[A-Z]/.test(figure) ? other.replace('t', 'T') : other
}

describe('fillFigures', () => {
  it.each(Object.entries(HELD_FIGURES).flatMap(([path, held]) => held.map(([sentence]) => [path, sentence] as const)))(
    '%s: corrects a wrong figure in "%s"',
    (path, sentence) => {
      const page = readText(path)
      const words = sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')
      const place = new RegExp(words.replace('#', String.raw`([\d,.]*\d|\b[a-z]+\b)`), 'i')
      const wrong = page.replace(place, (whole, figure: string) => whole.replace(figure, plant(figure)))
      expect(wrong).not.toBe(page)
      expect(fillFigures(path, wrong)).toBe(page)
    },
  )

  it('counts the lines of an example beside its link', () => {
    const page = 'See [a](../examples/form-post/index.php), 7 lines.'
    expect(fillFigures('docs/a.md', page)).toBe('See [a](../examples/form-post/index.php), 19 lines.')
  })

  it('refuses a page that no longer has the sentence', () => {
    expect(() => fillFigures('README.md', '# Stillhere')).toThrow(
      'README.md no longer says "asks a person for # strokes"',
    )
  })
})

describe('a planted wrong figure', () => {
  it('is looked for in every page', () => {
    expect(PAGES).toEqual(
      expect.arrayContaining(['README.md', 'docs/otp.md', 'docs/guides/back-up.md', 'packages/client/README.md']),
    )
    expect(PAGES.length).toBeGreaterThan(75)
  })

  it.each(PAGES)('%s: none goes unnoticed', (path) => {
    const page = readText(path)
    const isRight = (text: string) => {
      try {
        return renewPage(path, text) === text && hasSealedFigures(path, text)
      } catch {
        return false
      }
    }
    expect(isRight(page), 'npm run generate says what to do').toBe(true)
    const unnoticed = listPlaces(page).filter(({ start, end }) =>
      isRight(`${page.slice(0, start)}${page[start] === '7' ? 8 : 7}${page.slice(end)}`),
    )
    expect(unnoticed.map(({ start }) => page.slice(start - 40, start + 10))).toEqual([])
  })

  it('of the table of injections is noticed by the test that writes it from what was measured', () => {
    expect(readText('lab/arena/harness/page.test.ts')).toContain("expect(read('injections.md')).toBe(")
  })

  /** The last digit of each figure of a page, outside of snippets, which tests run, and of addresses. */
  function listPlaces(page: string): { start: number; end: number }[] {
    const spared = [...page.matchAll(/^```[^]*?^```|\]\([^)]*\)|https?:\S+|<!--[^]*?-->/gm)]
    return [...page.matchAll(/\d(?![\d,.]*\d)/g)]
      .filter(({ index }) => !spared.some((one) => index >= one.index && index < one.index + one[0].length))
      .map(({ index }) => ({ start: index, end: index + 1 }))
  }
})

it('tableOf writes a Markdown table', () => {
  expect(writeTable(['a', 'b'], [['1', '2']])).toBe('| a | b |\n|---|---|\n| 1 | 2 |')
})
