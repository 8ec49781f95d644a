import { partOf } from './graph.ts'
import type { SourceFile, Violation } from './syntax.ts'

const SERVER = /^apps\/server\/src\/(?!.*(?:\.test|\/testing)\.ts$)/
const STORE = /\/(?:store|[a-z-]+-store)\.ts$|^apps\/server\/src\/platform\/database\//
const STATEMENT = /\b(?:sql|script)(?:`|\()/
// An expiry names its table apart from the statement that empties it.
const WRITE = /\b(?:INSERT INTO\s+|UPDATE\s+|DELETE FROM\s+|table: sql`)([a-z_]+)\b(?!\s*\()/g

/** Of these, each area writes rows of its own: the cohorts of genesis nodes and of applicants. */
const SHARED = new Set(['cohort'])

/** SQL outside of stores, and tables that two areas write. */
export function tableViolations(files: readonly SourceFile[]): Violation[] {
  const sources = files.filter(({ path }) => SERVER.test(path))
  return [...strayStatements(sources), ...findSharedTables(sources)]
}

function strayStatements(sources: readonly SourceFile[]): Violation[] {
  return sources.flatMap(({ path, text }) => {
    if (STORE.test(path)) return []
    const line = text.split('\n').findIndex((one) => STATEMENT.test(one) && !/^\s*(?:\*|\/\/)/.test(one)) + 1
    return line === 0 ? [] : [{ path, line, message: 'SQL stands in a store' }]
  })
}

function findSharedTables(sources: readonly SourceFile[]): Violation[] {
  const owners = new Map<string, string>()
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(WRITE)].flatMap(({ 1: table = '', index }) => {
      const owner = owners.get(table) ?? partOf(path)
      owners.set(table, owner)
      if (owner === partOf(path) || SHARED.has(table)) return []
      const line = text.slice(0, index).split('\n').length
      return [{ path, line, message: `${table} is written by ${owner}; let it export what this needs` }]
    }),
  )
}

const TEST = /(?:\.test\.tsx?|\/test\/.*|\/testing\.ts)$/
const EXPORTED_FUNCTION = /^export (?:async )?function\*? (\w+)/gm
const PARTICIPLE =
  /^(?:[a-z]+ed|chosen|drawn|given|held|hidden|kept|made|seen|sent|shown|spent|taken|thrown|told|worn|written)$/
// Verbs that only end like one.
const VERB = /^(?:embed|feed|heed|need|proceed|seed|shed|speed|succeed)$/

/** Exported functions whose name is a bare participle: `judged` does not say whether it judges or was judged. */
export function nameViolations({ path, text }: SourceFile): Violation[] {
  if (TEST.test(path)) return []
  return [...text.matchAll(EXPORTED_FUNCTION)].flatMap(({ 1: name = '', index }) =>
    PARTICIPLE.test(name) && !VERB.test(name)
      ? [{ path, line: text.slice(0, index).split('\n').length, message: `${name} is a participle; name it by a verb` }]
      : [],
  )
}
