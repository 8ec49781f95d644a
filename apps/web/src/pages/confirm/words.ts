import { ProblemError } from '@stillhere/client/http'
import { describeFailure } from '../../parts/failure.tsx'
import { say } from '../../words/speak.ts'

/** Texts of the page. */
export const WORDS = {
  title: say('Confirm your application'),
  lead: say(
    'Confirm that the mailbox is yours. The first 50 people to do so become founding testers and get an invite.',
  ),
  field: say('From the email'),
  hint: say('The 43 characters at the end of the link. If you opened the link, they are filled in.'),
  button: say('Confirm'),
  done: say('Your application is confirmed'),
  founding: say('You’re a founding tester.'),
  foundingAdvice: say('Save your invite code. It’s shown only once and lets one person in.'),
  invite: say('Invite code'),
  join: say('Join with this invite'),
  late: say('All 50 places are taken.'),
  tryScan: say('Try a scan without a node'),
  lateAdvice: say('We’ve noted that the mailbox is yours, and that you’d like to test.'),
} as const

/** Returns the error to show at the token's field if the service refused the link as malformed, used or expired. Returns an empty object for any other failure. */
export function describeLinkRefusal(error: unknown): { token?: string } {
  if (!(error instanceof ProblemError)) return {}
  if (error.code === 'INVALID_REQUEST') return { token: say('Check for an extra or missing character.') }
  if (error.code !== 'LINK_USED' && error.code !== 'LINK_EXPIRED') return {}
  const { title, advice } = describeFailure(error)
  return { token: `${title} ${advice}`.trim() }
}

/** Returns the token in pasted text: the part after `#` if the text is a link, otherwise all of it. */
export function readToken(written: string): string {
  return written.trim().replace(/^.*#/, '')
}
