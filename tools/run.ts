import { join } from 'node:path'
import { PACKAGE_FOLDERS } from '../scripts/packages.ts'
import { run } from '../scripts/run.ts'
import { installTools } from './install.ts'

const PACKAGES = join(import.meta.dirname, '..', 'packages')
const BINARIES = join(import.meta.dirname, 'node_modules', '.bin')

const TASKS: Record<string, () => void> = {
  kernel: () => run(process.execPath, [join(import.meta.dirname, 'compile-kernel.ts')]),
  'mutation:receipt': () => run(join(BINARIES, 'stryker'), ['run'], join(PACKAGES, 'receipt')),
  'mutation:engine': () => run(join(BINARIES, 'stryker'), ['run'], join(PACKAGES, 'engine')),
  compare() {
    // Every door must lead to types that fit, for whoever imports ES modules.
    for (const folder of PACKAGE_FOLDERS)
      run(join(BINARIES, 'attw'), ['--pack', '.', '--profile', 'esm-only', '--quiet'], folder)
    run('vitest', ['run', '--config', join(import.meta.dirname, 'vitest.config.ts')])
  },
}

const task = TASKS[process.argv[2] ?? '']
if (task === undefined) throw new Error(`one of these is wanted: ${Object.keys(TASKS).join(', ')}`)
installTools()
task()
