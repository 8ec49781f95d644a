import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isNode, parseText, type SyntaxNode } from '../layers/syntax.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SOURCE = 'stillhere-source'
const MAX_CONSTANT_LENGTH = 300

/** An entry point of a published package: how programs import it, and its source file. */
export type EntryPoint = { specifier: string; path: string }

/** One exported name of an entry point, with the declarations and the comment that its reference is written from. */
export type PublishedExport = {
  name: string
  /** The package that declares it. */
  home: string
  kind: 'function' | 'class' | 'constant' | 'type'
  /** One for each overload. */
  signatures: { text: string; comment: DocComment | null }[]
  /** The types that a signature names and that no entry point of the package exports. */
  hiddenTypes: string[]
  path: string
}

/** A doc comment, by its parts. */
export type DocComment = { description: string; returns: string; throws: string[]; example: string }

/** Returns the entry points of a package folder that have a source in TypeScript, in the order of `exports`. */
export function listEntryPoints(folder: string): EntryPoint[] {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
    name: string
    exports: Record<string, string | Record<string, string | Record<string, string>>>
  }
  const entries = Object.entries(exports).flatMap(([subpath, target]) => {
    const source = typeof target === 'string' ? undefined : target[SOURCE]
    // Where Node and browsers have a source of their own, both export the same names.
    const file = typeof source === 'object' ? source.default : source
    if (file === undefined) return []
    return [{ specifier: join(name, subpath), path: join(folder, file) }]
  })
  // JSX types of several frameworks share one source.
  return entries.filter(({ path }, index) => entries.findIndex((entry) => entry.path === path) === index)
}

/** Returns all exports of an entry point, in the order of its source. Throws for an export that has no declaration. */
export function readExports({ path }: EntryPoint): PublishedExport[] {
  return listExportedNames(path).map(({ name, path: from, local }) => readExport(name, locate(from, local)))
}

type ExportedName = { name: string; path: string; local: string }

function listExportedNames(path: string): ExportedName[] {
  const file = parseFile(path)
  return file.body.flatMap((node): ExportedName[] => {
    const source = isNode(node.source) ? resolveSpecifier(path, String(node.source.value)) : path
    if (node.type === 'ExportAllDeclaration') return listExportedNames(source)
    if (node.type !== 'ExportNamedDeclaration') return []
    if (isNode(node.declaration)) return namesIn(node.declaration).map((name) => ({ name, path, local: name }))
    return nodesIn(node.specifiers).map((one) => ({
      name: nameIn(one.exported),
      path: source,
      local: nameIn(one.local),
    }))
  })
}

/** Follows a name through files that only pass it on, to the file that declares it. */
function locate(path: string, name: string): { path: string; name: string } {
  const file = parseFile(path)
  if (file.declarations.has(name)) return { path, name }
  const imported = file.imports.get(name)
  if (imported) return locate(resolveSpecifier(path, imported.source), imported.name)
  const passed = listExportedNames(path).find((one) => one.name === name)
  if (passed && passed.path !== path) return locate(passed.path, passed.local)
  throw new Error(`${path} does not declare ${name}`)
}

function readExport(name: string, place: { path: string; name: string }): PublishedExport {
  const file = parseFile(place.path)
  const nodes = file.declarations.get(place.name) ?? []
  const kind = kindOf(nodes[0] as SyntaxNode)
  // The implementation behind overloads is not for callers.
  const isOverloaded = nodes.some(({ type }) => type === 'TSDeclareFunction')
  const shown = isOverloaded ? nodes.filter(({ type }) => type === 'TSDeclareFunction') : nodes
  return {
    name,
    home: homeOf(place.path),
    kind,
    signatures: shown.map((node) => ({
      text: toSignature(file, node).replace(new RegExp(`\\b${place.name}\\b`), name),
      comment: findComment(file, node),
    })),
    hiddenTypes: listHiddenTypes(place, shown),
    path: place.path,
  }
}

