import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_FOLDERS } from '../packages.ts'
import type { Candidate, Manifest } from './obstacles.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PYTHON = 'packages/receipt-python/pyproject.toml'

/** Reads what the repository would release. Without an address of its own it is that of the remote origin. */
export function readCandidate({ repository, today }: { repository?: string; today: string }): Candidate {
  return {
    version: readManifest(ROOT).version,
    manifests: PACKAGE_FOLDERS.map(readManifest),
    otherVersions: readOtherVersions(),
    changelog: readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'),
    changes: runGit('status', '--porcelain'),
    repository: repository ?? readOrigin(),
    today,
  }
}

function readOtherVersions(): Record<string, string> {
  const manifests = globSync(
    ['apps/*/package.json', '{lab,proof}/package.json', 'packages/{messages,postgres}/package.json'],
    {
      cwd: ROOT,
    },
  )
  const versions = manifests.map((path) => [path, readManifest(join(ROOT, path, '..')).version])
  const python = /^version = "(.*)"$/m.exec(readFileSync(join(ROOT, PYTHON), 'utf8'))?.[1] ?? 'none'
  return { ...Object.fromEntries(versions), [PYTHON]: python }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function readOrigin(): string | undefined {
  const origin = runGit('remote', 'get-url', 'origin')
  return origin.replace(/\.git$/, '').replace(/^git@([^:]+):/, 'https://$1/') || undefined
}

function runGit(...args: string[]): string {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim()
}
