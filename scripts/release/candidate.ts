import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_FOLDERS } from '../packages.ts'

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

/** The members of a package.json that a release looks at. */
export type Manifest = {
  name: string
  version: string
  private?: boolean
  description?: string
  license?: string
  files?: readonly string[]
  publishConfig?: { access?: string; provenance?: boolean }
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
}

/** All that decides whether a release can be made. */
export type Candidate = {
  version: string
  /** Of the packages that are published. */
  manifests: readonly Manifest[]
  /** Versions of everything else that carries one, by its file. */
  otherVersions: Readonly<Record<string, string>>
  changelog: string
  /** As `git status --porcelain` prints it. */
  changes: string
  /** Where the sources are, for provenance; undefined if not set. */
  repository: string | undefined
  /** YYYY-MM-DD. */
  today: string
}

/** The names that are ours to publish. Another one would be a mistake, or a stranger's. */
export const PUBLISHED = ['@stillhere/receipt', '@stillhere/engine', '@stillhere/contract', '@stillhere/client']

/** Everything that stands in the way of a release, as sentences; nothing when it is ready. */
export function listObstacles(candidate: Candidate): string[] {
  return [
    ...checkNames(candidate),
    ...checkVersions(candidate),
    ...checkChangelog(candidate),
    ...candidate.manifests.flatMap(checkFields),
    ...(candidate.changes === '' ? [] : ['The tree has changes that are not committed.']),
    ...checkRepository(candidate),
  ]
}

function checkNames({ manifests }: Candidate): string[] {
  const names = manifests.map(({ name }) => name)
  const missing = PUBLISHED.filter((name) => !names.includes(name)).map((name) => `${name} is missing.`)
  const strange = names.filter((name) => !PUBLISHED.includes(name)).map((name) => `${name} is no name of ours.`)
  return [...missing, ...strange]
}

function checkVersions({ version, manifests, otherVersions }: Candidate): string[] {
  const versions = { ...otherVersions, ...Object.fromEntries(manifests.map((one) => [one.name, one.version])) }
  const others = Object.entries(versions).filter(([, one]) => one !== version)
  const inner = manifests.flatMap(({ name, dependencies = {} }) =>
    Object.entries(dependencies)
      .filter(([needed, range]) => needed.startsWith('@stillhere/') && range !== version)
      .map(([needed, range]) => `${name} needs ${needed} ${range}, not ${version}.`),
  )
  return [
    ...(/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/.test(version) ? [] : [`${version} is no version to release.`]),
    ...others.map(([name, one]) => `${name} has version ${one}, not ${version}.`),
    ...inner,
  ]
}

function checkChangelog({ version, changelog, today }: Candidate): string[] {
  const [, name, day = ''] = /^## (\S+)(?: - (\S+))?$/m.exec(changelog) ?? []
  if (name !== version) return [`CHANGELOG.md begins with ${name ?? 'nothing'}, not with ${version}.`]
  if (day === '' || Number.isNaN(Date.parse(day))) return [`CHANGELOG.md has no date beside ${version}.`]
  return day > today ? [`CHANGELOG.md dates ${version} ${day}, which is yet to come.`] : []
}

function checkFields(manifest: Manifest): string[] {
  const { name, publishConfig, scripts = {} } = manifest
  const wrong = {
    private: manifest.private === true,
    description: !manifest.description,
    license: manifest.license !== 'Apache-2.0',
    files: !manifest.files?.length,
    'publishConfig.access': publishConfig?.access !== 'public',
    'publishConfig.provenance': publishConfig?.provenance !== true,
    // Installing a package of ours runs no script.
    scripts: Object.keys(scripts).some((script) => /^(?:pre|post)?(?:install|prepare|pack|publish)$/.test(script)),
  }
  const members = Object.entries(wrong).filter(([, isWrong]) => isWrong)
  return members.map(([member]) => `${name}: ${member} is not fit for publishing.`)
}

function checkRepository({ repository }: Candidate): string[] {
  if (repository === undefined) return ['No repository is known: set the remote origin, or say --repository URL.']
  const isPublic = /^https:\/\/[a-z0-9.-]+\/[\w.-]+\/[\w.-]+$/i.test(repository)
  return isPublic ? [] : [`${repository} is no public address of a repository, such as https://host/owner/name.`]
}
