import { ProblemError } from '@stillhere/client/http'
import { type FailureWords, failureWords } from '../../parts/failure-words.ts'

type Words = (problem: ProblemError) => FailureWords

/** What the operator should know about refusals that only operators meet. */
const WORDS: Partial<Record<ProblemError['code'], Words>> = {
  UNAUTHORIZED: () => ({
    title: 'The service no longer accepts this secret.',
    advice: 'It was changed, or the service was set up anew. Lock this page and enter the new one.',
  }),
  INSUFFICIENT_DATA: ({ detail }) => ({
    title: 'There are too few research sessions.',
    advice: `${detail} More come in on the Research page.`,
  }),
  CALIBRATION_RUNNING: () => ({
    title: 'A calibration is under way already.',
    advice: 'Somebody else may have begun it. Its progress is shown here; wait for its end, or cancel it.',
  }),
  CALIBRATION_NOT_APPLICABLE: () => ({
    title: 'This artifact cannot be put in force.',
    advice: 'It is kept for comparison. Its warnings say why.',
  }),
  INVITE_CODE_USED: () => ({
    title: 'This code is used up already.',
    advice: 'Whoever used it is a node now; revoking the code would change nothing.',
  }),
  PUBLISH_FAILED: ({ detail }) => ({
    title: 'The platform did not take it.',
    advice: `${detail} It can be sent again.`,
  }),
  PUBLISH_UNKNOWN: () => ({
    title: 'Nobody knows whether it was taken.',
    advice: 'It is not sent again by itself. Look on the platform, then settle it in the history below.',
  }),
  REQUEST_IN_FLIGHT: () => ({
    title: 'The same post is just being sent.',
    advice: 'Look into the history in a moment.',
  }),
  PUBLICATION_SETTLED: () => ({
    title: 'It is known by now what became of this post.',
    advice: 'Somebody settled it, or it is just being sent. The history shows it.',
  }),
}

/** Words for a failure, as an operator needs them. */
export function refusalWords(error: unknown): FailureWords {
  const words = error instanceof ProblemError ? WORDS[error.code] : undefined
  return words ? words(error as ProblemError) : failureWords(error)
}
