import { ProblemError } from '@stillhere/client/http'
import { describeFailure } from '../../parts/failure-words.ts'
import type { ProblemWords } from '../../parts/problem-words.ts'
import { say, sayCount } from '../../words/speak.ts'

/** Why it does not go on, where on the form it belongs, and for how long it stays so. */
export type Refusal =
  | { at: 'invite' | 'email' | 'code'; words: string }
  | { at: 'form'; title: string; advice: string; waitMs?: number; hasOtherWays?: true }

const INVITE_REFUSALS: Readonly<Record<string, InviteRefusal>> = {
  INVITE_CODE_REQUIRED: 'required',
  INVITE_CODE_INVALID: 'unknown',
  INVITE_CODE_USED: 'used',
  INVITE_CODE_REVOKED: 'revoked',
}

/** What to say of an address that is none. */
export const EMAIL_WORDS = say('That doesn’t look like an email address. Check for an extra or missing character.')

const OWN: ProblemWords = {
  // A new code works at the first try, whatever was tried before.
  TOO_MANY_TRIES: {
    title: say('Too many wrong codes.'),
    advice: say('This code is closed now. Ask for a new one below.'),
  },
}

const OTHER_WAYS = say('If you’ve joined before, a passkey or a recovery code still signs you in.')

/** Why the service sent no code, or did not take one. */
export function toRefusal(error: unknown): Refusal {
  if (!(error instanceof ProblemError)) return toFormRefusal(error)
  const invite = INVITE_REFUSALS[error.code]
  if (invite !== undefined) return { at: 'invite', words: INVITE_WORDS[invite] }
  if (isAboutField(error, '/invite_code')) return { at: 'invite', words: INVITE_WORDS.malformed }
  if (isAboutField(error, '/email')) return { at: 'email', words: EMAIL_WORDS }
  return toFormRefusal(error)
}

function isAboutField({ errors }: ProblemError, field: string): boolean {
  return errors.some(({ pointer }) => pointer === field)
}

function toFormRefusal(error: unknown): Refusal {
  const { title, advice } = describeFailure(error, OWN)
  const isTooOften = error instanceof ProblemError && error.status === 429 && error.code !== 'TOO_MANY_TRIES'
  if (!isTooOften) return { at: 'form', title, advice }
  const wait = error.retryAfterMs ? { waitMs: error.retryAfterMs } : {}
  // The notice counts the wait down, so the words need not name it.
  return { at: 'form', title, advice: OTHER_WAYS, hasOtherWays: true, ...wait }
}

/** What is left of a refusal once its field is edited: what was said of the text before it is no longer true. */
export function selectRefusalAfterEdit(refusal: Refusal | null, field: 'invite' | 'email' | 'code'): Refusal | null {
  return refusal?.at === field ? null : refusal
}

type FormInput = { email: string; invite: string }

/** What holds of a refusal for what stands in the form by now: somebody may have gone on typing while the service was asked. */
export function selectRefusalForInput(refusal: Refusal, sent: FormInput, typed: FormInput): Refusal | null {
  if (refusal.at === 'invite' && toInviteCode(typed.invite) !== sent.invite) return null
  return refusal.at === 'email' && typed.email.trim() !== sent.email ? null : refusal
}

/** What to say of a wrong code, with the tries that are left at most: another tab may have used some. */
export function describeWrongCode(triesLeft: number): string {
  if (triesLeft <= 0) return say('That’s not the code, and it was the last try. Ask for a new one below.')
  return sayCount(
    triesLeft,
    'That’s not the code, or it’s too old. One try is left.',
    'That’s not the code, or it’s too old. {count} tries are left.',
  )
}

/** An invite as it is sent: out of a whole link, in capital letters, with plain hyphens for spaces and dashes. */
export function toInviteCode(text: string): string {
  const code = parseInviteLink(text.trim()) ?? text
  return code
    .trim()
    .toUpperCase()
    .replace(/[\s\p{Pd}]+/gu, '-')
}

function parseInviteLink(text: string): string | null {
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

type InviteRefusal = keyof typeof INVITE_WORDS
