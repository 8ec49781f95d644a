import type { Pending } from './pending.ts'

/** Where the code is and until when it works, or that it is closed. */
export function sentWords({ email, delivery, mailFolder, triesLeft }: Pending, until: string): string {
  if (isClosed({ triesLeft })) return `The code for ${email} is closed.`
  const works = `It works until ${until}.`
  if (delivery === 'smtp') return `We emailed a 6-digit code to ${email}. ${works}`
  const where =
    mailFolder === '' ? 'with the operator of this server: ask there' : `in the newest file in ${mailFolder}`
  return `This server has no mail set up. The code for ${email} is ${where}. ${works}`
}

/** Where to look for a mail that did not come; empty where none was sent. */
export function missingMailWords({ delivery }: Pick<Pending, 'delivery'>): string {
  return delivery === 'smtp' ? 'No email? Check your spam folder.' : ''
}

/** Whether every try at a code was used up. */
export function isClosed({ triesLeft }: Pick<Pending, 'triesLeft'>): boolean {
  return triesLeft <= 0
}
