import { ProblemError } from '@stillhere/client/http'
import { type FailureWords, failureWords, waitWords } from '../../parts/failure-words.ts'

const LEAST_CHARACTERS = 16

/** Why a text cannot be the secret, before anybody is asked; undefined when it could be. */
export function secretProblem(text: string): string | undefined {
  if (text === '') return 'Fill in the secret.'
  if (!/^[\x21-\x7e]+$/.test(text)) return 'A secret has no spaces, line breaks or letters with accents.'
  if (text.length < LEAST_CHARACTERS) return `A secret has at least ${LEAST_CHARACTERS} characters.`
  return undefined
}

/** Why the service did not open, and what to do. */
export function lockedWords(error: unknown): FailureWords {
  if (!(error instanceof ProblemError)) return failureWords(error)
  if (error.status === 401) {
    return {
      title: 'That is not the secret of this service.',
      advice: 'Compare it with ADMIN_SECRET, or with the file admin-secret in the data folder.',
    }
  }
  if (error.status === 429) {
    return {
      title: 'Too many wrong secrets came from your address.',
      advice: `The right one opens at once. ${waitWords(error.retryAfterMs)}`,
    }
  }
  if (error.status === 403) {
    return {
      title: 'This page is not at the address that the service knows.',
      advice: 'Open it at PUBLIC_URL, or set PUBLIC_URL to this address.',
    }
  }
  return failureWords(error)
}
