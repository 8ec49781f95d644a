import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CHAPTERS } from './chapters.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Lists the repository files that become pages of the docs: the files of the chapters, the decision records, and the docs and examples that these
 * files link to.
 */
export function listSources(): string[] {
  const files = new Set([...CHAPTERS.flatMap((chapter) => chapter.files), ...findDecisions()])
  // A set is walked in the order in which it grows: a README of an example brings its own links.
  for (const file of files) for (const linked of findLinked(file)) files.add(linked)
  return [...files]
}

/** Reads a text file of the repository. For a folder, returns a Markdown list of links to its files. */
export function readSource(file: string): string {
  if (!isFolder(file)) return readFileSync(ROOT + file, 'utf8')
  const names = readdirSync(ROOT + file).filter((name) => statSync(`${ROOT}${file}/${name}`).isFile())
  return `# ${file}\n\n${names.map((name) => `- [${name}](${posix.basename(file)}/${name})`).join('\n')}\n`
}

/** Reads a picture file of the repository. Throws if there is no such file. */
export function readPicture(file: string): Buffer {
  return readFileSync(ROOT + file)
}

/**
 * Finds the file that a repository path leads to: the file itself, or for a folder its README.md (the folder itself if it has no README). Returns
 * undefined if the path doesn't exist.
 */
export function findSource(file: string): string | undefined {
  const path = file.replace(/\/$/, '')
  if (!existsSync(ROOT + path)) return undefined
  return isFolder(path) && existsSync(`${ROOT}${path}/README.md`) ? `${path}/README.md` : path
}

/** Returns true if a file name ends in .svg or .png. */
export function isPicture(file: string): boolean {
  return /\.(?:svg|png)$/.test(file)
}

function isFolder(file: string): boolean {
  return statSync(ROOT + file).isDirectory()
}

function findDecisions(): string[] {
  return globSync('docs/internals/decisions/*.md', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
}

// Code of the product itself is read in a checkout; examples are there to be copied.
const SHOWN =
  /^(?:docs|examples|packages\/[\w-]+\/README\.md|packages\/receipt\/(?:vectors\/README\.md|schema|conformance))/

function findLinked(file: string): string[] {
  if (!file.endsWith('.md') && !isFolder(file)) return []
  const hrefs = [...readSource(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href)
  return hrefs
    .filter((href) => !isOutside(href))
    .map((href) => findSource(toLinkTarget(file, href).file))
    .filter((linked) => linked !== undefined)
    .filter((linked) => SHOWN.test(linked) && !isPicture(linked))
}

/** Converts a repository file to the address of its page on the site: docs/checks.md becomes /docs/checks. */
export function toAddress(file: string): string {
  const path = file
    .replace(/^docs\//, '')
    .replace(/(?:^|\/)README\.md$/, '')
    .replace(/\.md$/, '')
  return path === '' ? '/docs' : `/docs/${path === path.toUpperCase() ? path.toLowerCase() : path}`
}

/** Resolves the relative link `href` in the file `from` to a repository path and a fragment. The fragment is empty if the link has none. */
export function toLinkTarget(from: string, href: string): { file: string; fragment: string } {
  const [path = '', fragment = ''] = href.split('#')
  return { file: path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path)), fragment }
}

/** Returns true if a link isn't relative: it has a scheme such as https:, or begins with a slash. */
export function isOutside(href: string): boolean {
  return /^(?:[a-z]+:|\/)/i.test(href)
}

/** Converts a heading to the anchor id that GitHub gives it. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}
