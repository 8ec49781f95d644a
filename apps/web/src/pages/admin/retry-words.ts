import { ProblemError } from '@stillhere/client/http'
import type { FailureWords } from '../../parts/failure-words.ts'

/** Words for a mail that is not tried again, or null where the general ones are right. */
export function retryWords(error: unknown): FailureWords | null {
  if (!(error instanceof ProblemError && error.code === 'NOT_FOUND')) return null
  return {
    title: 'Nobody needs this mail any more.',
    advice: 'Its code has expired, or somebody tried it again already. Whoever waits for a code can ask for a new one.',
  }
}
