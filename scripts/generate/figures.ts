import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { ENDPOINTS } from '@stillhere/contract'

const ROOT = join(import.meta.dirname, '..', '..')

/** A sentence of a page with `#` in the place of a figure, and what the figure is. */
type HeldFigure = readonly [sentence: string, value: () => number]

/** Figures that are counted or read from code wherever `npm run generate` runs, by page. */
export const HELD_FIGURES: Readonly<Record<string, readonly HeldFigure[]>> = {
  'README.md': [['# conformance cases', () => countCases()]],
  'docs/badge.md': [
    ['At most # kB compressed', () => readKb(SIZES.client, /at most (\d+) bytes of gzipped code for a badge/)],
  ],
  'docs/checks.md': [
    ['At most # kB compressed', () => readKb(SIZES.pages, /'check\.js'\]\)\)\.toBeLessThanOrEqual\((\d+)\)/)],
  ],
  'docs/http-client.md': [
    ['for each of the # endpoints', () => ENDPOINTS.length],
    ['at most # kB of gzipped code', () => readKb(SIZES.client, /text: all\('http'\), limitBytes: ([\d_]+)/)],
  ],
  'docs/port-the-verifier.md': [
    ['which has # lines', () => countLines('packages/receipt-python/stillhere_receipt/*.py')],
    ['json`, # files.', () => globSync('packages/receipt/vectors/cases/*.json', { cwd: ROOT }).length],
    ['# cases say whether', () => countCases()],
    ['# of the receipt cases, in old-payload and old-profile', () => countCases('old-{payload,profile}')],
    ['does it in # lines', () => countLines('packages/receipt/conformance/answer_cases.py')],
    ['| canonicalization | # |', () => countCases('canonicalization')],
    ['| ed25519 | # |', () => countCases('ed25519')],
    ['time, valid | # |', () => countCases(RECEIPT_CASES)],
    ['| header-decoding, header-encoding | # |', () => countCases('header-*')],
    ['| chain | # |', () => countCases('chain')],
  ],
  'docs/web.md': [
    ['Home is at most # kB', () => readKb(SIZES.pages, /HOME_BYTES = ([\d_]+)/)],
    ['page at most #;', () => readKb(SIZES.pages, /PAGE_BYTES = ([\d_]+)/)],
    ['at most # kB for Home and', () => readKb(SIZES.pages, /home: ([\d_]+)/)],
    ['for Home and # for any other page', () => readKb(SIZES.pages, /home: [\d_]+, page: ([\d_]+)/)],
  ],
  'packages/client/README.md': [
    [
      'receipts alone, at most # kB gzipped',
      () => readKb(SIZES.client, /text: all\('receipt'\), limitBytes: ([\d_]+)/),
    ],
    ['the HTTP client # kB', () => readKb(SIZES.client, /text: all\('http'\), limitBytes: ([\d_]+)/)],
    ['all of `/receipt` # kB', () => readKb(SIZES.client, /text: all\('receipt'\), limitBytes: ([\d_]+)/)],
    ['and the key # kB', () => readKb(SIZES.client, /of a scan: [^]*?toBeLessThanOrEqual\(([\d_]+)\)/)],
  ],
  'packages/receipt/README.md': [['`vectors/` holds # cases', () => countCases()]],
}

const SIZES = { client: 'packages/client/test/size.test.ts', pages: 'apps/web/test/size.browser.test.ts' }
const RECEIPT_CASES =
  '{assertions,evidence,freshness,limits,old-payload,old-profile,payload,policy,predecessor,schema,signature,text,time,valid}'
/** The lines of an example beside a link to it. */
const LINKED_LINES = /\]\(([^)]+)\), (\d+) lines/g

/** A page with every held figure as it is. Throws on a sentence that the page no longer has. */
export function fillFigures(path: string, page: string): string {
  const filled = (HELD_FIGURES[path] ?? []).reduce((text, [sentence, value]) => {
    const place = toPattern(sentence)
    if (!place.test(text)) throw new Error(`${path} no longer says "${sentence}"; scripts/generate/figures.ts holds it`)
    return text.replace(place, (_, before: string, after: string) => `${before}${value()}${after}`)
  }, page)
  return filled.replace(LINKED_LINES, (_, link: string) => {
    const file = normalize(join(dirname(path), link))
    return `](${link}), ${countLines(file)} lines`
  })
}

// A line of a page may break between any two words.
function toPattern(sentence: string): RegExp {
  const [before = '', after = ''] = sentence
    .split('#')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s+`))
  return new RegExp(`(${before})[\\d,.]*\\d(${after})`)
}

function countCases(files = '*'): number {
  const found = globSync(`packages/receipt/vectors/cases/${files}.json`, { cwd: ROOT })
  if (found.length === 0) throw new Error(`no case file is called ${files}`)
  return found.reduce((sum, file) => sum + (JSON.parse(readText(file)) as { cases: unknown[] }).cases.length, 0)
}

function countLines(files: string): number {
  const found = globSync(files, { cwd: ROOT })
  if (found.length === 0) throw new Error(`there is no ${files}`)
  return found.reduce((sum, file) => sum + readText(file).trimEnd().split('\n').length, 0)
}

/** The bound that a test holds a size to, in kB. */
function readKb(file: string, bound: RegExp): number {
  const found = bound.exec(readText(file))?.[1]
  if (found === undefined) throw new Error(`${file} has no bound like ${bound.source}`)
  return Number(found.replaceAll('_', '')) / 1000
}

function readText(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}
