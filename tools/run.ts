import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_FOLDERS } from '../scripts/packages.ts'
import { run } from '../scripts/run.ts'
import { installTools } from './install.ts'

const PACKAGES = join(import.meta.dirname, '..', 'packages')
const VITEST = join(import.meta.dirname, 'vitest.config.ts')
const BINARIES = join(import.meta.dirname, 'node_modules', '.bin')

/** Each is run with the options that follow its name, such as `--mutate src/verify.ts`. */
const TASKS: Record<string, (options: readonly string[]) => void> = {
  kernel: () => run(process.execPath, [join(import.meta.dirname, 'compile-kernel.ts')]),
  'mutation:receipt': (options) => run(join(BINARIES, 'stryker'), ['run', ...options], join(PACKAGES, 'receipt')),
  'mutation:engine': (options) => run(join(BINARIES, 'stryker'), ['run', ...options], join(PACKAGES, 'engine')),
  compare() {
    // Every door must lead to types that fit, for whoever imports ES modules.
    for (const folder of PACKAGE_FOLDERS)
      run(
        join(BINARIES, 'attw'),
        ['--pack', '.', '--profile', 'esm-only', '--quiet', ...excludeSources(folder)],
        folder,
      )
    run('vitest', ['run', '--config', VITEST])
  },
  inspector() {
    const folder = join(import.meta.dirname, 'inspector')
    // Not by the lock file to the letter: it has programs for more systems than every registry does.
    run('npm', ['install', '--no-save', '--ignore-scripts', '--loglevel=error'], folder)
    run('vitest', ['run', '--config', VITEST, 'inspector'])
  },
}

/** Doors that only this repository has lead to no published file, and are left out. */
function excludeSources(folder: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, object>
  }
  const doors = Object.keys(exports).filter((door) => Object.keys(exports[door] ?? {}).join() === 'stillhere-source')
  return doors.length === 0 ? [] : ['--exclude-entrypoints', ...doors.map((door) => door.slice(2))]
}

const [name = '', ...options] = process.argv.slice(2)
const task = TASKS[name]
if (task === undefined) throw new Error(`one of these is wanted: ${Object.keys(TASKS).join(', ')}`)
installTools()
task(options)
