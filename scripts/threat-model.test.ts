import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from '@stillhere/contract'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const SERVER = join(ROOT, 'apps', 'server')
const page = readFileSync(join(ROOT, 'docs', 'threat-model.md'), 'utf8')

/** Rows of the tables of endpoints: which ones, the attack, the defense, the tests. */
const rows = page
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
  .filter(([first = '']) => /^`(?:GET|POST|PUT|PATCH|DELETE) /.test(first))
const find = (path: string) => join(SERVER, path.startsWith('test/') ? '' : 'src', path)
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

it('a test that is named for an endpoint speaks of it', () => {
  const strange = rows.flatMap(([endpoints = '', , , tests = '']) => {
    const texts = listCode(tests).map((path) => readFileSync(find(path), 'utf8'))
    return listCode(endpoints).filter((one) => !texts.some((text) => text.includes(lastWordOf(one))))
  })
  expect(strange).toEqual([])
})

/** The last part of an address that is no parameter: some tests put addresses together. */
function lastWordOf(endpoint: string): string {
  return endpoint.split('/').findLast((part) => !part.startsWith(':')) ?? ''
}
