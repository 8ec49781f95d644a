import { KeyError } from '@stillhere/client/keys'
import { describeFailure } from '../../parts/failure-words.ts'
import type { FailureWords, ProblemWords } from '../../parts/problem-words.ts'
import { say } from '../../words/speak.ts'

/** Words for what went wrong with an agent or with its key. */
export function describeAgentFailure(error: unknown): FailureWords {
  if (error instanceof KeyError) return { title: say('The browser’s key cannot be used.'), advice: error.advice }
  return describeFailure(error, OWN)
}

const OWN: ProblemWords = {
  UNAUTHORIZED: {
    title: say('This is not yours to do.'),
    advice: say(
      'An agent is revoked by its own key, by the node that answers for it, or by the operator of the service.',
    ),
  },
}
