import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestTree } from './digest-tree.ts'
import { PACKAGE_FOLDERS } from './packages.ts'
import { run } from './run.ts'

const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, 'node_modules', '.cache')
/** What the repository looked like after the last build, which Node made it, and where the pages went. */
const STAMP = join(CACHE, 'built')

// `npm install` builds everything, and `npm test` would build the same again.
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== makeStamp()) {
  rmSync(STAMP, { force: true })
  build()
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(STAMP, makeStamp())
}

function makeStamp(): string {
  return [digestTree(ROOT), process.version, process.env.WEB_DIR ?? ''].join('\n')
}

function build(): void {
  for (const folder of PACKAGE_FOLDERS) {
    // A file that lost its source must not travel on in the published package.
    rmSync(join(folder, 'dist'), { recursive: true, force: true })
    run('tsc', ['-p', 'tsconfig.json'], folder)
    if (existsSync(join(folder, 'scripts', 'build.ts'))) run(process.execPath, ['scripts/build.ts'], folder)
  }
  // Last: the pages are made of the built client.
  run('vite', ['build', '--logLevel', 'warn'], join(ROOT, 'apps', 'web'))
}
