import { describe, expect, it } from 'vitest'
import { placesIn } from './layers/syntax.ts'
import { messageProblems } from './messages.ts'
import { borrowProblems } from './messages/areas.ts'
import { catalogProblems, wantedTexts } from './messages/catalogs.ts'
import { elementSayings, elementUnsaid } from './messages/elements.ts'
import { printedIn, refusalsIn } from './messages/operator-texts.ts'
import { receiptTextsIn } from './messages/receipt-texts.ts'
import { sayingsIn } from './messages/sayings.ts'
import { unsaidIn } from './messages/unsaid.ts'

const parse = (text: string, path = 'apps/web/src/pages/x/page.tsx') => {
  const file = { path, text }
  return { file, places: placesIn(file) }
}
const sayings = (text: string) => {
  const { file, places } = parse(text)
  return sayingsIn(file, places)
}
const unsaid = (text: string, path?: string) => {
  const { file, places } = parse(text, path)
  return unsaidIn(file, places).map(({ line, message }) => `${line} ${message.replace(/^.*: /, '')}`)
}

it('every text of the pages is said in every language', async () => {
  expect(await messageProblems()).toEqual([])
})

describe('sayings', () => {
  it('are found with their keys', () => {
    expect(sayings("say('One', { a })\nsayCount(2, 'a scan', '{count} scans')\nsayRich(`Two`, {})")).toMatchObject([
      { key: 'One', isCounted: false, line: 1 },
      { key: '{count} scans', isCounted: true, line: 2 },
      { key: 'Two', isCounted: false, line: 3 },
    ])
  })

  it('must be literals', () => {
    expect(() => sayings('say(text)')).toThrow('page.tsx:1 says a text that is no literal')
    expect(() => sayings('say(`a ${b}`)')).toThrow('no literal')
  })
})

describe('texts of the receipt library', () => {
  const keys = (text: string, path: string) => {
    const { file, places } = parse(text, path)
    return receiptTextsIn(file, places).map(({ key }) => key)
  }

  it('are the sentences of its view, and every word that is said', () => {
    const view = `import { a } from './b c.ts'\nconst A = { stamp: 'Revoked', kind: 'fresh', label: say('yes') }\nif (a === 'It is late') b()`
    expect(keys(view, 'packages/receipt/src/view/x.ts')).toEqual(['Revoked', 'yes'])
  })

  it('are the details of failures without values', () => {
    const checks =
      "failure('EXPIRED', 'it is late')\nfailure('X', `late by ${ms}`)\ninconsistent('/a is wrong')\nsay('no')"
    expect(keys(checks, 'packages/receipt/src/checks.ts')).toEqual(['it is late', '/a is wrong'])
  })
})

describe('unsaid texts', () => {
  it('are found where people read them', () => {
    const page = `const a = <p title="Tip">Hello<b>{'you'}</b>{\`and \${name}\`}</p>\nconst b = { label: 'Name' }`
    expect(unsaid(page)).toEqual(['1 Tip', '1 Hello', '1 you', '1 and …', '2 Name'])
  })

  it('are no names, classes, paths or what is said already', () => {
    expect(unsaid(`const a = <p class="row wide" title={say('Tip')}>{say('Hello')} · 1</p>\ngo('/scan')`)).toEqual([])
    expect(unsaid(`if (target.matches('input, textarea')) stop()`)).toEqual([])
  })

  it('are all sentences of a file of words', () => {
    const words = `import { a } from './some words.ts'\nexport const A = { title2: 'It is late', b: 'kind', c: 'Done.', d: 'Go on', e: 'Type:' }`
    expect(unsaid(words, 'apps/web/src/pages/x/words.ts')).toEqual(['2 It is late', '2 Done.', '2 Go on', '2 Type:'])
  })
})

describe('unsaid texts, too', () => {
  it('are words beside a value', () => {
    expect(unsaid('const a = cell(`No. ${version}`)\nconst b = cell(`${count} points`)')).toEqual([
      '1 No. …',
      '2 … points',
    ])
  })

  it('are whole sentences in any code, but not those of errors', () => {
    const code = `const a = { outcome: 'It prints a line.', sql: 'SELECT all of it' }\nthrow new Error('This went very wrong.')`
    expect(unsaid(code, 'apps/web/src/pages/x/quickstarts.ts')).toEqual(['1 It prints a line.'])
  })
})

