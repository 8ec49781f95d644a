import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Folders of the published packages, in the order in which they build on each other. */
export const PACKAGE_FOLDERS = ['receipt', 'engine', 'contract', 'client']
  .map((name) => join(ROOT, 'packages', name))
  .filter((folder) => existsSync(join(folder, 'package.json')))
