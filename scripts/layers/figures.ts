import { posix } from 'node:path'
import { isNode, type ParsedText, parseText, type SourceFile, type SyntaxNode, walk } from './syntax.ts'

const PRODUCT = /^(?:packages\/[^/]+\/src|apps\/server\/src|apps\/web)\//
const SERVER = /^apps\/server\/src\//
const NOT_PRODUCT =
  /\.test\.tsx?$|\.d\.ts$|\/test\/|\/testing\.ts$|\/dist\/|\/scripts\/|\/assembly\/|wasm-binary\.ts$|\/catalogs\//

const LISTED_WORDS = /\b(?:whoever|whatever|somebody|nobody|anybody|everybody)\b/i
const PARTICIPLE =
  /^(?:[A-Z][a-z]+ed|Begun|Born|Bound|Built|Chosen|Cut|Done|Drawn|Fed|Felt|Found|Given|Gone|Heard|Held|Hidden|Kept|Known|Laid|Left|Lent|Lost|Made|Meant|Met|Paid|Put|Read|Said|Seen|Sent|Set|Shown|Signed|Slept|Spent|Spread|Stood|Taken|Told|Thrown|Torn|Understood|Won|Worn|Written)$/
const PRESENT_PARTICIPLE = /^[A-Z][a-z]{2,}ing$/
// Nouns that only end like one.
const NOUN =
  /^(?:Bed|Embed|Feed|Need|Seed|Shed|Speed|Spring|String|Binding|Building|Drawing|Ending|Finding|Grouping|Heading|Landing|Lighting|Listing|Mapping|Meaning|Opening|Pairing|Ranking|Rating|Reading|Setting|Shortcoming|Sighting|Timing|Warning|Wording)$/

/** A function by name: where it stands, and which names of its module its body mentions. */
type NamedFunction = { name: string; path: string; lines: number; isExported: boolean; mentions: ReadonlySet<string> }

/** One module: its named functions, its imports, and the endpoints it serves. */
type Module = {
  path: string
  functions: ReadonlyMap<string, readonly NamedFunction[]>
  imports: ReadonlyMap<string, { path: string; name: string }>
  handlers: ReadonlyMap<string, readonly NamedFunction[]>
}

type Reach = { functions: number; files: number; depth: number }

/** The numbers that a reviewer looks at. They inform; none of them fails a build. */
type Figures = {
  files: number
  lines: number
  shortFiles: number
  functionsPerThousand: number
  serverFunctionsPerThousand: number
  functionLines: { median: number; p90: number; p99: number }
  exportsPerThousand: number
  importShare: number
  participleTypes: readonly string[]
  wordLines: readonly string[]
  firstWords: ReadonlyMap<string, number>
  serverFirstWords: number
  otherVerbs: readonly string[]
  routes: ReadonlyMap<string, Reach>
}

/** Measures the product's sources; `routes` are paths of endpoints, such as "/api/verify"; `glossary` lists the verbs. */
export function measure(files: readonly SourceFile[], routes: readonly string[], glossary: string): Figures {
  const product = files.filter(({ path }) => PRODUCT.test(path) && !NOT_PRODUCT.test(path))
  const parsed = product.map((file) => ({ file, text: parseText(file) }))
  const modules = new Map(parsed.map(({ file, text }) => [file.path, readModule(file, text)]))
  const lines = (list: readonly SourceFile[]) => list.reduce((sum, { text }) => sum + countLines(text), 0)
  const functions = [...modules.values()].flatMap((module) => [...module.functions.values()].flat())
  const inServer = functions.filter(({ path }) => SERVER.test(path))
  const sizes = functions.map((one) => one.lines).toSorted((a, b) => a - b)
  const quantile = (share: number) => sizes[Math.floor(share * (sizes.length - 1))] ?? 0
  const total = lines(product)
  return {
    files: product.length,
    lines: total,
    shortFiles: product.filter(({ text }) => countLines(text) <= 30).length,
    functionsPerThousand: (1000 * functions.length) / total,
    serverFunctionsPerThousand: (1000 * inServer.length) / lines(product.filter(({ path }) => SERVER.test(path))),
    functionLines: { median: quantile(0.5), p90: quantile(0.9), p99: quantile(0.99) },
    exportsPerThousand: (1000 * parsed.reduce((sum, { text }) => sum + countExports(text.program), 0)) / total,
    importShare: parsed.reduce((sum, { file, text }) => sum + countImportLines(file, text.program), 0) / total,
    participleTypes: parsed.flatMap(({ file, text }) => findParticipleTypes(file, text)),
    wordLines: product.flatMap(findWordLines),
    firstWords: countFirstWords(functions),
    serverFirstWords: countFirstWords(inServer).size,
    otherVerbs: findOtherVerbs(functions, readVerbs(glossary)),
    routes: new Map(routes.map((route) => [route, reachOf(route, modules, parsed)])),
  }
}

