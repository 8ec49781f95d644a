import type { Pending } from './pending.ts'

/** Where the code is and until when it works, or that it is closed. */
export function describeSentCode(pending: Pending, until: string): string {
  if (isClosed(pending)) return `The code for ${pending.email} is closed.`
  return `${describeCodePlace(pending)} It works until ${until}.`
}

/** Where a code is that was just asked for: in a mailbox or, without SMTP, in a file of the server. */
export function describeCodePlace({
  email,
  delivery,
  mailFolder,
}: Pick<Pending, 'email' | 'delivery' | 'mailFolder'>): string {
  if (delivery === 'smtp') return `We emailed a 6-digit code to ${email}.`
  const where =
    mailFolder === '' ? 'with the operator of this server: ask there' : `in the newest file in ${mailFolder}`
  return `This server has no mail set up. The code for ${email} is ${where}.`
}

/** Where to look for a mail that did not come; empty where none was sent. */
export function describeMissingMail({ delivery }: Pick<Pending, 'delivery'>): string {
  return delivery === 'smtp' ? 'No email? Check your spam folder.' : ''
}

/** Whether every try at a code was used up. */
export function isClosed({ triesLeft }: Pick<Pending, 'triesLeft'>): boolean {
  return triesLeft <= 0
}
