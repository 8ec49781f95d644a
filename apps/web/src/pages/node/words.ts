import { failureWords } from '../../parts/failure-words.ts'
import type { FailureWords } from '../../parts/problem-words.ts'
import { signInAgain } from '../../session/sign-in-again.ts'

/** Words for a failed call of one's own node. A session that was ended elsewhere leads to a new one. */
export function nodeWords(error: unknown): FailureWords {
  return failureWords(error, { UNAUTHORIZED: SESSION_OVER, NODE_NOT_FOUND: SESSION_OVER })
}

const SESSION_OVER: FailureWords = {
  kind: 'warn',
  title: 'This session is over.',
  advice: 'Its token was revoked, or the node is gone. Sign in again to go on.',
  wayOut: { label: 'Sign in again', go: signInAgain },
}
