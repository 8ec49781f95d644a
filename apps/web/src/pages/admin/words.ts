import { describeFailure, type FailureWords, formatWait, type ProblemWords } from '../../parts/failure.tsx'
import { adminState } from '../../session/session.ts'
import { say } from '../../words/speak.ts'

const OWN: ProblemWords = {
  UNAUTHORIZED: {
    title: say('You’re signed out.'),
    advice: say('A session lasts 12 hours, and ends when the admin secret changes.'),
    wayOut: { label: say('Sign in again'), go: () => (adminState.value = 'locked') },
  },
  FRESH_SIGN_IN_REQUIRED: {
    kind: 'warn',
    title: say('This needs the admin secret once more.'),
    advice: say('Sites, secrets and signing keys outlast a session, so they need a sign-in from the last ten minutes.'),
    wayOut: { label: say('Sign in again'), go: () => (adminState.value = 'locked') },
  },
  INVITE_CODE_USED: {
    title: say('This invite has already been used.'),
    advice: say('Someone joined with it. Revoking it now would change nothing.'),
  },
  REQUEST_IN_FLIGHT: {
    title: say('The same post is being sent right now.'),
    advice: say('Check the history in a moment.'),
  },
}

/** Describes to the operator why a request of the Admin page failed. If the session has ended, offers to sign in again. */
export function describeAdminFailure(error: unknown): FailureWords {
  return describeFailure(error, OWN)
}

/** Describes to the operator why a mail couldn't be retried. */
export function describeRetryFailure(error: unknown): FailureWords {
  return describeFailure(error, { ...OWN, NOT_FOUND: MAIL_GONE })
}

const MAIL_GONE: FailureWords = {
  kind: 'warn',
  title: say('This mail is no longer needed.'),
  advice: say('Its code has expired, or someone already tried again. Anyone waiting for a code can request a new one.'),
}

/** Describes to the operator why the service rejected the admin secret, and what to do. */
export function describeSecretFailure(error: unknown): FailureWords {
  return describeFailure(error, LOCKED)
}

const LOCKED: ProblemWords = {
  UNAUTHORIZED: {
    title: say('That’s not the admin secret.'),
    advice: say('Compare it with ADMIN_SECRET, or with the file admin-secret in the data folder.'),
  },
  TOO_MANY_REQUESTS: ({ retryAfterMs }) => ({
    title: say('Too many wrong secrets from your address.'),
    advice: say('The right one still works at once. {wait}', { wait: formatWait(retryAfterMs) }),
  }),
  FORBIDDEN: {
    title: say('This isn’t the address the service knows.'),
    advice: say('Open it at PUBLIC_URL, or set PUBLIC_URL to this address.'),
  },
}
