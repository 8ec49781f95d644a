import { say } from '../../../words/speak.ts'

/** What is said of approving without motion. */
export const OTHER_WAY_WORDS = {
  open: say('I can’t or don’t want to move a phone'),
  text: say(
    'You can approve this with a code that we mail you. The site learns that nobody moved, and there’s no receipt.',
  ),
  mail: say('Mail me a code'),
  again: say('Mail another code'),
  approve: say('Approve with this code'),
} as const
