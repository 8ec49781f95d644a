import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Data of a service that runs here, and what tests and tools write, changes without a reason to build.
const IGNORED = ['node_modules', '.git', 'data', 'coverage', 'reports', '.stryker-tmp']
/** What npm has installed. */
const INSTALLED = 'node_modules/.package-lock.json'

/** A digest of all files under a folder, what was built included, and of the packages that are installed there. */
export function digestTree(root: string): string {
  const exclude = ({ name }: { name: string }) => IGNORED.includes(name)
  const found = globSync('**', { cwd: root, withFileTypes: true, exclude }).filter((entry) => entry.isFile())
  const files = found.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  const hash = createHash('sha256')
  for (const file of [...files, join(root, INSTALLED)].filter((path) => existsSync(path))) {
    const bytes = readFileSync(file)
    hash.update(`${file}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}
