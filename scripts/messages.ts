import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LANGUAGES, type Messages } from '@stillhere/messages'
import { readSources } from './layers.ts'
import { findEdges, type ParsedFile } from './layers/graph.ts'
import { placesIn, type SourceFile } from './layers/syntax.ts'
import { areaOf, borrowProblems } from './messages/areas.ts'
import { catalogProblems, wantedTexts } from './messages/catalogs.ts'
import { elementSayings, elementUnsaid, isOfElement } from './messages/elements.ts'
import { printedIn, refusalsIn } from './messages/operator-texts.ts'
import { isReceiptText, receiptTextsIn } from './messages/receipt-texts.ts'
import { type Saying, sayingsIn } from './messages/sayings.ts'
import { unsaidIn } from './messages/unsaid.ts'

const ROOT = join(import.meta.dirname, '..')
const CATALOGS = 'apps/web/src/words'
// What the service says itself, with catalogues beside the code.
const SERVICE_PARTS = ['mail', 'notices']
const TERMINAL = 'apps/server/src/terminal'
const OTHERS = LANGUAGES.filter((language) => language !== 'en')

/** What keeps a page, an element or the service from speaking every language, a line each. */
export async function messageProblems(): Promise<string[]> {
  const sources = readSources(ROOT)
  return [...(await pageProblems(sources)), ...(await elementProblems(sources)), ...(await serviceProblems(sources))]
}

async function pageProblems(sources: readonly SourceFile[]): Promise<string[]> {
  const parsed = sources
    .filter(({ path }) => path.startsWith('apps/web/src/') || isReceiptText(path))
    .map((file) => ({ file, places: placesIn(file) }))
  const files = parsed.map(({ file }) => file)
  return [
    ...parsed.filter(isSpoken).flatMap(describeUnsaid),
    ...borrowProblems(files, findEdges(parsed)),
    ...(await describeCatalogs(groupSayings(parsed))),
  ]
}

async function elementProblems(sources: readonly SourceFile[]): Promise<string[]> {
  const parsed = sources.filter(({ path }) => isOfElement(path)).map((file) => ({ file, places: placesIn(file) }))
  const found = elementSayings(parsed).flatMap(({ folder, sayings }) =>
    OTHERS.map((language) => compareCatalog(`${folder}/${language}.ts`, wantedTexts(sayings))),
  )
  return [...elementUnsaid(parsed), ...(await Promise.all(found)).flat()]
}

async function serviceProblems(sources: readonly SourceFile[]): Promise<string[]> {
  const found = SERVICE_PARTS.flatMap((part) => {
    const folder = `apps/server/src/${part}`
    const sayings = sources
      .filter(({ path }) => path.startsWith(`${folder}/`) && !/\/catalogs\/|\.test\.ts$/.test(path))
      .flatMap((file) => sayingsIn(file, placesIn(file)))
    return OTHERS.map((language) => compareCatalog(`${folder}/catalogs/${language}.ts`, wantedTexts(sayings)))
  })
  return (await Promise.all([...found, ...terminalProblems(sources)])).flat()
}

function terminalProblems(sources: readonly SourceFile[]): Promise<string[]>[] {
  const parsed = sources.map((file) => ({
    file,
    places: file.path.startsWith('apps/server/src/') ? placesIn(file) : [],
  }))
  const printed = parsed.flatMap(({ file, places }) => printedIn(file, places))
  const refusals = parsed.flatMap(({ file, places }) => refusalsIn(file, places))
  return OTHERS.flatMap((language) => [
    compareCatalog(`${TERMINAL}/catalogs/${language}.ts`, wantedTexts(printed)),
    compareCatalog(`${TERMINAL}/problems/${language}.ts`, wantedTexts(refusals, printed)),
  ])
}

async function compareCatalog(path: string, wanted: ReadonlyMap<string, Saying>): Promise<string[]> {
  return catalogProblems(wanted, await readCatalog(path)).map((problem) => `${path} ${problem}`)
}

function isSpoken({ file: { path } }: ParsedFile): boolean {
  return areaOf(path) !== undefined
}

function describeUnsaid({ file, places }: ParsedFile): string[] {
  if (isReceiptText(file.path)) return []
  return unsaidIn(file, places).map(({ path, line, message }) => `${path}:${line} ${message}`)
}

function groupSayings(parsed: readonly ParsedFile[]): Map<string, Saying[]> {
  const groups = new Map<string, Saying[]>()
  for (const { file, places } of parsed) {
    const area = areaOf(file.path)
    const find = isReceiptText(file.path) ? receiptTextsIn : sayingsIn
    if (area !== undefined) groups.set(area, [...(groups.get(area) ?? []), ...find(file, places)])
  }
  return groups
}

async function describeCatalogs(groups: ReadonlyMap<string, readonly Saying[]>): Promise<string[]> {
  const shared = groups.get('common') ?? []
  const areas = new Set([...groups.keys(), ...globSync('*/*.ts', { cwd: join(ROOT, CATALOGS) }).map(nameOf)])
  const paths = OTHERS.flatMap((language) =>
    [...areas].map((area) => ({ area, path: `${CATALOGS}/${language}/${area}.ts` })),
  )
  const found = await Promise.all(
    paths.map(({ area, path }) =>
      compareCatalog(path, wantedTexts(groups.get(area) ?? [], area === 'common' ? [] : shared)),
    ),
  )
  return found.flat()
}

function nameOf(path: string): string {
  return path.replace(/^.*\/|\.ts$/g, '')
}

async function readCatalog(path: string): Promise<Messages> {
  if (globSync(path, { cwd: ROOT }).length === 0) return {}
  const { messages }: { messages: Messages } = await import(pathToFileURL(join(ROOT, path)).href)
  return messages
}

if (import.meta.main) {
  const problems = await messageProblems()
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log('messages: every text is said in every language')
}