function kindOf({ type }: SyntaxNode): PublishedExport['kind'] {
  if (type === 'FunctionDeclaration' || type === 'TSDeclareFunction') return 'function'
  if (type === 'ClassDeclaration') return 'class'
  return type === 'VariableDeclaration' ? 'constant' : 'type'
}

/** Returns the declarations of the types that a signature mentions and that stay inside the package, each once. */
function listHiddenTypes(place: { path: string; name: string }, nodes: readonly SyntaxNode[]): string[] {
  const published = listPublishedPlaces(homeOf(place.path))
  const seen = new Set([`${place.path}:${place.name}`])
  const texts: string[] = []
  const visit = (path: string, declarations: readonly SyntaxNode[]): void => {
    for (const name of declarations.flatMap(listTypeNames)) {
      const target = locateType(path, name)
      if (target === undefined) continue
      const key = `${target.path}:${target.name}`
      if (seen.has(key) || published.has(key)) continue
      seen.add(key)
      const file = parseFile(target.path)
      const found = file.declarations.get(target.name) ?? []
      for (const node of found) if (kindOf(node) === 'type') texts.push(toSignature(file, node))
      visit(target.path, found)
    }
  }
  visit(place.path, nodes)
  return texts
}

function locateType(path: string, name: string): { path: string; name: string } | undefined {
  const file = parseFile(path)
  const source = file.imports.get(name)?.source
  if (!file.declarations.has(name) && (source === undefined || !source.startsWith('.'))) return undefined
  return locate(path, name)
}

/** Returns the types that a declaration names for callers: not in bodies, and not in private members. */
function listTypeNames(node: SyntaxNode): string[] {
  const names: string[] = []
  const visit = (one: SyntaxNode): void => {
    if (one.type === 'BlockStatement' || isPrivateMember(one)) return
    if (one.type === 'TSTypeReference' && isNode(one.typeName) && one.typeName.type === 'Identifier')
      names.push(String(one.typeName.name))
    for (const value of Object.values(one)) nodesIn(Array.isArray(value) ? value : [value]).forEach(visit)
  }
  visit(node)
  return names
}

const publishedPlaces = new Map<string, Set<string>>()

function listPublishedPlaces(home: string): Set<string> {
  const known = publishedPlaces.get(home)
  if (known) return known
  const places = new Set<string>()
  for (const entry of listEntryPoints(home)) {
    for (const { path, local } of listExportedNames(entry.path)) {
      const place = locate(path, local)
      places.add(`${place.path}:${place.name}`)
    }
  }
  publishedPlaces.set(home, places)
  return places
}

type ParsedFile = {
  text: string
  body: SyntaxNode[]
  comments: { start: number; end: number; value: string }[]
  imports: Map<string, { source: string; name: string }>
  declarations: Map<string, SyntaxNode[]>
}

const parsedFiles = new Map<string, ParsedFile>()

function parseFile(path: string): ParsedFile {
  const known = parsedFiles.get(path)
  if (known) return known
  const text = readFileSync(join(ROOT, path), 'utf8')
  const { program, comments } = parseText({ path, text })
  const body = nodesIn(program.body)
  const imports: ParsedFile['imports'] = new Map()
  const declarations: ParsedFile['declarations'] = new Map()
  for (const node of body) {
    if (node.type === 'ImportDeclaration') {
      const source = isNode(node.source) ? String(node.source.value) : ''
      for (const one of nodesIn(node.specifiers))
        imports.set(nameIn(one.local), { source, name: isNode(one.imported) ? nameIn(one.imported) : 'default' })
      continue
    }
    const declaration = isNode(node.declaration) ? node.declaration : node
    for (const name of namesIn(declaration)) declarations.set(name, [...(declarations.get(name) ?? []), declaration])
  }
  const file = { text, body, comments, imports, declarations }
  parsedFiles.set(path, file)
  return file
}

