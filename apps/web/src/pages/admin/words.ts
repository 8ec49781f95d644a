import { describeFailure, formatWait } from '../../parts/failure-words.ts'
import type { FailureWords, ProblemWords } from '../../parts/problem-words.ts'
import { adminState } from '../../session/admin.ts'

const OWN: ProblemWords = {
  UNAUTHORIZED: {
    title: 'You’re signed out.',
    advice: 'A session lasts 12 hours, and ends when the admin secret changes.',
    wayOut: { label: 'Sign in again', go: () => (adminState.value = 'locked') },
  },
  INVITE_CODE_USED: {
    title: 'This invite is used up already.',
    advice: 'Whoever used it has joined; revoking the invite would change nothing.',
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

/** What surrounds the tabs. */
export const PAGE_WORDS = {
  title: 'Admin',
  lead: 'For whoever runs this service.',
  signedIn: 'You’re signed in as the operator, for 12 hours at most.',
  signOut: 'Sign out',
  tabs: 'What to look after',
} as const
