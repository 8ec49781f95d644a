import { fieldProblem } from '../problem.ts'
import { openToken, type Secrets } from '../secrets.ts'

/** Where a list was left, for the caller to bring back: opaque, and good for that list only. */
export function sealCursor(secrets: Secrets, list: string, position: string): string {
  return secrets.seal('cursor', `${list} ${position}`).toString('base64url')
}

/** The position in a cursor that this list gave; 400 for any other. */
export function openCursor(secrets: Secrets, list: string, cursor: string): string {
  const text = openToken(secrets, 'cursor', cursor)
  if (text?.startsWith(`${list} `)) return text.slice(list.length + 1)
  throw fieldProblem('/cursor', 'must be the nextCursor of an earlier answer')
}
