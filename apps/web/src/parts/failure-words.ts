import { CallError, ProblemError } from '@stillhere/client/http'
import { type FailureWords, PROBLEM_WORDS, type ProblemWords } from './problem-words.ts'

/** Words for any failure: those of the page (`own`), else those of the code, else those of the status. */
export function describeFailure(error: unknown, own: ProblemWords = {}): FailureWords {
  if (error instanceof ProblemError) return describeProblem(error, own)
  if (error instanceof CallError) return CALL_WORDS[error.kind]
  return { title: 'This page has failed, and it is our fault.', advice: 'Load it anew and try once more.' }
}

const CALL_WORDS: Readonly<Record<CallError['kind'], FailureWords>> = {
  network: { title: 'The service does not answer.', advice: 'Look whether you are online, then try again.' },
  timeout: { title: 'The service takes too long.', advice: 'It may be busy. Try again in a moment.' },
  answer: { title: 'Something else answered.', advice: 'A proxy or a sign-in page may stand between.' },
  problem: { title: 'The service refused.', advice: 'Try again later.' },
}

function describeProblem(problem: ProblemError, own: ProblemWords): FailureWords {
  const words = own[problem.code] ?? PROBLEM_WORDS[problem.code] ?? describeStatus
  return typeof words === 'function' ? words(problem) : words
}

function describeStatus({ status, detail, retryAfterMs }: ProblemError): FailureWords {
  if (status === 429) return { title: 'That was too often.', advice: `${detail} ${formatWait(retryAfterMs)}` }
  if (status === 401) return { title: 'This needs you to be signed in.', advice: detail }
  if (status >= 500) return { title: 'The service has a problem of its own.', advice: 'Try again in a moment.' }
  return { title: 'The service refused this.', advice: detail }
}

/** The fields of a form that the service objects to, by the member's name. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError) || error.code !== 'INVALID_REQUEST') return {}
  return Object.fromEntries(error.errors.map(({ pointer, message }) => [pointer.slice(1), `It ${message}.`]))
}

/** How long to wait, in whole units that a person would say. */
export function formatWait(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms)) return 'Try again later.'
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds < 90) return `Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `Try again in ${minutes} minutes.` : `Try again in ${Math.ceil(minutes / 60)} hours.`
}
