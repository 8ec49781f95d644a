import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const PACKAGE = join(import.meta.dirname, '..')

const PRODUCT = [
  'calibration',
  'challenge',
  'coupling',
  'kernel',
  'math',
  'model',
  'presence',
  'replay',
  'scorer',
  'signature',
  'simulation',
  'stroke-signature',
  'strokes',
  'synthetic',
  'threat',
]

it('publishes the parts of the product and nothing else: no attacks, no training, no tests', () => {
  const paths = packedPaths()
  const parts = paths.map((path) => /^(?:src|dist)\/([^/]+)\//.exec(path)?.[1]).filter((part) => part !== undefined)
  expect([...new Set(parts)].toSorted()).toEqual(PRODUCT)
  const others = paths.filter((path) => !/^(?:src|dist)\//.test(path))
  expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json'])
  expect(paths.filter((path) => path.includes('.test.'))).toEqual([])
}, 60_000)

/** For training and tests in this repository alone. */
const UNPUBLISHED = './synthetic/unmarked'
const ENTRIES = Object.keys(manifest.exports).filter((entry) => !['./package.json', UNPUBLISHED].includes(entry))

it.each(ENTRIES)(
  'can be imported as it is published: %s',
  (entry) => {
    expect(importPublished(entry)).toBe('')
  },
  60_000,
)

it('gives nobody people without the mark of tests', () => {
  expect(() => importPublished(UNPUBLISHED)).toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED')
}, 60_000)

function importPublished(entry: string): string {
  const script = `await import(${JSON.stringify(`@stillhere/engine${entry.slice(1)}`)})`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: PACKAGE,
    stdio: 'pipe',
  }).toString()
}

function packedPaths(): string[] {
  const answer = execFileSync('npm', ['pack', '--dry-run', '--json'], {
    cwd: PACKAGE,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [tarball] = JSON.parse(answer.toString())
  return tarball.files.map(({ path }: { path: string }) => path)
}
