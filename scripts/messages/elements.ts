import type { ParsedFile } from '../layers/graph.ts'
import { isIdentifier, literalText, type Place, type SourceFile, violation } from '../layers/syntax.ts'
import { type Saying, sayingsIn } from './sayings.ts'
import { unsaidIn } from './unsaid.ts'

const CLIENT = 'packages/client/src'

/** An element with catalogues of its own: the files that say its texts, and those whose sentences it repeats in other languages. */
type SpeakingElement = { name: string; says: RegExp; repeats: RegExp }

const ELEMENTS: readonly SpeakingElement[] = [
  {
    name: 'element',
    says: /^packages\/client\/src\/element\/(?!catalogs\/)/,
    repeats:
      /^packages\/client\/src\/(?:camera|capture|continuity|scan|element)\/(?!catalogs\/)|^packages\/engine\/src\/scorer\/rejection\.ts$/,
  },
]

/** Whether a file says or makes what an element shows. */
export function isOfElement(path: string): boolean {
  return !isTest(path) && ELEMENTS.some(({ says, repeats }) => says.test(path) || repeats.test(path))
}

/** What each element says, with the folder of its catalogues. */
export function elementSayings(parsed: readonly ParsedFile[]): { folder: string; sayings: Saying[] }[] {
  return ELEMENTS.map(({ name, says, repeats }) => ({
    folder: `${CLIENT}/${name}/catalogs`,
    sayings: parsed.flatMap(({ file, places }) => [
      ...(says.test(file.path) ? sayingsIn(file, places) : []),
      ...(repeats.test(file.path) ? sentencesIn(file, places) : []),
    ]),
  }))
}

/** Texts of elements that no catalogue can reach, a line each. */
export function elementUnsaid(parsed: readonly ParsedFile[]): string[] {
  const spoken = parsed.filter(({ file }) => ELEMENTS.some(({ says }) => says.test(file.path)))
  return spoken.flatMap(({ file, places }) => {
    const repeated = new Set(sentencesIn(file, places).map(({ key }) => key))
    return unsaidIn(file, places)
      .filter(({ message }) => ![...repeated].some((text) => message.endsWith(text)))
      .map(({ path, line, message }) => `${path}:${line} ${message}`)
  })
}

// Programs read these sentences, too, so they stay English where they are made: hints, advice, and why a service refused.
const SENTENCE = /^[A-Z].*[a-z]{2}.* .*[a-z]{2}.*[.!?]$/

function sentencesIn(file: SourceFile, places: readonly Place[]): Saying[] {
  return places.flatMap((place) => {
    const key = literalText(place.node)
    if (key === undefined || !isRepeated(place, key)) return []
    const { path, line } = violation(file, place.node, '')
    return [{ key, isCounted: false, path, line }]
  })
}

function isRepeated({ parent, member }: Place, text: string): boolean {
  if (!parent || member === 'key' || parent.type === 'NewExpression') return false
  const isSaid = parent.type === 'CallExpression' && isIdentifier(parent.callee, ['say'])
  return !isSaid && SENTENCE.test(text)
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts')
}
