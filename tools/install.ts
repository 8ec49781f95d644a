import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../scripts/run.ts'

/** Installs the tools as their lock file has them, unless they are there already. */
export function installTools(): void {
  const folder = import.meta.dirname
  const installed = join(folder, 'node_modules', '.installed-lock.json')
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return
  run('npm', ['ci', '--ignore-scripts', '--loglevel=error'], folder)
  writeFileSync(installed, lock)
}
