import { describeFailure, formatWait } from '../../parts/failure-words.ts'
import type { FailureWords, ProblemWords } from '../../parts/problem-words.ts'
import { adminSecret } from '../../session/admin.ts'

const OWN: ProblemWords = {
  UNAUTHORIZED: {
    title: 'The service no longer accepts this secret.',
    advice: 'It was changed, or the service was set up anew. Lock this page and enter the new one.',
    wayOut: { label: 'Enter the secret again', go: () => (adminSecret.value = null) },
  },
  INVITE_CODE_USED: {
    title: 'This code is used up already.',
    advice: 'Whoever used it is a node now; revoking the code would change nothing.',
  },
  REQUEST_IN_FLIGHT: { title: 'The same post is just being sent.', advice: 'Look into the history in a moment.' },
}

/** Words for a failure, as an operator needs them. */
export function describeAdminFailure(error: unknown): FailureWords {
  return describeFailure(error, OWN)
}

/** Words for a mail that is not tried again. */
export function describeRetry(error: unknown): FailureWords {
  return describeFailure(error, { ...OWN, NOT_FOUND: MAIL_GONE })
}

const MAIL_GONE: FailureWords = {
  kind: 'warn',
  title: 'Nobody needs this mail any more.',
  advice: 'Its code has expired, or somebody tried it again already. Whoever waits for a code can ask for a new one.',
}

/** Why the service did not take the secret, and what to do. */
export function describeLock(error: unknown): FailureWords {
  return describeFailure(error, LOCKED)
}

const LOCKED: ProblemWords = {
  UNAUTHORIZED: {
    title: 'That is not the secret of this service.',
    advice: 'Compare it with ADMIN_SECRET, or with the file admin-secret in the data folder.',
  },
  TOO_MANY_REQUESTS: ({ retryAfterMs }) => ({
    title: 'Too many wrong secrets came from your address.',
    advice: `The right one opens at once. ${formatWait(retryAfterMs)}`,
  }),
  FORBIDDEN: {
    title: 'This page is not at the address that the service knows.',
    advice: 'Open it at PUBLIC_URL, or set PUBLIC_URL to this address.',
  },
}
