import { say } from '../words/speak.ts'

/** What is said of a mailed code wherever it is typed in. */
export const CODE_WORDS = {
  code: say('Code'),
  sixDigits: say('The code has six digits.'),
} as const

type CodePlace = { email: string; delivery: 'smtp' | 'file'; mailFolder: string }

/** Where a code is that was just asked for: in a mailbox or, without SMTP, in a file of the server. */
export function describeCodePlace({ email, delivery, mailFolder }: CodePlace): string {
  if (delivery === 'smtp') return say('We emailed a 6-digit code to {email}.', { email })
  if (mailFolder === '')
    return say('This server has no mail set up. The operator has the code for {email}: ask them.', { email })
  return say('This server has no mail set up. The code for {email} is in the newest file in {folder}.', {
    email,
    folder: mailFolder,
  })
}
