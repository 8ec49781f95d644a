import { join } from 'node:path'
import { PACKAGE_FOLDERS } from './packages.ts'
import { run } from './run.ts'

for (const folder of PACKAGE_FOLDERS) run('publint', ['--strict'], folder)

// A server whose TypeScript knows nothing of pages must compile with all that it may import.
run('tsc', ['-p', join(import.meta.dirname, '..', 'packages', 'client', 'test', 'without-dom')])
