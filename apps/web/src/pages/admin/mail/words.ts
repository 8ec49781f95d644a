import type { OutputOf } from '@stillhere/client/http'

export type Mail = OutputOf<'listOutbox'>['mails'][number]

/** What the tab Mail says. */
export const WORDS = {
  title: 'Mails',
  waiting: 'Waiting',
  waitingNote: 'tried again by themselves',
  failed: 'Failed',
  failedNote: 'waiting for you',
  show: 'Show',
  none: 'No mail here.',
  noneAdvice: 'Mails appear as soon as people join or subscribe.',
  revived: 'The mail is tried again from the start.',
  list: 'Mails, newest first',
  heads: {
    mail: 'Mail',
    state: 'State',
    tries: 'Tries',
    made: 'Made',
    done: 'Next or done',
    why: 'Why it failed',
    act: 'Actions',
  },
  retry: 'Try again',
  read: 'Read',
  which: (id: string) => ` mail ${id}`,
  sealed:
    'Nobody can see here who a mail goes to or what it says. A mail is tried six times within seven hours. One that was sent or failed leaves this list after 30 days.',
  noSmtp: 'Mail is not set up.',
  noSmtpAdvice:
    'Mails stay on this server. You can read them here for a day, sign-in codes too. Set SMTP_URL to send them.',
  gone: 'The file of this mail is gone.',
  to: 'To',
  subject: 'Subject',
  test: 'Send a test mail',
  testHint: 'Your own address is fine.',
  address: 'Email address',
  send: 'Send',
  testState: {
    waiting: 'On its way…',
    sending: 'On its way…',
    sent: 'Sent. Check the mailbox, and the spam folder.',
    written: 'Written to a file: mail is not set up, so nobody gets it.',
    dead: 'It failed.',
  },
  wrongAddress: 'That doesn’t look like an email address.',
} as const

export const KINDS: Readonly<Record<Mail['kind'], string>> = {
  subscription: 'Subscription confirmed',
  code: 'Sign-in code',
  approval: 'Request for an approval',
  founding_tester: 'Link of a founding tester',
  waitlist: 'Link of the waitlist',
  notice: 'Notice to the owner of a node',
  invite: 'Invite',
  test: 'Test mail',
}

export const STATES: Readonly<Record<Mail['state'], string>> = {
  waiting: 'waiting',
  sending: 'being sent',
  sent: 'sent',
  dead: 'failed',
}

export const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'sending', label: 'Being sent' },
  { value: 'dead', label: 'Failed' },
  { value: 'sent', label: 'Sent' },
] as const
