import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_FOLDERS } from './packages.ts'
import { run } from './run.ts'

for (const folder of PACKAGE_FOLDERS) {
  // A file that lost its source must not travel on in the published package.
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  run('tsc', ['-p', 'tsconfig.json'], folder)
  if (existsSync(join(folder, 'scripts', 'build.ts'))) run(process.execPath, ['scripts/build.ts'], folder)
}
// Last: the pages are made of the built client.
run('vite', ['build', '--logLevel', 'warn'], join(import.meta.dirname, '..', 'apps', 'web'))
