import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const PRODUCT = [
  'calibration',
  'challenge',
  'continuity',
  'coupling',
  'kernel',
  'math',
  'model',
  'presence',
  'replay',
  'scorer',
  'signature',
  'streams',
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

function packedPaths(): string[] {
  const cwd = join(import.meta.dirname, '..')
  const answer = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  const [tarball] = JSON.parse(answer.toString())
  return tarball.files.map(({ path }: { path: string }) => path)
}
