import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const WEB = 'apps/web/src/style/tokens.css'
const OFFLINE = 'packages/receipt/src/page/base.css'
const ELEMENT = 'packages/client/src/element/style.ts'
const WEB_SHEETS = globSync(['apps/web/src/**/*.css', 'apps/server/src/**/*.css'], { cwd: ROOT }).toSorted()
const VERIFIER = 'packages/receipt/src/page/verifier-element.css'

/** A set of colors and the style sheets that use it. Later files may refer to the tokens of earlier ones. */
type Palette = {
  tokens: string[]
  sheets: string[]
  /** Any text may be on any of these. */
  surfaces: string[]
  /** Backgrounds that have only one text, set in the same rule. */
  ownText: Record<string, string>
  /** Backgrounds without text: bars, points and gaps. */
  marks: string[]
}

const ELEMENT_PARTS = {
  sheets: [ELEMENT],
  surfaces: ['_paper'],
  ownText: { _accent: '_on-accent', _good: '_paper' },
  marks: ['_soft', '_line'],
}
const PALETTES: Record<string, Palette> = {
  'the web': {
    tokens: [WEB, 'apps/server/src/operator/docs/viewer.css'],
    sheets: [...WEB_SHEETS, VERIFIER],
    surfaces: ['paper', 'sheet', 'well', 'good-soft', 'warn-soft', 'bad-soft'],
    ownText: { ink: 'on-ink', 'ink-lifted': 'on-ink' },
    marks: ['accent', 'edge', 'line'],
  },
  'the offline page': {
    tokens: [OFFLINE],
    sheets: globSync('packages/receipt/src/page/*.css', { cwd: ROOT }).toSorted(),
    surfaces: ['paper', 'sheet'],
    ownText: { ink: 'on-ink', highlight: 'ink' },
    marks: [],
  },
  'the scan element': { tokens: [ELEMENT], ...ELEMENT_PARTS },
  'the scan element on the web': { tokens: [WEB, 'apps/web/src/parts/scan-element.css', ELEMENT], ...ELEMENT_PARTS },
}

// Hairlines and tracks, which say nothing that text does not; WCAG 1.4.11 leaves them out.
const ORNAMENTS = ['line', '_line']

/** Colors that are no tokens, and why that is right. */
const LITERALS = [
  // Shadows, and what is dimmed behind a dialog or under a file that is dragged.
  'apps/web/src/docs/docs.css box-shadow: 0 8px 24px rgb(0 0 0 / 15%)',
  'apps/web/src/parts/dialog.css background: rgb(16 14 11 / 55%)',
  'apps/web/src/receipts/receipts.css background: color-mix(in srgb, var(--paper) 88%, transparent)',
  // Drawn over the picture of a camera.
  'apps/web/src/pages/research/research.css stroke: #fffdf8',
  'apps/web/src/pages/research/research.css fill: #ff7a33',
  // Paper and scanners want black on white.
  'apps/web/src/parts/print.css color: #000',
  'apps/web/src/parts/qr-code.css background: #fff',
  'apps/web/src/parts/qr-code.css fill: #000',
  // An arrow on its way to where it stands.
  'packages/client/src/element/style.ts opacity: 0.25',
]

// WCAG 2.2, 1.4.3 and 1.4.11. Large text could do with 3, but any text may be of any size here.
const TEXT_RATIO = 4.5
const PART_RATIO = 3

const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

describe.each(Object.entries(PALETTES))('the colors of %s', (_, palette) => {
  const { surfaces, ownText, marks } = palette
  const colors = readColors(palette.tokens)
  const rules = palette.sheets.flatMap((sheet) => readRules(sheet))
  const isFree = (token: string) => !/^_?on-/.test(token) && !surfaces.includes(token) && !ORNAMENTS.includes(token)
  const texts = listUsed(rules, /^color$/, colors).filter(isFree)
  const lines = /^(border|outline|accent|text-decoration)|^(fill|stroke|box-shadow)$/
  const parts = [...new Set([...listUsed(rules, lines, colors), ...marks])].filter(isFree)

  it('are used in their roles', () => {
    const known = [...surfaces, ...Object.keys(ownText), ...marks]
    expect(listUsed(rules, /^background(-color)?$/, colors).filter((token) => !known.includes(token))).toEqual([])
    const strangers = rules.flatMap(({ selector, values }) => {
      const ground = listTokens(values.background ?? '').at(0) ?? ''
      const text = listTokens(values.color ?? '').at(0)
      const isRight = ground in ownText ? text === ownText[ground] : !marks.includes(ground) || text === undefined
      return isRight ? [] : [`${selector} writes ${text} on ${ground}`]
    })
    expect(strangers).toEqual([])
  })

  it.each(SCHEMES)('let all text be read in %s colors', (scheme) => {
    expect(texts.length).toBeGreaterThan(2)
    const own = Object.entries(ownText).map(([ground, text]) => [text, ground] as const)
    expect(listFaint(colors, scheme, [...pair(texts, surfaces), ...own], TEXT_RATIO)).toEqual([])
  })

  it.each(SCHEMES)('let borders, marks and the focus be seen in %s colors', (scheme) => {
    expect(parts.length).toBeGreaterThan(2)
    expect(listFaint(colors, scheme, pair(parts, surfaces), PART_RATIO)).toEqual([])
  })

  it('show the focus by more than a hairline', () => {
    const focused = rules.filter(({ selector }) => selector.includes(':focus'))
    expect(listUsed(focused, /^outline$/, colors).filter((token) => !parts.includes(token))).toEqual([])
  })
})

