import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PAGES = ['*.md', 'docs/*.md', 'docs/internals/*.md', 'packages/*/README.md'].flatMap((place) =>
  globSync(place, { cwd: ROOT }),
)
const MANIFESTS = globSync('{packages,apps}/*/package.json', { cwd: ROOT })
// Texts that the packages show to people; comments speak to developers of what the engine judges.
const TEXTS = ['words', 'advice', 'hints'].flatMap((name) =>
  globSync(`packages/client/src/**/${name}.ts`, { cwd: ROOT }),
)

// Level 1 shows that motion looks like a person's and answers a fresh challenge. Nobody has shown that somebody lives.
const WITHDRAWN = /\b(?:living (?:person|human|hand|body)|alive|really there|proof of (?:life|humanity|personhood))\b/gi

describe('F1: claims of no more than level 1 proves', () => {
  it.each([...PAGES, ...TEXTS].toSorted())('%s', (page) => {
    expect(withoutCodes(readFileSync(join(ROOT, page), 'utf8')).match(WITHDRAWN)).toBeNull()
  })

  it.each(MANIFESTS.toSorted())('%s', (manifest) => {
    const { description = '' } = JSON.parse(readFileSync(join(ROOT, manifest), 'utf8'))
    expect(description.match(WITHDRAWN)).toBeNull()
  })

  it.each(['README.md', 'packages/client/README.md', 'docs/receipts.md', 'docs/receipt-limits.md'])(
    '%s says that a program can produce such motion',
    (page) => {
      const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/\s+/g, ' ')
      expect(text).toMatch(
        /a program can (?:produce such motion|produce motion that passes)|A program that simulates a hand passes/i,
      )
    },
  )
})

describe('A7, B1: no page runs a command that a stranger could publish', () => {
  it.each(PAGES.toSorted())('%s', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    expect(text.match(/npx (?:-y )?stillhere-receipt|^ *npm (?:i|install) @stillhere.*$/gm)).toBeNull()
  })
})

it('the comparison names a source for each fact about something else', () => {
  const page = readFileSync(join(ROOT, 'docs/comparison.md'), 'utf8')
  const [, , ...rows] = page.split('\n').filter((line) => line.startsWith('|'))
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows) for (const cell of row.split(' | ').slice(2)) expect(cell).toMatch(/\]\(https:/)
})

describe('what newcomers copy', () => {
  const EXAMPLES = globSync('examples/**/*.{ts,tsx,html,sh}', { cwd: ROOT })

  it.each([...PAGES, ...EXAMPLES].toSorted())(
    'A4: %s promises no vote per person, which a receipt does not show',
    (file) => {
      expect(readFileSync(join(ROOT, file), 'utf8')).not.toMatch(/\bone vote\b/i)
    },
  )

  it('A6: keys that are taken from the service are chosen by their status', () => {
    const takers = [...PAGES, ...EXAMPLES].filter((file) => TAKES_KEYS.test(readFileSync(join(ROOT, file), 'utf8')))
    expect(takers).toContain('docs/receipts.md')
    for (const file of takers) expect(readFileSync(join(ROOT, file), 'utf8'), file).toMatch(CHOOSES_BY_STATUS)
  })

  it.each(['docs/scan.md', 'packages/client/README.md', 'docs/add-to-your-site.md'])(
    'B6: %s says what a page of another origin needs',
    (page) => expect(readFileSync(join(ROOT, page), 'utf8')).toContain('CORS_ORIGINS'),
  )
})

