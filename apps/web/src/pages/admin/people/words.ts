import type { OutputOf } from '@stillhere/client/http'
import { say, sayCount } from '../../../words/speak.ts'

export type Person = OutputOf<'searchPeople'>['people'][number]

/** What the tab People says. */
export const WORDS = {
  title: say('People'),
  search: say('Search'),
  hint: say('Part of a handle, or a whole email address.'),
  find: say('Search'),
  none: say('No one found.'),
  noneAdvice: say('Check the spelling, or invite someone.'),
  list: say('People, newest first'),
  privacy: say('Email addresses are never shown here. To find someone by email, enter the full address.'),
  blocked: say('blocked'),
  notJoined: say('not yet'),
  never: say('never'),
  heads: {
    handle: say('Handle'),
    state: say('State'),
    joined: say('Joined'),
    lastScan: say('Last scan'),
    sessions: say('Signed in'),
    act: say('Actions'),
  },
  signOut: say('Sign out'),
  block: say('Block'),
  unblock: say('Unblock'),
  erase: say('Erase'),
  undo: say('Undo'),
  signedOut: (handle: string, ended: number) =>
    sayCount(ended, '{handle} is signed out (1 session).', '{handle} is signed out ({count} sessions).', { handle }),
  didBlock: (handle: string) => say('{handle} is blocked.', { handle }),
  didUnblock: (handle: string) => say('{handle} can sign in again.', { handle }),
  didErase: (handle: string) => say('{handle} is erased.', { handle }),
  kept: (handle: string) => say('{handle} is kept.', { handle }),
  erasing: (handle: string, seconds: number) => say('Erasing {handle} in {seconds} s.', { handle, seconds }),
  erasingAdvice: say('Keep this page open. If you leave, nothing is erased.'),
} as const

/** What is asked before something is done to somebody. */
export const QUESTIONS = {
  signOut: {
    title: (handle: string) => say('Sign {handle} out everywhere?', { handle }),
    text: say('All their browsers and tokens are signed out. They can sign in again.'),
    verb: say('Sign out'),
  },
  block: {
    title: (handle: string) => say('Block {handle}?', { handle }),
    text: say('They can’t sign in, scan or use their tokens until you unblock them. Nothing of theirs is deleted.'),
    verb: say('Block'),
  },
  erase: {
    title: (handle: string) => say('Erase {handle}?', { handle }),
    text: say(
      'Everything stored about this person is deleted and their receipts are revoked. You have 10 seconds to undo this; after that it’s final.',
    ),
    verb: say('Erase'),
  },
} as const

const STATES: Readonly<Record<Person['status'], string>> = {
  SUBSCRIBED: say('on the waitlist'),
  PENDING_VERIFICATION: say('not confirmed'),
  ACTIVE: say('active'),
  GENESIS_NODE: say('active (genesis)'),
}

/** How somebody stands with this service. */
export function describeState({ status, blocked_at }: Person): string {
  return blocked_at === null ? STATES[status] : WORDS.blocked
}