it('are tokens everywhere, and no text is half transparent', () => {
  const sheets = new Set(Object.values(PALETTES).flatMap((palette) => palette.sheets))
  const literals = [...sheets].flatMap((sheet) =>
    readRules(sheet).flatMap(({ values }) =>
      Object.entries(values)
        .filter(([property, value]) => isLiteral(property, value))
        .map(([property, value]) => `${sheet} ${property}: ${value}`),
    ),
  )
  expect(literals.toSorted()).toEqual(LITERALS.toSorted())
})

it('are the same on the web and the offline page', () => {
  const web = readColors([WEB])
  const { highlight: _, ...offline } = readColors([OFFLINE])
  expect(web).toMatchObject(offline)
})

type Rule = { selector: string; values: Record<string, string> }

/** The rules of a style sheet, also nested ones, each with its own declarations. */
function readRules(file: string): Rule[] {
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  const root: Rule = { selector: '', values: {} }
  const rules = [root]
  const open = [root]
  for (const [, words = '', end] of text.matchAll(/([^{};]*)([{};])/g)) {
    const [, property, value] = /^\s*([\w-]+)\s*:\s*(.+?)\s*$/s.exec(words) ?? []
    if (end === '{') {
      const rule = { selector: words.trim(), values: {} }
      rules.push(rule)
      open.push(rule)
      continue
    }
    if (property && value) (open.at(-1) ?? root).values[property] = value
    if (end === '}') open.pop()
  }
  return rules
}

type Colors = Record<string, Record<Scheme, string>>

/** All tokens of these files that are colors. */
function readColors(files: string[]): Colors {
  const colors: Colors = {}
  for (const { values } of files.flatMap((file) => readRules(file)))
    for (const [property, value] of Object.entries(values)) {
      const color = property.startsWith('--') ? parseColor(value, colors) : undefined
      if (color) colors[property.slice(2)] = color
    }
  return colors
}

function parseColor(value: string, colors: Colors): Colors[string] | undefined {
  const [, token = '', fallback = ''] = /^var\(--([\w-]+)(?:,\s*(.+))?\)$/.exec(value) ?? []
  if (token) return colors[token] ?? parseColor(fallback, colors)
  const [light, dark = light] = value.match(/#[\da-f]{6}\b/g) ?? []
  return light && dark ? { light, dark } : undefined
}

/** The colors among the tokens that any of these properties takes. */
function listUsed(rules: Rule[], property: RegExp, colors: Colors): string[] {
  const values = rules.flatMap((rule) => Object.entries(rule.values).filter(([name]) => property.test(name)))
  const tokens = new Set(values.flatMap(([, value]) => listTokens(value)))
  return [...tokens].filter((token) => token in colors).toSorted()
}

function listTokens(value: string): string[] {
  return [...value.matchAll(/var\(--([\w-]+)/g)].map(([, token = '']) => token)
}

function isLiteral(property: string, value: string): boolean {
  if (property === 'opacity') return !['0', '1'].includes(value)
  if (/^--|^mask/.test(property)) return false
  return /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|color-mix)\(|\b(?:white|black|gr[ae]y|red)\b/i.test(value)
}

function pair(ones: string[], others: string[]): (readonly [string, string])[] {
  return ones.flatMap((one) => others.map((other) => [one, other] as const))
}

/** The pairs of colors that are too close to each other, in words. */
function listFaint(colors: Colors, scheme: Scheme, pairs: (readonly [string, string])[], atLeast: number): string[] {
  return pairs.flatMap(([front, back]) => {
    const ratio = computeContrast(colors[front]![scheme], colors[back]![scheme])
    return ratio < atLeast ? [`${front} on ${back}: ${ratio.toFixed(2)}, ${atLeast} is needed`] : []
  })
}

// WCAG 2.2, definition of contrast ratio.
function computeContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [computeLuminance(one), computeLuminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

// WCAG 2.2, definition of relative luminance.
function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
