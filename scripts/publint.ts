import { PACKAGE_FOLDERS } from './packages.ts'
import { run } from './run.ts'

for (const folder of PACKAGE_FOLDERS) run('publint', ['--strict'], folder)
