import type { ProblemWords } from '../parts/problem-words.ts'
import { formatMoment } from '../words/format.ts'
import { say } from '../words/speak.ts'
import { signInAgain } from './leave.ts'

/** Words for what a sign-in by recovery code can't do yet, with the time that the service names. */
export const RECOVERY_WAIT_WORDS: ProblemWords = {
  RECOVERY_WAIT: ({ detail }) => ({
    kind: 'warn',
    title: say('You signed in with a recovery code.'),
    advice: say(
      'In case someone stole it, this waits until {time}. You can do it now if you sign in with a passkey, a wallet or an emailed code.',
      { time: formatMoment(new Date(/\d{4}-\S+Z/.exec(detail)?.[0] ?? '')) },
    ),
    wayOut: { label: say('Sign in another way'), go: signInAgain },
  }),
}
