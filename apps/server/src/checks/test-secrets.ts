import type { Siteverification } from '@stillhere/contract'

type Answer = (now: Date) => Siteverification

/** Secrets of no site, which siteverify always answers in the same way; those of sites are twice as long. */
const TEST_SECRETS: ReadonlyMap<string, Answer> = new Map([
  ['sk_test_always_passes', tellPassed],
  ['sk_test_always_fails', () => refuse('invalid-input-response')],
  ['sk_test_already_spent', () => refuse('timeout-or-duplicate')],
])

/** What siteverify answers to a secret for tests, whatever the response; undefined for every other secret. */
export function answerTestSecret(secret: string, response: string, now: Date): Siteverification | undefined {
  const answer = TEST_SECRETS.get(secret)
  if (answer === undefined) return undefined
  return response === '' ? refuse('missing-input-response') : answer(now)
}

// No action, subject or assurance: a server that compares them refuses this, even with the secret left in production.
function tellPassed(now: Date): Siteverification {
  return {
    success: true,
    challenge_ts: now.toISOString(),
    hostname: 'example.com',
    test: true,
    'error-codes': [],
  }
}

function refuse(error: Siteverification['error-codes'][number]): Siteverification {
  return { success: false, 'error-codes': [error] }
}
