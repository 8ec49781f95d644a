import { ProblemError } from '@stillhere/client/http'
import { failureWords } from '../../parts/failure-words.ts'

/** What the page says. */
export const WORDS = {
  title: 'Confirm your application',
  lead: 'Show that the mailbox is yours. The first 50 people to confirm are founding testers and get an invite.',
  field: 'From the mail',
  hint: 'The 43 characters at the end of the link. If you opened the link, they are filled in.',
  button: 'Confirm',
  done: 'Your application is confirmed',
  founding: 'You’re a founding tester.',
  foundingAdvice: 'Keep your invite code: it’s shown only now. It lets one person in.',
  invite: 'Invite code',
  join: 'Join with this invite',
  late: 'All 50 places are taken.',
  tryScan: 'Try a scan without a node',
  lateAdvice: 'We’ve noted that the mailbox is yours, and that you’d like to test.',
} as const

/** Words for what was wrong with the token; undefined when something else failed. */
export function refusalWords(error: unknown): string | undefined {
  if (!(error instanceof ProblemError)) return undefined
  if (error.code === 'INVALID_REQUEST') return 'Check for an extra or missing character.'
  if (error.code !== 'LINK_USED' && error.code !== 'LINK_EXPIRED') return undefined
  const { title, advice } = failureWords(error)
  return `${title} ${advice}`.trim()
}

/** The token in what somebody pasted: the whole link, or only its end. */
export function tokenIn(written: string): string {
  return written.trim().replace(/^.*#/, '')
}