describe('borrowed words', () => {
  const PAGE = 'apps/web/src/pages/confirm/page.tsx'
  const problems = (from: string, to: string) =>
    borrowProblems([{ path: PAGE, text: '' }], [{ from: { path: from, text: '' }, to, node: { type: 'x', start: 0 } }])

  it('are told by the page that shows them, and never shown around pages', () => {
    expect(problems(PAGE, 'apps/web/src/parts/card.tsx')).toEqual([])
    expect(problems(PAGE, 'apps/web/src/wallet/words.ts')).toEqual(['confirm shows words of wallet'])
    expect(problems('apps/web/src/start.tsx', 'apps/web/src/wallet/words.ts')).toEqual([
      'start.tsx shows words of wallet',
    ])
  })
})

describe('texts for operators', () => {
  const refusals = (text: string) => {
    const { file, places } = parse(text, 'apps/server/src/settings/x.ts')
    return refusalsIn(file, places).map(({ key }) => key)
  }

  it('are the reasons of problems, and what was said elsewhere is passed on', () => {
    expect(refusals("throw new SettingProblem('PORT {text}', { text })\nthrow new SettingProblem(reason)")).toEqual([
      'PORT {text}',
    ])
  })

  it('are not put together where they are thrown', () => {
    expect(() => refusals('throw new DatabaseProblem(`${path} exists`)')).toThrow(
      'x.ts:1 says a text that is no literal',
    )
  })

  it('are what commands print, and nothing of other parts', () => {
    const printed = (path: string) => {
      const { file, places } = parse("say('All applied')", path)
      return printedIn(file, places).length
    }
    expect(
      ['cli/doctor.ts', 'first-start.ts', 'mail/words.ts'].map((name) => printed(`apps/server/src/${name}`)),
    ).toEqual([1, 1, 0])
  })
})

describe('elements', () => {
  const WORDS = 'packages/client/src/element/scan-words.ts'
  const HINTS = 'packages/client/src/capture/hints.ts'

  it('say texts of their own, and repeat hints and advice of the scan but not what is told to developers', () => {
    const hints = `const A = 'Wait for the arrow.'\nthrow new ScanError('busy', 'This is for developers.')`
    const [element] = elementSayings([parse("say('Stop')", WORDS), parse(hints, HINTS)])
    expect(element?.sayings.map(({ key }) => key)).toEqual(['Stop', 'Wait for the arrow.'])
  })

  it('have no text beside those', () => {
    expect(elementUnsaid([parse("const a = { start: 'Scan now', b: say('Stop') }", WORDS)])).toEqual([
      `${WORDS}:1 is not said in every language: Scan now`,
    ])
  })
})

describe('catalogues', () => {
  const wanted = wantedTexts(
    sayings(`say('Hi {name}')\nsayCount(1, 'a day', '{count} days')\nsay('Shared')`),
    sayings(`say('Shared')`),
  )
  const good = { 'Hi {name}': 'Hallo {name}', '{count} days': { one: 'ein Tag', other: '{count} Tage' } }

  it('hold every text that is said, and no other', () => {
    expect(catalogProblems(wanted, good)).toEqual([])
    expect(catalogProblems(wanted, { ...good, Bye: 'Tschüss' })).toEqual(['has "Bye", which nobody says'])
    expect(catalogProblems(wanted, { '{count} days': good['{count} days'] })).toEqual([
      'lacks "Hi {name}" (apps/web/src/pages/x/page.tsx:1)',
    ])
  })

  it('keep names, marks and forms', () => {
    expect(catalogProblems(wanted, { ...good, 'Hi {name}': 'Hallo {nam}' })).toHaveLength(1)
    expect(catalogProblems(wanted, { ...good, 'Hi {name}': '<b>Hallo</b> {name}' })).toHaveLength(1)
    expect(catalogProblems(wanted, { ...good, '{count} days': 'Tage' })).toHaveLength(1)
    expect(catalogProblems(wanted, { ...good, 'Hi {name}': { other: 'Hallo {name}' } })).toHaveLength(1)
  })
})
