import type { OutputOf } from '@stillhere/client/http'
import { say } from '../../../words/speak.ts'

export type Mail = OutputOf<'listOutbox'>['mails'][number]

/** What the tab Mail says. */
export const WORDS = {
  title: say('Mails'),
  waiting: say('Waiting'),
  waitingNote: say('retried automatically'),
  failed: say('Failed'),
  failedNote: say('waiting for you'),
  show: say('Show'),
  none: say('No mail here.'),
  noneAdvice: say('Mails appear as soon as people join or subscribe.'),
  revived: say('The mail will be tried again.'),
  list: say('Mails, newest first'),
  heads: {
    mail: say('Mail'),
    to: say('To'),
    state: say('State'),
    tries: say('Tries'),
    made: say('Made'),
    done: say('Next or done'),
    why: say('Why it failed'),
    act: say('Actions'),
  },
  retry: say('Try again'),
  read: say('Read'),
  which: (id: string) => ` ${say('mail {id}', { id })}`,
  sealed: say(
    'Recipients and contents are not shown. A mail is tried six times within seven hours. Once sent or failed, it leaves this list after 30 days.',
  ),
  noSmtp: say('Mail is not set up.'),
  noSmtpAdvice: say(
    'Mails stay on this server. You can read them here for a day, sign-in codes too. Set SMTP_URL to send them.',
  ),
  gone: say('The file of this mail no longer exists.'),
  to: say('To'),
  subject: say('Subject'),
  test: say('Send a test mail'),
} as const

export const KINDS: Readonly<Record<Mail['kind'], string>> = {
  subscription: say('Subscription confirmed'),
  code: say('Sign-in code'),
  approval: say('Approval request'),
  founding_tester: say('Link for a founding tester'),
  waitlist: say('Waitlist link'),
  notice: say('Notice to a member'),
  invite: say('Invite'),
  test: say('Test mail'),
}

export const STATES: Readonly<Record<Mail['state'], string>> = {
  waiting: say('waiting'),
  sending: say('being sent'),
  sent: say('sent'),
  dead: say('failed'),
}

export const FILTERS = [
  { value: 'all', label: say('All') },
  { value: 'waiting', label: say('Waiting') },
  { value: 'sending', label: say('Being sent') },
  { value: 'dead', label: say('Failed') },
  { value: 'sent', label: say('Sent') },
] as const
