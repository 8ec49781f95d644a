import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LEVEL_ONE_WORDS as IN_RECEIPTS } from '@stillhere/client/receipt/view'
import { expect, it } from 'vitest'
import { LEVEL_ONE_WORDS, LEVEL_TWO_WORDS } from './assurance-words.ts'

const WEB = join(import.meta.dirname, '..', '..')
const FILES = readdirSync(join(WEB, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test|\.d)\.tsx?$/.test(name))
  .map((name) => join('src', name))
// More than motion can show, or a claim about a person rather than about a motion.
const TOO_MUCH =
  /\b(?:alive|living|lived)\b|\b(?:really|was|were) (?:here|there)\b|somebody was|it(?: i|’|')s you\b|proof of (?:life|a person)|\blebende[rns]?\b|persona viva/i

/** A file without its comments and without the name of an error, which nobody reads on a page. */
function textOf(file: string): string {
  return readFileSync(join(WEB, file), 'utf8')
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll('not_alive', '')
}

it('F1: no page claims more than level 1 shows', () => {
  const found = ['index.html', ...FILES].filter((file) => TOO_MUCH.test(textOf(file)))
  expect(found).toEqual([])
})

// Verify shows results in this element.
const VERIFIER = '../../../../packages/receipt/src/page/verifier-element.ts'

it('F1, T8: every page that explains a result says that a program can produce such motion', () => {
  for (const words of [LEVEL_ONE_WORDS, LEVEL_TWO_WORDS]) expect(words).toContain('A program can produce such motion.')
  expect(LEVEL_ONE_WORDS).toBe(IN_RECEIPTS)
  for (const file of ['home/page.tsx', 'scan/view/outcome.tsx', VERIFIER])
    expect(textOf(join('src/pages', file)), file).toMatch(/\{LEVEL_ONE_WORDS\}|listFacts\(/)
})
