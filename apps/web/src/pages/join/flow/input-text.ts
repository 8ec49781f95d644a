import { say } from '../../../words/speak.ts'

/** An invite as it is sent: out of a whole link, in capital letters, with plain hyphens for spaces and dashes. */
export function tidyInvite(text: string): string {
  const code = inviteOfLink(text.trim()) ?? text
  return code
    .trim()
    .toUpperCase()
    .replace(/[\s\p{Pd}]+/gu, '-')
}

function inviteOfLink(text: string): string | null {
  return URL.canParse(text) ? new URL(text).searchParams.get('invite') : null
}

/** Why an invite lets nobody in, in words, with the next step. */
export const INVITE_WORDS = {
  malformed: say('An invite has three parts, like SERVICE-7F3K-9QXZ. Check for an extra or missing character.'),
  unknown: say('We don’t know this invite. Check for typos, or ask the person who gave it to you.'),
  used: say('This invite has been used. Each lets one person in, so ask for another one.'),
  reserved: say('Someone is joining with this invite right now. If they don’t finish, it’s free again in ten minutes.'),
  revoked: say('This invite was taken back. Ask the person who gave it to you for another one.'),
  required: say('This address has no node yet, and you need an invite to join. Enter the one you were given.'),
} as const satisfies Record<string, string>

export type InviteRefusal = keyof typeof INVITE_WORDS
