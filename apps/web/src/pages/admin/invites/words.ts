import type { OutputOf } from '@stillhere/client/http'

export type Invite = OutputOf<'listInvites'>['invites'][number]

/** What the tab Invites says. */
export const WORDS = {
  make: 'Invite people',
  count: 'How many',
  countHint: 'Each lets one person join, once.',
  note: 'Note',
  noteHint: 'For whom? Only operators see it.',
  button: 'Make invites',
  all: 'All invites',
  made: (count: number) => (count === 1 ? 'One invite is made.' : `${count} invites are made.`),
  madeAdvice: 'Save or send them now: they are shown once. The list below knows only their last two characters.',
  link: (code: string) => `Invite link ${code.slice(-2)}`,
  links: 'Invite links',
  qr: (code: string) => `QR code of the invite link that ends in ${code.slice(-2)}`,
  showQr: 'Show QR code',
  mailIt: 'Mail it',
  address: 'Email address',
  send: 'Send',
  sent: (to: string) => `The invite is on its way to ${to}.`,
  wrongAddress: 'That doesn’t look like an email address.',
  none: 'No invites yet.',
  noneAdvice: 'Make some above, and give one to each guest.',
  list: 'Invites, newest first',
  heads: { hint: 'Ends in', note: 'Note', state: 'State', made: 'Made', act: 'Actions' },
  revoke: 'Revoke',
  revokeWhich: (hint: string) => ` the invite that ends in ${hint}`,
  question: 'Revoke this invite?',
  consequence: (hint: string) =>
    `Nobody can join with the invite that ends in ${hint} any more. You can always make a new one.`,
} as const

/** What is said of people who ask for an invite. */
export const WAITLIST_WORDS = {
  title: 'Waiting for an invite',
  none: 'Nobody is waiting.',
  noneAdvice:
    'People without an invite can ask for one on the page Join. They show up here once they’ve opened the link in their mail.',
  list: 'People who ask for an invite, the longest waiting first',
  heads: { email: 'Email', note: 'Note', asked: 'Asked', act: 'Actions' },
  admit: 'Let in',
  remove: 'Remove',
  invited: (email: string) => `An invite is on its way to ${email}.`,
  removed: (email: string) => `${email} is off the list.`,
} as const

export const STATES: Readonly<Record<Invite['state'], string>> = {
  unused: 'free',
  reserved: 'somebody is joining',
  used: 'used',
  revoked: 'revoked',
}

/** The address that an invite is given as: the page Join, with the code filled in. */
export function writeInviteLink(origin: string, code: string): string {
  return `${origin}/join?invite=${encodeURIComponent(code)}`
}
