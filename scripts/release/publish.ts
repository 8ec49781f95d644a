import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** What npm says of a package that it packed. */
export type Packed = { name: string; version: string; size: number; unpackedSize: number; entryCount: number }

type Choice = { repository: string; dryRun: boolean }

/**
 * Publishes the package of a folder, or only shows what would be. Provenance names the repository, and npm compares it with the
 * package.json; which repository that is depends on where the release is made, so it is written in for as long as npm reads it.
 */
export function publishPackage(folder: string, { repository, dryRun }: Choice): Packed {
  const file = join(folder, 'package.json')
  const before = readFileSync(file, 'utf8')
  const place = { type: 'git', url: `git+${repository}.git`, directory: `packages/${basename(folder)}` }
  try {
    writeFileSync(file, `${JSON.stringify({ ...JSON.parse(before), repository: place }, null, 2)}\n`)
    return runPublish(folder, dryRun)
  } finally {
    writeFileSync(file, before)
  }
}

function runPublish(folder: string, dryRun: boolean): Packed {
  const args = [
    'publish',
    '--json',
    '--ignore-scripts',
    '--access',
    'public',
    ...(dryRun ? ['--dry-run'] : ['--provenance']),
  ]
  const answer = JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 }))
  // Beside one package npm also answers a list of them by name.
  return 'size' in answer ? answer : (Object.values(answer)[0] as Packed)
}
