import { isOneScript } from '../visible-text.ts'
import confusables from './confusables.json' with { type: 'json' }

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

const LOOKS_LIKE = new Map(
  Object.entries(confusables).flatMap(([shape, alike]) => Array.from(alike, (sign) => [sign, shape] as const)),
)

/** What two names share that look the same (the skeleton of UTS #39, section 4), without regard to letter case. */
export function computeSkeleton(name: string): string {
  const signs = Array.from(name.normalize('NFKC').normalize('NFD'), (sign) => LOOKS_LIKE.get(sign) ?? sign)
  return signs.join('').normalize('NFD').toLowerCase()
}
