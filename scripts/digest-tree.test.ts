import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { digestTree } from './digest-tree.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'digest-tree-'))
  write('packages/one/src/index.ts', 'one')
  write('packages/one/dist/index.js', 'one, built')
})

afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

describe('digestTree', () => {
  it.each<[string, () => void]>([
    ['a source is changed', () => write('packages/one/src/index.ts', 'two')],
    ['a source is added', () => write('packages/one/src/more.ts', '')],
    ['a source is renamed', () => renameSync(join(root, 'packages/one/src'), join(root, 'packages/one/lib'))],
    ['a built file is changed', () => write('packages/one/dist/index.js', 'two, built')],
    ['a built file is gone', () => rmSync(join(root, 'packages/one/dist'), { recursive: true })],
    ['another package is installed', () => write('node_modules/.package-lock.json', '{}')],
  ])('is another one when %s', (_, change) => {
    const before = digestTree(root)
    change()
    expect(digestTree(root)).not.toBe(before)
  })

  it('is the same when nothing has changed, or only what is no reason to build', () => {
    const before = digestTree(root)
    expect(digestTree(root)).toBe(before)
    write('packages/one/node_modules/other/index.js', 'other')
    write('data/outbox/1.eml', 'mail')
    expect(digestTree(root)).toBe(before)
  })
})
