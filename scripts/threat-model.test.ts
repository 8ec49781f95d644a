import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from '@stillhere/contract'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const SERVER = join(ROOT, 'apps', 'server')
const page = readFileSync(join(ROOT, 'docs', 'threat-model.md'), 'utf8')

/** Rows of the tables of endpoints: which ones, the attack, the defense, the tests. */
const rows = page
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
  .filter(([first = '']) => /^`(?:GET|POST|PUT|PATCH|DELETE) /.test(first))
/** What was tried and held, of which area, and the file and title of the test that tries it again. */
const held = [...page.matchAll(/^\| ([^|`]+) \| [^|]+ \| `([^`|]+)`: “(.+)” \|$/gm)].map(
  ([, area = '', path = '', title = '']) => ({ area, path, title }),
)
const find = (path: string) =>
  path.startsWith('packages/') ? join(ROOT, path) : join(SERVER, path.startsWith('test/') ? '' : 'src', path)
const listCode = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

it('every endpoint of the contract stands in the threat model, once, and no other', () => {
  const named = rows.flatMap(([endpoints]) => listCode(endpoints))
  expect(named.toSorted()).toEqual(ENDPOINTS.map(({ method, path }) => `${method} ${path}`).toSorted())
})

it('every row says what may be tried, what stands against it, and which test shows it', () => {
  for (const cells of rows) {
    expect(cells, cells[0]).toHaveLength(4)
    for (const cell of cells) expect(cell.trim(), cells[0]).not.toBe('')
    expect(listCode(cells[3]).filter((path) => path.endsWith('.test.ts')).length, cells[0]).toBeGreaterThan(0)
  }
})

it('every test that it names exists', () => {
  const tests = listCode(page).filter((code) => code.endsWith('.test.ts'))
  expect(tests.length).toBeGreaterThan(100)
  expect(tests.filter((path) => !existsSync(find(path)))).toEqual([])
})

describe('what held', () => {
  it('names ten areas, and a test in each line', () => {
    const lines = page.slice(page.indexOf('\n## What held\n')).match(/^\| (?!area|-).+$/gm)
    expect(held).toHaveLength(lines?.length ?? 0)
    expect([...new Set(held.map(({ area }) => area))]).toEqual([
      'assurance',
      'OpenID Connect',
      'CIBA and MCP',
      'web',
      'outgoing',
      'races on two or more processes',
      'receipts',
      'slowness',
      'secrets',
      'supply chain',
    ])
  })

  it.each(held)('$area: there is a test “$title”', ({ path, title }) => {
    expect(listTitles(readFileSync(find(path), 'utf8'))).toContain(title)
  })

  it('finds titles of tests that run, and of no others', () => {
    const disabled = ['it', 'skip'].join('.')
    const text = `it('a', f)\nit.each([1])(\n  'b %s', f)\n${disabled}('c', f)\n// it('d', f)\nsay('e')\nit.each([1])(\`f\`, f)`
    expect(listTitles(text)).toEqual(['a', 'b %s', 'f'])
  })
})

it('a test that is named for an endpoint speaks of it', () => {
  const strange = rows.flatMap(([endpoints = '', , , tests = '']) => {
    const texts = listCode(tests).map((path) => readFileSync(find(path), 'utf8'))
    return listCode(endpoints).filter((one) => !texts.some((text) => text.includes(lastWordOf(one))))
  })
  expect(strange).toEqual([])
})

/** The titles of the tests of a file, as they are written. */
function listTitles(text: string): string[] {
  const calls = /^[^/\n]*?(?:\bit\(|\)\()\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`),/gm
  return [...text.matchAll(calls)].map(([, one, two, three]) => one ?? two ?? three ?? '')
}

/** The last part of an address that is no parameter: some tests put addresses together. */
function lastWordOf(endpoint: string): string {
  return endpoint.split('/').findLast((part) => !part.startsWith(':')) ?? ''
}
