import type { BodyOf, declareAgent } from '@stillhere/contract'
import type { FieldProblem } from '../http/problem.ts'

/** An agent as it declares itself; the key is the form in which handles are compared. */
export type Declaration = { handle: string; handleKey: string; type: string; origin: string; publicKey: string }

// Letters, marks, digits, signs and single spaces: nothing that cannot be seen, and no @, which parts handle and origin.
const NAME = /^(?!.*@)[\p{L}\p{M}\p{N}\p{P}\p{S}]+(?: [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*$/u
// A key in PEM form has lines.
const KEY = /^[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]+(?:(?:\r?\n|\t)+[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]+)*$/u

/** Reads a declaration; answers the bad fields when it cannot. */
export function readDeclaration(body: BodyOf<typeof declareAgent>): Declaration | FieldProblem[] {
  const handle = nameIn(body.agent_handle)
  const type = nameIn(body.agent_type)
  const origin = nameIn(body.origin)
  const publicKey = body.public_key.trim()
  const problems = [
    ...problemOf('/agent_handle', NAME.test(handle)),
    ...problemOf('/agent_type', NAME.test(type)),
    ...problemOf('/origin', NAME.test(origin)),
    ...problemOf('/public_key', KEY.test(publicKey)),
  ]
  if (problems.length > 0) return problems
  return { handle, handleKey: keyOf(handle), type, origin, publicKey }
}

export function agentIdOf({ handle, origin }: Pick<Declaration, 'handle' | 'origin'>): string {
  return `agent:${handle}@${origin}`
}

type Compared = Pick<Declaration, 'origin' | 'publicKey'>

/** Whether a declaration is the one that has the handle already, or why it is not. */
export function compare(declaration: Compared, declared: Compared): 'same' | 'other key' | 'other origin' {
  if (keyOf(declaration.origin) !== keyOf(declared.origin)) return 'other origin'
  return declaration.publicKey === declared.publicKey ? 'same' : 'other key'
}

function nameIn(text: string): string {
  return text.trim().normalize('NFC')
}

// Without regard to letter case and to forms that look alike: full width, ligatures.
function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

function problemOf(pointer: string, isGood: boolean): FieldProblem[] {
  const expected = pointer === '/public_key' ? 'characters that can be seen' : 'characters that can be seen, without @'
  return isGood ? [] : [{ pointer, message: `must not be blank and must hold only ${expected}` }]
}
