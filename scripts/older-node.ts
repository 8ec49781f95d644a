import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const OLDER_VERSION = '20.20.2'
const CACHE = join(import.meta.dirname, '..', 'node_modules', '.cache', `node-${OLDER_VERSION}`)

/** A Node 20, the oldest that published packages promise: the one that is there, else one from npm, installed once. */
export function olderNode(): string {
  const there = [process.env['npm_node_execpath'], ...nodesInPath()]
  return findOlderNode([...there, findInstalledNode(CACHE)]) ?? install()
}

/** The first of these programs that is a Node 20. */
export function findOlderNode(programs: readonly (string | undefined)[]): string | undefined {
  return programs.find((program) => program !== undefined && readMajor(program) === '20')
}

function nodesInPath(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.filter((folder) => folder !== '').map((folder) => join(folder, 'node'))
}

function readMajor(program: string): string | undefined {
  if (!existsSync(program)) return undefined
  const { stdout, status } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 30_000 })
  return status === 0 ? /^v(\d+)\./.exec(stdout)?.[1] : undefined
}

// Two test files may install at the same time; a rename makes one of them the winner, and both are content.
function install(): string {
  const cache = join(CACHE, '..')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'node-'))
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder]
  const { status, stderr } = spawnSync('npm', ['install', ...options, packageName()], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Node ${OLDER_VERSION} could not be installed from npm: ${stderr}`)
  if (!existsSync(CACHE)) renameSync(folder, CACHE)
  else rmSync(folder, { recursive: true })
  return findInstalledNode(CACHE)
}

function findInstalledNode(folder: string): string {
  return join(folder, 'node_modules', packageName().replace(/@.*/, ''), 'bin', 'node')
}

function packageName(): string {
  return `node-${process.platform}-${process.arch}@${OLDER_VERSION}`
}
