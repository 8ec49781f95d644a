import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Candidate, listObstacles, type Manifest, PUBLISHED, readCandidate } from './candidate.ts'

const manifest: Manifest = {
  name: '',
  version: '1.2.3',
  description: 'words',
  license: 'Apache-2.0',
  files: ['dist'],
  publishConfig: { access: 'public', provenance: true },
  dependencies: { '@stillhere/receipt': '1.2.3', typebox: '1.4.3' },
}
const good: Candidate = {
  version: '1.2.3',
  manifests: PUBLISHED.map((name) => ({ ...manifest, name })),
  otherVersions: { 'apps/server/package.json': '1.2.3' },
  changelog: '# Changelog\n\n## 1.2.3 - 2026-11-18\n\n## 1.2.2 - 2026-11-01\n',
  changes: '',
  repository: 'https://git.example/owner/name',
  today: '2026-11-18',
}
const withManifest = (change: Partial<Manifest>): Partial<Candidate> => ({
  manifests: good.manifests.map((one, index) => (index === 0 ? { ...one, ...change } : one)),
})

describe('listObstacles', () => {
  it('finds none in a release that is ready', () => expect(listObstacles(good)).toEqual([]))

  it.each<[string, Partial<Candidate>, string]>([
    ['a version that is none', { version: '1.2' }, '1.2 is no version to release.'],
    ['a package of another version', withManifest({ version: '1.2.2' }), 'has version 1.2.2, not 1.2.3.'],
    ['another version elsewhere', { otherVersions: { 'pyproject.toml': '1' } }, 'pyproject.toml has version 1, not'],
    ['an inner range', withManifest({ dependencies: { '@stillhere/engine': '^1.2.3' } }), 'needs @stillhere/engine ^'],
    ['a lacking package', { manifests: good.manifests.slice(1) }, '@stillhere/receipt is missing.'],
    ['a strange name', withManifest({ name: 'stillhere' }), 'stillhere is no name of ours.'],
    ['no entry in the changelog', { changelog: '## Unreleased\n' }, 'begins with Unreleased, not with 1.2.3.'],
    ['an entry without a date', { changelog: '## 1.2.3\n' }, 'no date beside 1.2.3.'],
    ['a date to come', { today: '2026-11-17' }, 'which is yet to come.'],
    ['changes', { changes: ' M README.md' }, 'changes that are not committed.'],
    ['no repository', { repository: undefined }, 'No repository is known'],
    ['a repository by SSH', { repository: 'git@git.example:owner/name' }, 'is no public address'],
    ['another license', withManifest({ license: 'MIT' }), 'license is not fit'],
    ['no list of files', withManifest({ files: [] }), 'files is not fit'],
    ['a package without provenance', withManifest({ publishConfig: { access: 'public' } }), 'provenance is not fit'],
    ['a private package', withManifest({ private: true }), 'private is not fit'],
    ['an install script', withManifest({ scripts: { postinstall: 'x' } }), 'scripts is not fit'],
  ])('%s', (_, change, words) => {
    expect(listObstacles({ ...good, ...change }).join('\n')).toContain(words)
  })
})

it('this repository is ready but for its address, the date of its release, and changes that are not committed', () => {
  const candidate = readCandidate({ repository: 'https://git.example/owner/name', today: '9999-12-31' })
  const obstacles = listObstacles({ ...candidate, changes: '' })
  expect(obstacles.filter((words) => !words.startsWith('CHANGELOG.md has no date beside'))).toEqual([])
  const root = join(import.meta.dirname, '..', '..')
  expect(candidate.version).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
  expect(Object.keys(candidate.otherVersions)).toContain('packages/receipt-python/pyproject.toml')
})
