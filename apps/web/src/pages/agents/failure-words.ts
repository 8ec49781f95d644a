import { KeyError, type KeyErrorKind } from '@stillhere/client/keys'
import { describeFailure } from '../../parts/failure-words.ts'
import type { FailureWords, ProblemWords } from '../../parts/problem-words.ts'
import { say } from '../../words/speak.ts'

/** Words for what went wrong with an agent or with its key. */
export function describeAgentFailure(error: unknown): FailureWords {
  if (error instanceof KeyError)
    return { title: say('This browser can’t use the key.'), advice: KEY_ADVICE[error.kind] ?? OTHER_KEY }
  return describeFailure(error, OWN)
}

const OTHER_KEY = say('Reload the page and try again. If that doesn’t help, declare the agent again with a new key.')

const KEY_ADVICE: Readonly<Partial<Record<KeyErrorKind, string>>> = {
  unsupported: say('Update your browser. Chrome and Edge 137, Firefox 129, and Safari 17 or later can sign.'),
  insecure_page: say('Open this page over https, or as localhost on this computer.'),
  storage_unavailable: say(
    'Leave private browsing, allow this site to store data, and check that there is free space.',
  ),
}

const OWN: ProblemWords = {
  UNAUTHORIZED: {
    title: say('You can’t do that.'),
    advice: say(
      'An agent can be revoked with its own key, by its responsible node, or by the operator of this service.',
    ),
  },
}
