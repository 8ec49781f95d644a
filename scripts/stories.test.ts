import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const page = readFileSync(join(ROOT, 'docs', 'internals', 'stories.md'), 'utf8')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const stories = [...page.matchAll(/^\| ([a-g])\. .* \| (.*) \|$/gm)]
const problems = [...page.matchAll(/^\| (E\d+) \| .* \| `(.*)` \|$/gm)]

it('names a test that walks each of seven stories', () => {
  expect(stories.map(([, letter]) => letter).join('')).toBe('abcdefg')
  for (const [, , tests = ''] of stories)
    for (const [, path = ''] of tests.matchAll(/`([^`]+)`/g)) expect(read(path)).toMatch(/\bit\b/)
})

it('names a test for each of 24 problems, which names the problem', () => {
  expect(new Set(problems.map(([, name]) => name)).size).toBe(24)
  for (const [, name = '', path = ''] of problems) expect(read(path), path).toMatch(new RegExp(`['\`, ]${name}\\b[:,]`))
})
