import { isOneScript } from '../visible-text.ts'

// Letters, marks, digits, what stands in domains and names, and single spaces. No @, which parts handle and origin, nothing
// that cannot be seen, and nothing by which HTML or Markdown is written.
const PART = String.raw`[\p{L}\p{M}\p{N}\-_.,:/+()!?#'’·]+`
const PLAIN = new RegExp(`^${PART}(?: ${PART})*$`, 'u')

/** What is wrong with a name that people will read, or nothing. */
export function nameProblem(name: string): string | undefined {
  if (!PLAIN.test(name)) return "must hold only letters, digits, single spaces and -_.,:/+()!?#'"
  if (!isOneScript(name)) return 'must be written in one script'
  return undefined
}