function readModule(file: SourceFile, { program }: ParsedText): Module {
  const functions = new Map<string, NamedFunction[]>()
  const imports = new Map<string, { path: string; name: string }>()
  const handlers = new Map<string, NamedFunction[]>()
  const add = (name: string, node: SyntaxNode, isExported: boolean) => {
    const one = describeFunction(file, name, node, isExported)
    functions.set(name, [...(functions.get(name) ?? []), one])
  }
  walk(program, (node, parent) => {
    const isExported = parent?.type === 'ExportNamedDeclaration'
    if (node.type === 'FunctionDeclaration' && isNode(node.id) && isNode(node.body)) {
      add(String(node.id.name), node, isExported)
    } else if (node.type === 'VariableDeclarator' && isNode(node.id) && isFunction(node.init)) {
      add(String(node.id.name), node, isExported)
    } else if (node.type === 'MethodDefinition' && isNode(node.key) && isFunction(node.value)) {
      add(String(node.key.name), node, false)
    } else if (node.type === 'ImportDeclaration' && isNode(node.source)) {
      for (const one of nodesOf(node.specifiers)) {
        const imported = isNode(one.imported) ? String(one.imported.name) : '*'
        const specifier = String(node.source.value)
        const path = specifier.startsWith('.') ? posix.join(posix.dirname(file.path), specifier) : specifier
        if (isNode(one.local)) imports.set(String(one.local.name), { path, name: imported })
      }
    } else if (node.type === 'CallExpression') {
      const [app, endpoint, ...rest] = nodesOf(node.arguments)
      if (app?.type !== 'Identifier' || endpoint?.type !== 'Identifier' || rest.length === 0) return
      const handler = describeFunction(file, String(endpoint.name), { ...node, arguments: rest }, false)
      handlers.set(handler.name, [...(handlers.get(handler.name) ?? []), handler])
    }
  })
  return { path: file.path, functions, imports, handlers }
}

function describeFunction({ path, text }: SourceFile, name: string, node: SyntaxNode, isExported: boolean) {
  const mentions = new Set<string>()
  walk(node, (one, parent, member) => {
    const isMember = (member === 'property' || member === 'key') && parent?.computed !== true
    if (one.type === 'Identifier' && !isMember) mentions.add(String(one.name))
    // `{ serve }` names a variable by its key.
    if (one.type === 'Property' && one.shorthand === true && isNode(one.key)) mentions.add(String(one.key.name))
  })
  mentions.delete(name)
  return { name, path, lines: countLines(text.slice(node.start, Number(node.end))), isExported, mentions }
}

/** How many functions of the service a request can get into, by following names from its handler. */
function reachOf(route: string, modules: ReadonlyMap<string, Module>, parsed: readonly { text: ParsedText }[]): Reach {
  const name = parsed.map(({ text }) => findEndpoint(text.program, route)).find((one) => one !== undefined)
  const reached = new Map<NamedFunction, number>()
  const queue: NamedFunction[] = []
  const visit = (one: NamedFunction, depth: number) => {
    if (reached.has(one)) return
    reached.set(one, depth)
    queue.push(one)
  }
  for (const module of modules.values()) {
    for (const [local, handlers] of module.handlers) {
      const isEndpoint = local === name || module.imports.get(local)?.name === name
      if (isEndpoint && SERVER.test(module.path)) for (const handler of handlers) visit(handler, 1)
    }
  }
  for (const one of queue) {
    const module = modules.get(one.path)
    for (const mention of one.mentions) {
      const imported = module?.imports.get(mention)
      const target = imported ? modules.get(imported.path) : module
      if (!target || !SERVER.test(target.path)) continue
      for (const found of target.functions.get(imported?.name ?? mention) ?? [])
        visit(found, (reached.get(one) ?? 0) + 1)
    }
  }
  const files = new Set([...reached.keys()].map(({ path }) => path))
  return { functions: reached.size, files: files.size, depth: Math.max(0, ...reached.values()) }
}

/** The name of the constant that describes the endpoint with this path, where several have it the one that is posted to. */
function findEndpoint(program: SyntaxNode, route: string): string | undefined {
  let name: string | undefined
  walk(program, (node) => {
    if (node.type !== 'VariableDeclarator' || !isNode(node.id)) return
    let [hasPath, isPost] = [false, false]
    walk(node, (one) => {
      if (one.type !== 'Property' || !isNode(one.key) || !isNode(one.value)) return
      if (one.key.name === 'path' && one.value.value === route) hasPath = true
      if (one.key.name === 'method' && one.value.value === 'POST') isPost = true
    })
    if (hasPath && isPost) name = String(node.id.name)
  })
  return name
}

