import { describeCodePlace } from '../../../codes/words.ts'
import { say } from '../../../words/speak.ts'
import type { Pending } from './pending.ts'

/** Where the code is and until when it works, or that it is closed. */
export function describeSentCode(pending: Pending, until: string): string {
  if (isClosed(pending)) return say('The code for {email} is closed.', { email: pending.email })
  return `${describeCodePlace(pending)} ${say('It works until {time}.', { time: until })}`
}

/** Where to look for a mail that did not come; empty where none was sent. */
export function describeMissingMail({ delivery }: Pick<Pending, 'delivery'>): string {
  return delivery === 'smtp' ? say('No email? Check your spam folder.') : ''
}

/** Whether every try at a code was used up. */
export function isClosed({ triesLeft }: Pick<Pending, 'triesLeft'>): boolean {
  return triesLeft <= 0
}
