import type { OutputOf } from '@stillhere/client/http'
import { say } from '../../../words/speak.ts'

export type Invite = OutputOf<'listInvites'>['invites'][number]

/** What the tab Invites says. */
export const WORDS = {
  make: say('Invite people'),
  all: say('All invites'),
  none: say('No invites yet.'),
  noneAdvice: say('Make some above, one for each person.'),
  list: say('Invites, newest first'),
  heads: { hint: say('Ends in'), note: say('Note'), state: say('State'), made: say('Made'), act: say('Actions') },
  revoke: say('Revoke'),
  revokeWhich: (hint: string) => ` ${say('the invite ending in {hint}', { hint })}`,
  question: say('Revoke this invite?'),
  consequence: (hint: string) =>
    say('The invite ending in {hint} stops working. You can always make a new one.', { hint }),
} as const

/** What is said of people who ask for an invite. */
export const WAITLIST_WORDS = {
  title: say('Waiting for an invite'),
  none: say('No one is waiting.'),
  noneAdvice: say(
    'People without an invite can ask for one on the Join page. They show up here once they’ve opened the link in their mail.',
  ),
  list: say('People asking for an invite, longest wait first'),
  heads: { email: say('Email'), note: say('Note'), asked: say('When'), act: say('Actions') },
  admit: say('Let in'),
  remove: say('Remove'),
  invited: (email: string) => say('An invite is on its way to {email}.', { email }),
  removed: (email: string) => say('{email} is off the list.', { email }),
} as const

export const STATES: Readonly<Record<Invite['state'], string>> = {
  unused: say('free'),
  reserved: say('someone is joining'),
  used: say('used'),
  revoked: say('revoked'),
}