function findParticipleTypes({ path }: SourceFile, { program }: ParsedText): string[] {
  const found: string[] = []
  walk(program, (node) => {
    if (!/^TS(?:TypeAlias|Interface)Declaration$/.test(node.type) || !isNode(node.id)) return
    const name = String(node.id.name)
    if ((PARTICIPLE.test(name) || PRESENT_PARTICIPLE.test(name)) && !NOUN.test(name)) found.push(`${path} ${name}`)
  })
  return found
}

function findWordLines({ path, text }: SourceFile): string[] {
  return text.split('\n').flatMap((line, i) => (LISTED_WORDS.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : []))
}

/** "verifyReceipt" begins with verify, "SCAN_MS" with scan. */
function countFirstWords(functions: readonly NamedFunction[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of functions) {
    const word = (/^[A-Z]?[a-z]+|^[A-Z]+(?![a-z])/.exec(name)?.[0] ?? name).toLowerCase()
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** The figures as a table of two columns; `all` adds the lists behind them. */
export function writeFigures(figures: Figures, { all }: { all: boolean }): string {
  const share = (value: number) => `${Math.round(100 * value)} %`
  const { median, p90, p99 } = figures.functionLines
  const rows: [string, string][] = [
    ['product files · lines', `${figures.files} · ${figures.lines}`],
    ['files of at most 30 lines', `${figures.shortFiles} (${share(figures.shortFiles / figures.files)})`],
    [
      'functions per 1,000 lines: product · server',
      `${Math.round(figures.functionsPerThousand)} · ${Math.round(figures.serverFunctionsPerThousand)}`,
    ],
    ['lines of a function: median/p90/p99', `${median}/${p90}/${p99}`],
    ['exports per 1,000 lines', String(Math.round(figures.exportsPerThousand))],
    ['import lines', `${(100 * figures.importShare).toFixed(1)} %`],
    ...[...figures.routes].map(([route, { functions, files, depth }]): [string, string] => [
      `POST ${route}: functions / files / depth`,
      `${functions} / ${files} / ${depth}`,
    ]),
    ['types named by a participle', String(figures.participleTypes.length)],
    ['lines with listed words', String(figures.wordLines.length)],
    ['functions that start with no verb of the glossary', String(figures.otherVerbs.length)],
    ['first words of functions: product · server', `${figures.firstWords.size} · ${figures.serverFirstWords}`],
  ]
  const width = Math.max(...rows.map(([label]) => label.length))
  const table = rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`)
  if (!all) return table.join('\n')
  const words = [...figures.firstWords].toSorted(([, a], [, b]) => b - a).map(([word, count]) => `${word} ${count}`)
  return [
    ...table,
    '',
    ...figures.participleTypes,
    '',
    ...figures.wordLines,
    '',
    ...figures.otherVerbs,
    '',
    words.join(', '),
  ].join('\n')
}

/** The verbs of the glossary: the first column of the tables below "## Verbs". */
function readVerbs(glossary: string): Set<string> {
  const [, section = ''] = glossary.split(/^## Verbs$/m)
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return new Set(
    rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, verb = '']) => verb)),
  )
}

/** Functions that start with no verb of the list; components, which are nouns, begin with a capital letter. */
function findOtherVerbs(functions: readonly NamedFunction[], verbs: ReadonlySet<string>): string[] {
  const others = functions.filter(({ name }) => /^[a-z]/.test(name) && name !== 'constructor')
  return others
    .filter(({ name }) => !verbs.has(/^[a-z]+/.exec(name)?.[0] ?? ''))
    .map(({ path, name }) => `${path} ${name}`)
}

function countExports(program: SyntaxNode): number {
  return nodesOf(program.body).filter((node) => node.type === 'ExportNamedDeclaration' && isNode(node.declaration))
    .length
}

function countImportLines({ text }: SourceFile, program: SyntaxNode): number {
  const imports = nodesOf(program.body).filter((node) => node.type === 'ImportDeclaration')
  return imports.reduce((sum, node) => sum + countLines(text.slice(node.start, Number(node.end))), 0)
}

function countLines(text: string): number {
  return text.trimEnd().split('\n').length
}

function isFunction(value: unknown): boolean {
  return isNode(value) && /^(?:ArrowFunction|Function)Expression$/.test(value.type)
}

function nodesOf(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}
