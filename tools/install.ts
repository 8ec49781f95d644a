import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../scripts/run.ts'

const LOCK = join(import.meta.dirname, 'package-lock.json')
const INSTALLED = join(import.meta.dirname, 'node_modules', '.installed-lock.json')

/** Installs the tools as their lock file has them, unless they are there already. */
export function installTools(): void {
  const lock = readFileSync(LOCK, 'utf8')
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lock) return
  run('npm', ['ci', '--ignore-scripts', '--loglevel=error'], import.meta.dirname)
  writeFileSync(INSTALLED, lock)
}