const TAKES_KEYS = /\.getIssuer\(|continuity-issuer\.json \|/
const CHOOSES_BY_STATUS = /status === 'active'|\.status != "compromised"/

// Names of reasons, such as `not_alive`, are part of the interface; and what a receipt does not prove may be said.
function withoutCodes(text: string): string {
  return text
    .replaceAll(/(?:cannot do: prove|does not prove:\**) that [^.]+\./g, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/^\s*\w+: /gm, '')
}

/** Whatever people read: pages, element, mails, words of receipts and of refusals, documentation. */
const READ = [
  'README.md',
  'docs/*.md',
  'docs/internals/*.md',
  'packages/*/README.md',
  'apps/web/index.html',
  'apps/web/src/**/*.{ts,tsx}',
  'apps/server/src/**/*.ts',
  'packages/client/src/**/*.ts',
  'packages/contract/src/**/*.ts',
  'packages/engine/src/**/*.ts',
  'packages/receipt/src/**/*.{ts,html}',
  'locales/*.json',
]

/** What no level shows: a simulator could have been there at 1, a program with somebody's passkey at 2, a stolen unlocked phone at 3. */
const CLAIMS = [
  /\b(?:living|live|real|actual|genuine) (?:person|human|people|humans|hand|being)\b(?!['’])[^.|]{0,40}\b(?:was|were|is|are|did|approved|signed|made)\b/i,
  /\b(?:only|nobody but) (?:a|an) (?:living |real )?(?:person|human|hand)\b[^.|]{0,30}\b(?:can|could|writes|passes|moves)\b/i,
  /\bprov(?:es?|en|ing)\b[^.|]{0,30}\b(?:human|person(?!['’]s (?:key|device))|alive|humanity|personhood)\b/i,
  /\bproof of (?:a )?(?:human|humanity|life|person|personhood|liveness)\b/i,
  /\b(?:guarantees?|ensures?|certifies)\b[^.|]{0,40}\b(?:human|person|alive|nobody else)\b/i,
  /\b(?:cannot|can't|impossible to) (?:be )?(?:fake|faked|forge|forged|simulate|simulated|spoof|spoofed)\b/i,
  /\b(?:bot|deepfake|spoof|fool)[- ]?proof\b/i,
  /\bmfa\b/i,
]

/** A sentence that denies is no claim. */
const DENIES = /\b(?:not|never|no|nothing|cannot|nobody|none|without|neither)\b/i

function findClaims(text: string): string[] {
  const sentences = text.split(/(?<=[.!?])\s+|\n/)
  return sentences.filter((sentence) => {
    const claim = CLAIMS.map((one) => one.exec(sentence)).find((found) => found !== null)
    if (claim === undefined || claim === null) return false
    return !DENIES.test(sentence.replace(claim[0].startsWith('cannot') ? claim[0] : '', ''))
  })
}

describe('no page, document, mail or receipt claims more than its level', () => {
  const files = READ.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )

  it('looks at them all', () => {
    expect(files.length).toBeGreaterThan(700)
    for (const file of ['README.md', 'docs/verification.md', 'packages/receipt/src/view/levels.ts'])
      expect(files).toContain(file)
  })

  it('finds no claim', () => {
    const found = files.flatMap((file) =>
      findClaims(readFileSync(join(ROOT, file), 'utf8')).map((sentence) => `${file}: ${sentence.trim()}`),
    )
    expect(found).toEqual([])
  })
})

describe('a claim is found', () => {
  it.each([
    'A living person was there.',
    'The receipt says that a real human approved this.',
    'It proves that a person is there.',
    'Your proof of humanity.',
    'This guarantees that a human did it.',
    'The motion cannot be faked.',
    'Bot-proof sign-in for everybody.',
    'amr: mfa',
  ])('%s', (text) => {
    expect(findClaims(text)).toEqual([text])
  })

  it.each([
    'It does not prove that a living person was there.',
    'Level 1 never says that a living person was there.',
    'The motion looks like that of a person and answers a fresh challenge.',
  ])('but not in: %s', (text) => {
    expect(findClaims(text)).toEqual([])
  })
})

// More than motion can show, or a claim about a person rather than about a motion.
const TOO_MUCH =
  /\b(?:alive|living|lived)\b|\b(?:really|was|were) (?:here|there)\b|somebody was|it(?: i|’|')s you\b|proof of (?:life|a person)|\blebende[rns]?\b|persona viva/i

it('F1: no page of the service says that a person was there', () => {
  const pages = ['apps/web/index.html', 'apps/web/src/**/*.{ts,tsx}'].flatMap((place) => globSync(place, { cwd: ROOT }))
  const found = pages.filter((file) => !/\.(?:test|d)\.tsx?$/.test(file) && TOO_MUCH.test(readShown(file)))
  expect(found).toEqual([])
  expect(TOO_MUCH.test('somebody was here')).toBe(true)
})

/** A file without its comments and without the name of an error, which nobody reads on a page. */
function readShown(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll('not_alive', '')
}

/** Texts that say what level 1 or level 2 shows, in the languages of the catalogs. */
const EXPLAINS = [
  /\blook(?:s|ed) like (?:that of )?a person(?:['’]s)? and answer|\bmotion(?: that looks)? like a person['’]s\b[^.]{0,60}\banswered\b/i,
  /\b(?:made|sent|was|happened) (?:live|in real time)\b[^|]{0,120}\bpasskey\b/i,
  /(?<!\b(?:no|where a) )\bpasskey\b[^.|`]{0,60}\bsigned (?:this|the)(?: very)? scan\b/i,
  /\blevel [12] (?:says|shows)\b/i,
  /wie die eines Menschen und|Echtzeit,? und ein Passkey/i,
  /parece el de una persona y|tiempo real y (?:una llave|lo firmó)/i,
]
const ADMITS = /\bprograms?\b|simulat|\bProgramm\b|\bprograma\b/i

/** Statements that explain level 1 or 2 without saying that a program can produce such motion. In a page a paragraph is one, elsewhere a line. */
function findSilence(file: string, text: string): string[] {
  const statements = text.split(file.endsWith('.md') ? /\n\s*\n|\n(?=\s*(?:\||- |#))/ : '\n')
  return statements
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => EXPLAINS.some((one) => one.test(statement)) && !ADMITS.test(statement))
}

describe('T8: every text that explains level 1 or level 2 says that a program can produce such motion', () => {
  const files = [
    ...READ,
    'ARCHITECTURE.md',
    'SECURITY.md',
    'docs/{concepts,guides,internals/measurements}/*.md',
    'docs/pictures/*.svg',
    'packages/receipt-python/stillhere_receipt/*.py',
    'examples/**/*.{ts,html,md}',
  ].flatMap((pattern) => globSync(pattern, { cwd: ROOT }))

  it('finds none that is silent', () => {
    const found = files
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .flatMap((file) => findSilence(file, readFileSync(join(ROOT, file), 'utf8')).map((said) => `${file}: ${said}`))
    expect(found).toEqual([])
  })

  it.each([
    ['a.md', 'Level 2 says that it was made live.'],
    ['a.md', '| 2 live | level 1, made in real time, and a passkey signed this very scan |'],
    ['a.md', "The motion looks like a person's and\nanswers a fresh challenge."],
    ['a.md', "Simulators exist.\n\nThe motion looks like a person's and answers a fresh challenge."],
    ['a.ts', "2: say('Level 2, live. The motion was made in real time, and a passkey signed this scan.'),"],
    ['a.ts', "'Der Scan entstand in Echtzeit, und ein Passkey deines Knotens hat ihn signiert.',"],
    ['a.ts', "'El escaneo se hizo en tiempo real y lo firmó una llave de acceso de tu nodo.',"],
    ['a.ts', "'El movimiento parece el de una persona y responde a un desafío nuevo.',"],
    ['a.ts', "'Die Bewegung sieht aus wie die eines Menschen und beantwortet eine frische Aufgabe.',"],
  ])('finds in %s: %s', (file, text) => {
    expect(findSilence(file, text)).toHaveLength(1)
    expect(findSilence(file, `${text} A program can do it, ein Programm auch.`)).toEqual([])
  })

  it('finds no level that is said to make an attack dearer, since the cheapest was found at level 2', () => {
    const dearer = /\blevels?\b[^.|]{0,60}\b(?:dearer|costlier|more expensive)\b/i
    expect('levels 2 and 3 make it dearer').toMatch(dearer)
    for (const file of files) expect(readFileSync(join(ROOT, file), 'utf8'), file).not.toMatch(dearer)
  })
})
