import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { caseFiles, readGroups } from '../conformance/cases.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const PORT = 'docs/port-the-verifier.md'
const groups = readGroups(caseFiles())
const names = groups.flatMap(({ cases }) => cases.map(({ name }) => name))

it.each(['README.md', 'packages/receipt/README.md', PORT])('%s states the true number of cases', (page) => {
  const [, stated] = /\b(\d+) (?:conformance )?cases\b/.exec(readPage(page)) ?? []
  expect(Number(stated)).toBe(names.length)
})

it('has a name for each case alone', () => {
  expect(new Set(names).size).toBe(names.length)
})

it(`${PORT} counts each kind, and names only cases that there are`, () => {
  const page = readPage(PORT)
  const counted = [...page.matchAll(/^\| (`[a-z0-9 ]+`(?:, `[a-z0-9 ]+`)*) \| [^|]+ \| (\d+) \|/gm)]
  const stated = counted.map(([, kinds = '', count]) => [kinds.replaceAll('`', '').split(', '), Number(count)])
  expect(stated).toEqual(counted.map(([, kinds = '']) => countOf(kinds.replaceAll('`', '').split(', '))))
  expect(counted).toHaveLength(6)
  const prefixes = [...new Set(names.map((name) => name.split('/')[0]))].join('|')
  const mentioned = [...page.matchAll(new RegExp(`\`((?:${prefixes})/[^\`]+)\``, 'g'))].map(([, name]) => name)
  expect(names).toEqual(expect.arrayContaining(mentioned))
  expect(mentioned.length).toBeGreaterThan(15)
})

function readPage(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8')
}

function countOf(kinds: string[]): [string[], number] {
  const ofKinds = groups.filter(({ kind }) => kinds.includes(kind))
  return [kinds, ofKinds.reduce((total, { cases }) => total + cases.length, 0)]
}
