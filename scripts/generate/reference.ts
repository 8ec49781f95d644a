import { toAnchor } from '../../apps/web/docs-site/sources.ts'
import { type EntryPoint, listEntryPoints, type PublishedExport, readExports } from './published-exports.ts'

/** The packages with a reference. What they export of other packages is documented where it is exported first. */
const FOLDERS = ['packages/receipt', 'packages/client']

/** A sentence for each entry point. */
const INTROS: Readonly<Record<string, string>> = {
  '@stillhere/receipt':
    'Builds, signs, verifies and chains CPS-0001 receipts, in Node and in browsers, without a network. The [README](../../packages/receipt/README.md) explains the format.',
  '@stillhere/receipt/approver':
    'Decides about approvals that a person’s own key signed, and makes the check V8. [Approvals](../approvals.md) explains them.',
  '@stillhere/receipt/view': 'Describes receipts, checks and verdicts in words, for pages and programs.',
  '@stillhere/receipt/documents': 'Reads documents that were chosen, dropped or pasted on a page, and judges them.',
  '@stillhere/receipt/verifier':
    'The element that displays a verification. `@stillhere/receipt/verifier.css` is its style sheet.',
  '@stillhere/client':
    'Calls the service, captures scans and verifies receipts, on pages and in Node. The [README](../../packages/client/README.md) is the introduction.',
  '@stillhere/client/capture': 'Captures scans, without the HTTP client and without receipts.',
  '@stillhere/client/camera': 'Adds the camera to a scan. It is loaded only by pages that import it.',
  '@stillhere/client/keys':
    'Holds keys in a browser or in Node, and signs the requests of agents. [Keys](../keys.md) explains them.',
  '@stillhere/client/http': 'Calls the service. [The HTTP client](../http-client.md) lists its methods.',
  '@stillhere/client/kept-receipts':
    'Encrypts receipts that the service keeps, and reads their links. [Kept receipts](../kept-receipts.md) explains them.',
  '@stillhere/client/format': 'Formats times, numbers and shares in the language of a page.',
  '@stillhere/client/middleware':
    'Guards the endpoints of a site by receipts. [Middleware](../middleware.md) shows it in Express, Fastify and fetch handlers.',
  '@stillhere/client/element':
    'The element `<stillhere-scan>`. [Its page](../scan-element.md) lists attributes and events.',
  '@stillhere/client/testing':
    'Synthetic people and attackers that answer scans in tests. [Testing](../testing.md) shows how to use them.',
}

/** An entry point, the exports that its page documents, and those that another page documents. */
type Section = { entry: EntryPoint; own: PublishedExport[]; others: PublishedExport[] }

/** Returns the pages of the API reference, each with its path and its text. */
export function listReferenceFiles(): { path: string; renew: () => string }[] {
  const sections = FOLDERS.flatMap(listSections)
  const documented = sections.filter(({ own }) => own.length > 0)
  return documented.map((section) => ({
    path: pageOf(section.entry.specifier),
    renew: () => renderPage(section, sections),
  }))
}

/** An example of a doc comment, and the export to which it belongs. */
export type ReferenceExample = { specifier: string; name: string; code: string }

/** Returns the examples of all entry points of a package, in the order of its reference. */
export function listExamples(folder: string): ReferenceExample[] {
  return listSections(folder).flatMap(({ entry, own }) =>
    own.flatMap(({ name, signatures }) =>
      signatures.flatMap(({ comment }) =>
        comment?.example ? [{ specifier: entry.specifier, name, code: comment.example }] : [],
      ),
    ),
  )
}

/** Returns what the doc comments of a package lack, a line each: a comment, what a function returns, or an example. */
export function findReferenceProblems(folder: string): string[] {
  return listSections(folder).flatMap(({ entry, own }) => [
    ...(own.length > 0 && !INTROS[entry.specifier] ? [`${entry.specifier} has no introduction`] : []),
    ...own.flatMap(findExportProblems),
  ])
}

/** Returns what the doc comment of an export lacks. */
export function findExportProblems({ name, path, kind, signatures }: PublishedExport): string[] {
  const problems = signatures.flatMap(({ text, comment }) => {
    if (!comment?.description) return ['has no doc comment']
    const isSilent = comment.returns === '' && !/\bReturns?\b/.test(comment.description)
    return kind === 'function' && isSilent && !text.endsWith(': void') ? ['does not say what it returns'] : []
  })
  const isShown = kind !== 'function' || signatures.some(({ comment }) => comment?.example)
  return [...problems, ...(isShown ? [] : ['shows no line of use'])].map((problem) => `${path}: ${name} ${problem}`)
}

