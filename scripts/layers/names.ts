import type { SourceFile, Violation } from './syntax.ts'

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
