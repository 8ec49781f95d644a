import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../scripts/run.ts'

/** Installs the tools of a folder as its lock file has them, unless they are there already. */
export function installTools(folder: string = import.meta.dirname): void {
  const installed = join(folder, 'node_modules', '.installed-lock.json')
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return
  run('npm', ['ci', '--ignore-scripts', '--loglevel=error'], folder)
  writeFileSync(installed, lock)
}
