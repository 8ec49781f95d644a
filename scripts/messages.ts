import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, messageId, type Messages } from '@stillhere/messages'
import { readSources } from './layers.ts'
import { findEdges, type ParsedFile } from './layers/graph.ts'
import { placesIn, type SourceFile } from './layers/syntax.ts'
import { findAreas, findBorrowProblems, mustSayAll } from './messages/areas.ts'
import type { Text } from './messages/texts.ts'
import { findUnsaid } from './messages/unsaid.ts'

const ROOT = join(import.meta.dirname, '..')
/** The area that all pages load; what stands there is repeated in no area of a page. */
const COMMON = 'common'

export type Language = Exclude<(typeof LANGUAGES)[number], 'en'>
/** The texts of a language, by area and by the id of their English. */
export type Locale = Record<string, Messages>
/** What code says, by area and by its English. */
export type Texts = ReadonlyMap<string, ReadonlyMap<string, Text>>

export const OTHERS = LANGUAGES.filter((language) => language !== 'en')

/** Returns what keeps a page, the element or the service from speaking every language, a line each. */
export function findMessageProblems(): string[] {
  const parsed = parseSources(readSources(ROOT))
  const texts = collectTexts(parsed)
  const pages = parsed.filter(({ file: { path } }) => path.startsWith('apps/web/src/'))
  return [
    ...parsed.flatMap(describeUnsaid),
    ...findBorrowProblems(
      pages.map(({ file }) => file),
      findEdges(pages),
    ),
    ...findCollisions(texts),
    ...OTHERS.flatMap((language) =>
      compareLocale(texts, readLocale(language)).map((problem) => `locales/${language}.json ${problem}`),
    ),
  ]
}

/** Reads and parses the files that show texts to people. */
export function parseSources(sources: readonly SourceFile[]): ParsedFile[] {
  return sources
    .filter(({ path }) => path.startsWith('apps/web/src/') || findAreas(path).length > 0)
    .map((file) => ({ file, places: placesIn(file) }))
}

/** Groups what these files say by area. */
export function collectTexts(parsed: readonly ParsedFile[]): Texts {
  const texts = new Map<string, Map<string, Text>>()
  for (const { file, places } of parsed)
    for (const { area, find } of findAreas(file.path)) {
      const found = texts.get(area) ?? new Map<string, Text>()
      for (const text of find(file, places)) found.set(text.key, text)
      texts.set(area, found)
    }
  const shared = texts.get(COMMON)
  for (const [area, found] of texts)
    if (area !== COMMON && isOfPages(found)) for (const key of shared?.keys() ?? []) found.delete(key)
  return texts
}

function isOfPages(texts: ReadonlyMap<string, Text>): boolean {
  return [...texts.values()].every(({ path }) => /^(?:apps\/web|packages\/receipt)\//.test(path))
}

/** Returns what is wrong with the texts of a language, a line each: missing or unused ones, lost forms, lost names. */
export function compareLocale(texts: Texts, locale: Locale): string[] {
  const areas = new Set([...texts.keys(), ...Object.keys(locale)])
  return [...areas].flatMap((area) => {
    const said = [...(texts.get(area)?.values() ?? [])]
    const messages = locale[area] ?? {}
    const ids = new Set(said.map(({ key }) => messageId(key)))
    const unused = Object.keys(messages).filter((id) => !ids.has(id))
    return [
      ...said.flatMap((text) => compareMessage(text, messages[messageId(text.key)])),
      ...unused.map((id) => `has "${id}", which nothing says`),
    ].map((problem) => `${area} ${problem}`)
  })
}

function compareMessage({ key, isCounted, path, line }: Text, message: Messages[string] | undefined): string[] {
  const translations = typeof message === 'object' ? Object.values(message) : [message ?? '']
  if (translations.includes('')) return [`lacks "${messageId(key)}": "${key}" (${path}:${line})`]
  if (isCounted !== (typeof message === 'object'))
    return [`"${key}" ${isCounted ? 'needs a form for each kind of count' : 'has no count'}`]
  const names = listNames(key)
  // "One day" has no need of its count.
  const lost = translations.filter(
    (text) => listNames(text) !== names && !(isCounted && listNames(`${text}{count}`) === names),
  )
  return lost.map((text) => `"${key}" has other names or marks than "${text}"`)
}

function listNames(text: string): string {
  return [...new Set(text.match(/\{\w+\}|<\/?\w+>/g))].toSorted().join(' ')
}

/** Returns the pairs of different texts that have one id, a line each. */
export function findCollisions(texts: Texts): string[] {
  const keys = new Set([...texts.values()].flatMap((area) => [...area.keys()]))
  const byId = new Map<string, string>()
  return [...keys].flatMap((key) => {
    const other = byId.get(messageId(key))
    byId.set(messageId(key), key)
    return other === undefined ? [] : [`"${key}" has the id of "${other}"; say one of them differently`]
  })
}

function describeUnsaid({ file, places }: ParsedFile): string[] {
  if (!mustSayAll(file.path)) return []
  const found = findAreas(file.path).flatMap(({ find }) => find(file, places))
  return findUnsaid(file, places)
    .filter(({ message }) => !found.some(({ key }) => message.endsWith(key)))
    .map(({ path, line, message }) => `${path}:${line} ${message}`)
}

/** Reads the texts of a language. */
export function readLocale(language: Language): Locale {
  return JSON.parse(readFileSync(join(ROOT, 'locales', `${language}.json`), 'utf8'))
}

/** Returns a locale in order, without unused texts, and with an empty one for each that is missing. */
export function renewLocale(texts: Texts, locale: Locale): Locale {
  const areas = [...texts].map(([area, said]) => {
    const messages = [...said.values()].map(({ key, isCounted }) => {
      const id = messageId(key)
      return [id, locale[area]?.[id] ?? (isCounted ? { one: '', other: '' } : '')] as const
    })
    return [area, Object.fromEntries(messages.toSorted(compareNames))] as const
  })
  return Object.fromEntries(areas.filter(([, messages]) => Object.keys(messages).length > 0).toSorted(compareNames))
}

function compareNames([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

function writeLocales(): void {
  const texts = collectTexts(parseSources(readSources(ROOT)))
  for (const language of OTHERS) {
    const text = JSON.stringify(renewLocale(texts, readLocale(language)), null, 2)
    writeFileSync(join(ROOT, 'locales', `${language}.json`), `${text}\n`)
  }
}

if (import.meta.main) {
  if (process.argv.includes('--write')) writeLocales()
  const problems = findMessageProblems()
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log('messages: every text is said in every language')
}
