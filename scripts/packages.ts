import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Folders of the published packages, in the order in which they build on each other. */
export const PACKAGE_FOLDERS = ['receipt', 'engine', 'contract', 'client']
  .map((name) => join(ROOT, 'packages', name))
  .filter((folder) => existsSync(join(folder, 'package.json')))

// All that npm reads to choose what it packs.
const READ_BY_NPM = ['package.json', '.npmignore', '.gitignore']

/** The paths of the files that npm would pack, for each folder of a package under a root. */
export function listPackedFiles(root: string, folders: readonly string[]): Map<string, string[]> {
  // npm compresses what it lists, which takes longer than all other checks of packages. Empty files have the same names.
  const outline = mkdtempSync(join(tmpdir(), 'stillhere-outline-'))
  try {
    drawOutline(root, outline, folders)
    const packed = askNpm(
      outline,
      folders.map((folder) => relative(root, folder)),
    )
    return new Map(folders.map((folder, place) => [folder, packed[place]?.files.map(({ path }) => path) ?? []]))
  } finally {
    rmSync(outline, { recursive: true })
  }
}

/** Makes the packages anew in a folder, with files of which only those that npm reads have contents. */
function drawOutline(root: string, outline: string, folders: readonly string[]): void {
  const ofRoot = READ_BY_NPM.map((name) => join(root, name)).filter((file) => existsSync(file))
  for (const file of [...ofRoot, ...folders.flatMap(listFiles)]) {
    const copy = join(outline, relative(root, file))
    mkdirSync(dirname(copy), { recursive: true })
    if (READ_BY_NPM.includes(basename(file))) copyFileSync(file, copy)
    else writeFileSync(copy, '')
  }
}

function listFiles(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = all.map(({ parentPath, name }) => join(parentPath, name))
  return files.filter((file) => !relative(folder, file).split(sep).includes('node_modules'))
}

/** What npm says of packages, in their order. */
function askNpm(cwd: string, folders: readonly string[]): { files: { path: string }[] }[] {
  const which = folders.flatMap((folder) => ['-w', folder])
  const answer = execFileSync('npm', ['pack', ...which, '--dry-run', '--json', '--ignore-scripts'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(answer.toString())
}
