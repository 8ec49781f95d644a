import { CallError, ProblemError } from '@stillhere/client/http'
import { language, say, sayCount } from '../words/speak.ts'
import { type FailureWords, PROBLEM_WORDS, type ProblemWords } from './problem-words.ts'

/** Words for any failure: those of the page (`own`), else those of the code, else those of the status. */
export function describeFailure(error: unknown, own: ProblemWords = {}): FailureWords {
  if (error instanceof ProblemError) return describeProblem(error, own)
  if (error instanceof CallError) return CALL_WORDS[error.kind]
  return { title: say('Something went wrong on this page. That’s our fault.'), advice: say('Reload it and try again.') }
}

const CALL_WORDS: Readonly<Record<CallError['kind'], FailureWords>> = {
  network: { title: say('We can’t reach the service.'), advice: say('Check your connection and try again.') },
  timeout: { title: say('The service is taking too long.'), advice: say('It may be busy. Try again in a moment.') },
  answer: {
    title: say('We got an unexpected answer.'),
    advice: say('A proxy or a Wi-Fi sign-in page may be in the way.'),
  },
  problem: { title: say('The service refused.'), advice: say('Try again later.') },
}

function describeProblem(problem: ProblemError, own: ProblemWords): FailureWords {
  const words = own[problem.code] ?? PROBLEM_WORDS[problem.code] ?? describeStatus
  return typeof words === 'function' ? words(problem) : words
}

function describeStatus({ status, detail, retryAfterMs }: ProblemError): FailureWords {
  if (status === 429)
    return { title: say('Too many tries.'), advice: `${inEnglish(detail)} ${formatWait(retryAfterMs)}`.trim() }
  if (status === 401) return { title: say('You need to sign in first.'), advice: detail }
  if (status >= 500) return { title: say('The service has a problem.'), advice: say('Try again in a moment.') }
  return { title: say('The service refused this.'), advice: detail }
}

// The service says details in English only; where there are other words, nobody else needs them.
function inEnglish(detail: string): string {
  return language === 'en' ? detail : ''
}

/** The fields of a form that the service objects to, by the member's name. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError) || error.code !== 'INVALID_REQUEST') return {}
  return Object.fromEntries(
    error.errors.map(({ pointer, message }) => [pointer.slice(1), say('It {problem}.', { problem: message })]),
  )
}

/** How long to wait, in whole units that a person would say. */
export function formatWait(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms)) return say('Try again later.')
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds < 90) return sayCount(seconds, 'Try again in a second.', 'Try again in {count} seconds.')
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return sayCount(minutes, 'Try again in a minute.', 'Try again in {count} minutes.')
  return sayCount(Math.ceil(minutes / 60), 'Try again in an hour.', 'Try again in {count} hours.')
}
