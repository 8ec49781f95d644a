import { messageId } from '@stillhere/messages'
import { describe, expect, it } from 'vitest'
import { placesIn } from './layers/syntax.ts'
import { collectTexts, compareLocale, findCollisions, findMessageProblems, renewLocale } from './messages.ts'
import { findAreas, findBorrowProblems } from './messages/areas.ts'
import { findUnsaid } from './messages/unsaid.ts'

const PAGE = 'apps/web/src/pages/x/page.tsx'

const parse = (text: string, path = PAGE) => {
  const file = { path, text }
  return { file, places: placesIn(file) }
}
const readTexts = (text: string, path = PAGE) => {
  const { file, places } = parse(text, path)
  return findAreas(path).flatMap(({ area, find }) => find(file, places).map((found) => ({ area, ...found })))
}
const readKeys = (text: string, path?: string) => readTexts(text, path).map(({ key }) => key)
const unsaid = (text: string, path?: string) => {
  const { file, places } = parse(text, path)
  return findUnsaid(file, places).map(({ line, message }) => `${line} ${message.replace(/^.*: /, '')}`)
}

it('every text is said in every language', () => {
  expect(findMessageProblems()).toEqual([])
})

describe('texts of a page', () => {
  it('are found with their English', () => {
    expect(readTexts("say('One', { a })\nsayCount(2, 'a scan', '{count} scans')\nsayRich(`Two`, {})")).toMatchObject([
      { area: 'x', key: 'One', isCounted: false, line: 1 },
      { area: 'x', key: '{count} scans', isCounted: true, line: 2 },
      { area: 'x', key: 'Two', isCounted: false, line: 3 },
    ])
  })

  it('must be literals', () => {
    expect(() => readTexts('say(text)')).toThrow('page.tsx:1 says a text that is no literal')
    expect(() => readTexts('say(`a ${b}`)')).toThrow('no literal')
  })
})

describe('texts of the receipt library', () => {
  it('are the sentences of its view, and every word that is said', () => {
    const view = `import { a } from './b c.ts'\nconst A = { stamp: 'Revoked', kind: 'fresh', label: say('yes') }\nif (a === 'It is late') b()`
    expect(readKeys(view, 'packages/receipt/src/view/x.ts')).toEqual(['Revoked', 'yes'])
  })

  it('are the details of failures without values', () => {
    const checks =
      "createFailure('EXPIRED', 'it is late')\ncreateFailure('X', `late by ${ms}`)\ncreateInconsistency('/a is wrong')\nsay('no')"
    expect(readKeys(checks, 'packages/receipt/src/checks.ts')).toEqual(['it is late', '/a is wrong'])
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
  const CONFIRM = 'apps/web/src/pages/confirm/page.tsx'
  const problems = (from: string, to: string) =>
    findBorrowProblems(
      [{ path: CONFIRM, text: '' }],
      [{ from: { path: from, text: '' }, to, node: { type: 'x', start: 0 }, typeOnly: false }],
    )

  it('are told by the page that shows them, and never shown around pages', () => {
    expect(problems(CONFIRM, 'apps/web/src/parts/card.tsx')).toEqual([])
    expect(problems(CONFIRM, 'apps/web/src/wallet/words.ts')).toEqual(['confirm shows words of wallet'])
    expect(problems('apps/web/src/start.tsx', 'apps/web/src/wallet/words.ts')).toEqual([
      'start.tsx shows words of wallet',
    ])
  })
})

describe('texts for operators', () => {
  const SETTINGS = 'apps/server/src/platform/settings/x.ts'

  it('are the reasons of problems; a text made elsewhere is passed on', () => {
    const code = "throw new SettingProblem('PORT {text}', { text })\nthrow new SettingProblem(reason)"
    expect(readKeys(code, SETTINGS)).toEqual(['PORT {text}'])
  })

  it('are not put together where they are thrown', () => {
    expect(() => readKeys('throw new DatabaseProblem(`${path} exists`)', SETTINGS)).toThrow(
      'x.ts:1 says a text that is no literal',
    )
  })

  it('are what commands print; mails have an area of their own', () => {
    const areas = ['app/cli/doctor.ts', 'app/start.ts', 'identity/mail/words.ts', 'identity/codes/codes.ts'].map(
      (name) => readTexts("say('All applied')", `apps/server/src/${name}`).map(({ area }) => area),
    )
    expect(areas).toEqual([['terminal'], ['terminal'], ['mail'], []])
  })
})

describe('texts of the element', () => {
  it('are its own, and hints and advice of the scan, but not errors for developers', () => {
    const hints = `const A = 'Wait for the arrow.'\nthrow new ScanError('busy', 'This is for developers.')`
    expect(readKeys("say('Stop')", 'packages/client/src/element/words.ts')).toEqual(['Stop'])
    expect(readKeys(hints, 'packages/client/src/capture/hints.ts')).toEqual(['Wait for the arrow.'])
  })
})

describe('a locale', () => {
  const texts = collectTexts([
    parse(`say('Hi {name}')\nsayCount(1, 'a day', '{count} days')\nsay('Shared')`),
    parse(`say('Shared')`, 'apps/web/src/parts/x.tsx'),
  ])
  const [hi, days, shared] = ['Hi {name}', '{count} days', 'Shared'].map(messageId) as [string, string, string]
  const x = { [hi]: 'Hallo {name}', [days]: { one: 'ein Tag', other: '{count} Tage' } }
  const common = { [shared]: 'Geteilt' }
  const compare = (messages: Record<string, string | { other: string }>) =>
    compareLocale(texts, { x: { ...x, ...messages }, common })

  it('holds every text in its area, what pages share once, and no other text', () => {
    expect(compare({})).toEqual([])
    expect(compare({ abc: 'Tschüss' })).toEqual(['x has "abc", which nothing says'])
    expect(compareLocale(texts, { x: { [days]: x[days]! }, common })).toEqual([
      `x lacks "${hi}": "Hi {name}" (${PAGE}:1)`,
    ])
    expect(compareLocale(texts, { x: { ...x, [hi]: '' }, common })).toHaveLength(1)
    expect(compareLocale(texts, { x, common, y: { abc: 'Tschüss' } })).toEqual(['y has "abc", which nothing says'])
  })

  it('keeps names, marks and forms', () => {
    expect(compare({ [hi]: 'Hallo {nam}' })).toHaveLength(1)
    expect(compare({ [hi]: '<b>Hallo</b> {name}' })).toHaveLength(1)
    expect(compare({ [days]: 'Tage' })).toHaveLength(1)
    expect(compare({ [hi]: { other: 'Hallo {name}' } })).toHaveLength(1)
  })

  it('is renewed: in order, with what was translated, an empty text where one is missing, and no unused one', () => {
    const renewed = renewLocale(texts, { x: { [hi]: 'Hallo {name}', abc: 'Tschüss' } })
    expect(Object.keys(renewed)).toEqual(['common', 'x'])
    expect(renewed).toEqual({ common: { [shared]: '' }, x: { [hi]: 'Hallo {name}', [days]: { one: '', other: '' } } })
  })

  it('has one text for each id', () => {
    expect(findCollisions(texts)).toEqual([])
    // Found by search: FNV-1a gives both the same 32 bits.
    const same = collectTexts([parse(`say('Text 362382')\nsay('Text 179599')`)])
    expect(findCollisions(same)).toHaveLength(1)
  })
})