function namesIn(node: SyntaxNode): string[] {
  if (node.type === 'VariableDeclaration') return nodesIn(node.declarations).map((one) => nameIn(one.id))
  return isNode(node.id) ? [nameIn(node.id)] : []
}

/** Returns the text of a declaration as callers see it: without `export`, bodies and private members. */
function toSignature({ text, comments }: ParsedFile, node: SyntaxNode): string {
  const slice = (from: number, to: number) => text.slice(from, to).trimEnd()
  if (node.type === 'FunctionDeclaration' && isNode(node.body))
    return slice(node.start, node.body.start).replace(/^async /, '')
  if (node.type === 'ClassDeclaration' && isNode(node.body)) {
    const members = nodesIn(node.body.body).flatMap((member) => {
      if (isPrivateMember(member)) return []
      const body = isNode(member.value) && isNode(member.value.body) ? member.value.body.start : undefined
      const own = comments.filter(({ end }) => end <= member.start && text.slice(end, member.start).trim() === '')
      const start = own.at(-1)?.start ?? member.start
      return [`  ${slice(start, body ?? endOf(member)).replace(/ = [^]*$/, '')}`]
    })
    return `${slice(node.start, node.body.start)} {\n${members.join('\n')}\n}`
  }
  if (node.type === 'VariableDeclaration') {
    const [one] = nodesIn(node.declarations)
    const id = isNode(one?.id) ? one.id : node
    if (isNode(id.typeAnnotation)) return `const ${slice(id.start, endOf(id))}`
    const whole = slice(node.start, endOf(node))
    // The members of a table, and the body of a function, are no part of the signature.
    if (whole.length > MAX_CONSTANT_LENGTH) return whole.replace(/ => [^]*$/, ' => …').replace(/\{\n[^]*$/, '{ … }')
    return whole
  }
  return slice(node.start, endOf(node))
}

function isPrivateMember(member: SyntaxNode): boolean {
  const isHashed = isNode(member.key) && member.key.type === 'PrivateIdentifier'
  return isHashed || member.accessibility === 'private'
}

/** Returns the doc comment right above a declaration. */
function findComment({ text, comments }: ParsedFile, node: SyntaxNode): DocComment | null {
  const between = (end: number) =>
    text
      .slice(end, node.start)
      .replace(/^\s*export\s*$/, '')
      .trim()
  const found = comments.findLast(({ end, value }) => end <= node.start && value.startsWith('*') && between(end) === '')
  return found ? parseDocComment(found.value.slice(1)) : null
}

/** Splits the text of a doc comment into its description and its tags. */
export function parseDocComment(text: string): DocComment {
  const lines = text.split('\n').map((line) => line.replace(/^\s*\* ?/, ''))
  const [description = '', ...tags] = lines.join('\n').trim().split(/^@/m)
  const read = (name: string) => tags.flatMap((tag) => (tag.startsWith(name) ? [tag.slice(name.length).trim()] : []))
  return {
    description: description.trim(),
    returns: read('returns')[0] ?? '',
    throws: read('throws'),
    example: read('example')[0] ?? '',
  }
}

function resolveSpecifier(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(path), specifier)
  const [scope, name, ...subpath] = specifier.split('/')
  const folder = join('packages', name ?? '')
  const entry = existsSync(join(ROOT, folder))
    ? listEntryPoints(folder).find((one) => one.specifier === join(`${scope}/${name}`, ...subpath))
    : undefined
  if (entry === undefined) throw new Error(`${path} exports something of ${specifier}, which is no package of ours`)
  return entry.path
}

/** Returns the folder of the package to which a file belongs. */
function homeOf(path: string): string {
  return relative('.', path).split('/').slice(0, 2).join('/')
}

function nodesIn(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
}

function nameIn(node: unknown): string {
  if (!isNode(node)) throw new Error('a name was expected')
  return String(node.name ?? node.value)
}

function endOf(node: SyntaxNode): number {
  return Number(node.end)
}