/** Returns the entry points of a package. An export that two of them have belongs to the first. */
function listSections(folder: string): Section[] {
  const seen = new Set<string>()
  return listEntryPoints(folder).map((entry) => {
    const all = readExports(entry)
    const own = all.filter(({ home, name, path }) => {
      return (home === folder || !FOLDERS.includes(home)) && !seen.has(`${path}:${name}`)
    })
    for (const { path, name } of own) seen.add(`${path}:${name}`)
    return { entry, own, others: all.filter((one) => !own.includes(one)) }
  })
}

function pageOf(specifier: string): string {
  return `docs/reference/${specifier.replace('@stillhere/', '').replaceAll('/', '-')}.md`
}

function renderPage({ entry: { specifier }, own, others }: Section, sections: readonly Section[]): string {
  const sorted = [...own.filter(({ kind }) => kind !== 'type'), ...own.filter(({ kind }) => kind === 'type')]
  const values = examplesOf(specifier)
  const elsewhere = sections.filter(({ entry }) => entry.specifier !== specifier)
  const siblings = elsewhere.filter(({ entry }) => examplesOf(entry.specifier) === values)
  const linked = siblings.filter((one) => one.own.length > 0)
  const repeating = siblings.filter((one) => one.own.length === 0).map((one) => `\`${one.entry.specifier}\``)
  return [
    `# ${specifier}`,
    INTROS[specifier] ?? '',
    `\`npm run generate\` writes this page from the doc comments in the source. Tests run every example with the values of [${values}](../../${values}).`,
    `Other entry points: ${linked.map(linkTo).join(', ')}.`,
    ...(repeating.length > 0 && specifier.split('/').length === 2
      ? [`Entry points that only repeat exports of others: ${repeating.join(', ')}.`]
      : []),
    ...elsewhere.flatMap((one) => renderOthers(one, others)),
    ...renderContents(sorted),
    ...sorted.flatMap(renderExport),
  ]
    .join('\n\n')
    .concat('\n')
}

function linkTo({ entry: { specifier } }: Section): string {
  return `[${specifier}](${pageOf(specifier).replace('docs/reference/', '')})`
}

function examplesOf(specifier: string): string {
  return `examples/reference/${specifier.split('/')[1]}.ts`
}

/** Renders the names that an entry point shares with another one, whose page documents them. */
function renderOthers(section: Section, others: readonly PublishedExport[]): string[] {
  const shared = others.filter(({ path, name }) => section.own.some((one) => one.path === path && one.name === name))
  return shared.length === 0
    ? []
    : [`It also has of ${linkTo(section)}: ${shared.map(({ name }) => `\`${name}\``).join(', ')}.`]
}

function renderContents(exports: readonly PublishedExport[]): string[] {
  const anchors = new Map<string, number>()
  // Anchors have no capital letters: the second of two equal ones gets a number, as GitHub and the docs site do.
  const links = exports.map(({ name, kind }) => {
    const anchor = toAnchor(name)
    const before = anchors.get(anchor) ?? 0
    anchors.set(anchor, before + 1)
    return { kind, link: `[${name}](#${anchor}${before === 0 ? '' : `-${before}`})` }
  })
  const list = (title: string, listed: typeof links): string[] =>
    listed.length === 0 ? [] : [`${title}: ${listed.map(({ link }) => link).join(', ')}.`]
  return [
    ...list(
      'Functions and values',
      links.filter(({ kind }) => kind !== 'type'),
    ),
    ...list(
      'Types',
      links.filter(({ kind }) => kind === 'type'),
    ),
  ]
}

function renderExport({ name, signatures, hiddenTypes }: PublishedExport): string[] {
  return [
    `## ${name}`,
    ...signatures.flatMap(({ text, comment }, index) => {
      const block = toCodeBlock(index === 0 ? [text, ...hiddenTypes].join('\n\n') : text)
      if (!comment) return [block]
      const { description, returns, throws, example } = comment
      return [
        block,
        toParagraphs(description),
        ...(returns ? [`**Returns** ${toParagraphs(returns)}`] : []),
        ...throws.map((problem) => `**Throws** ${toParagraphs(problem).replace(/^\{(\w+)\}/, '`$1`')}`),
        ...(example ? [toCodeBlock(example)] : []),
      ]
    }),
  ]
}

function toCodeBlock(code: string): string {
  return `\`\`\`ts\n${code}\n\`\`\``
}

/** Joins the lines of each paragraph. */
function toParagraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((part) => part.replaceAll('\n', ' '))
    .join('\n\n')
}
