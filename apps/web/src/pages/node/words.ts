import { describeFailure, type FailureWords, type ProblemWords } from '../../parts/failure.tsx'
import { RECOVERY_WAIT_WORDS, signInAgain } from '../../sign-in/sign-in.ts'
import { say } from '../../words/speak.ts'

/** Describes to the person why a request of this page failed. `own` has additional texts by problem code. If the session has ended, offers to sign in again. */
export function describeNodeFailure(error: unknown, own: ProblemWords = {}): FailureWords {
  return describeFailure(error, { ...OWN, ...own })
}

const SESSION_OVER: FailureWords = {
  kind: 'warn',
  title: say('This session is over.'),
  advice: say('Its token was revoked, or the node is gone. Sign in again to go on.'),
  wayOut: { label: say('Sign in again'), go: signInAgain },
}

const OWN: ProblemWords = {
  UNAUTHORIZED: SESSION_OVER,
  NODE_NOT_FOUND: SESSION_OVER,
  ...RECOVERY_WAIT_WORDS,
}
