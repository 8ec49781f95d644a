import type { OutputOf } from '@stillhere/client/http'

export type Person = OutputOf<'searchPeople'>['people'][number]

/** What the tab People says. */
export const WORDS = {
  title: 'People',
  search: 'Search',
  hint: 'Part of a handle, or a whole email address.',
  find: 'Search',
  none: 'Nobody here.',
  noneAdvice: 'Check the spelling, or invite somebody.',
  list: 'People, newest first',
  privacy: 'Email addresses are never shown here. To find somebody by theirs, enter it in full.',
  blocked: 'blocked',
  notJoined: 'not yet',
  never: 'never',
  heads: {
    handle: 'Handle',
    state: 'State',
    joined: 'Joined',
    lastScan: 'Last scan',
    sessions: 'Signed in',
    act: 'Actions',
  },
  signOut: 'Sign out',
  block: 'Block',
  unblock: 'Unblock',
  erase: 'Erase',
  undo: 'Undo',
  signedOut: (handle: string, ended: number) =>
    `${handle} is signed out (${ended === 1 ? '1 session' : `${ended} sessions`}).`,
  didBlock: (handle: string) => `${handle} is blocked.`,
  didUnblock: (handle: string) => `${handle} can come in again.`,
  didErase: (handle: string) => `${handle} is erased.`,
  kept: (handle: string) => `${handle} is kept.`,
  erasing: (handle: string, seconds: number) => `Erasing ${handle} in ${seconds} s.`,
  erasingAdvice: 'Keep this page open. Leaving it keeps the node.',
} as const

/** What is asked before something is done to somebody. */
export const QUESTIONS = {
  signOut: {
    title: (handle: string) => `Sign ${handle} out everywhere?`,
    text: 'Every token and every signed-in browser of this person ends. They can sign in again.',
    verb: 'Sign out',
  },
  block: {
    title: (handle: string) => `Block ${handle}?`,
    text: 'They can’t sign in, scan or use their tokens until you unblock them. Nothing of theirs is deleted.',
    verb: 'Block',
  },
  erase: {
    title: (handle: string) => `Erase ${handle}?`,
    text: 'Everything stored about this person is deleted and their receipts are revoked. You have 10 seconds to undo it; then it is final.',
    verb: 'Erase',
  },
} as const

const STATES: Readonly<Record<Person['status'], string>> = {
  SUBSCRIBED: 'on the waitlist',
  PENDING_VERIFICATION: 'not confirmed',
  ACTIVE: 'active',
  GENESIS_NODE: 'active (genesis)',
}

/** How somebody stands with this service. */
export function describeState({ status, blocked_at }: Person): string {
  return blocked_at === null ? STATES[status] : WORDS.blocked
}
