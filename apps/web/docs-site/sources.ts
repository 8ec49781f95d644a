import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CHAPTERS } from './chapters.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The files of the repository that become pages: those of the chapters, the decisions, and what any of them link to. */
export function listSources(): string[] {
  const files = new Set([...CHAPTERS.flatMap((chapter) => chapter.files), ...findDecisions()])
  // A set is walked in the order in which it grows: a README of an example brings its own links.
  for (const file of files) for (const linked of findLinked(file)) files.add(linked)
  return [...files]
}

/** A text of the repository; a folder is its list of files. */
export function readSource(file: string): string {
  if (!isFolder(file)) return readFileSync(ROOT + file, 'utf8')
  const names = readdirSync(ROOT + file).filter((name) => statSync(`${ROOT}${file}/${name}`).isFile())
  return `# ${file}\n\n${names.map((name) => `- [${name}](${posix.basename(file)}/${name})`).join('\n')}\n`
}

/** The bytes of a picture. */
export function readPicture(file: string): Buffer {
  return readFileSync(ROOT + file)
}

/** The README of a folder stands for it. */
export function findSource(file: string): string | undefined {
  const path = file.replace(/\/$/, '')
  if (!existsSync(ROOT + path)) return undefined
  return isFolder(path) && existsSync(`${ROOT}${path}/README.md`) ? `${path}/README.md` : path
}

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

/** The address of a page on the site for a file of the repository: docs/checks.md is /docs/checks. */
export function toAddress(file: string): string {
  const path = file
    .replace(/^docs\//, '')
    .replace(/(?:^|\/)README\.md$/, '')
    .replace(/\.md$/, '')
  return path === '' ? '/docs' : `/docs/${path === path.toUpperCase() ? path.toLowerCase() : path}`
}

/** A file of the repository and a fragment that a relative link of another file leads to. */
export function toLinkTarget(from: string, href: string): { file: string; fragment: string } {
  const [path = '', fragment = ''] = href.split('#')
  return { file: path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path)), fragment }
}

/** Returns true if a link leads outside of the repository. */
export function isOutside(href: string): boolean {
  return /^(?:[a-z]+:|\/)/i.test(href)
}

/** The anchor of a heading, as GitHub writes it. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}
