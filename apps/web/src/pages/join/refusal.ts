import { ProblemError } from '@stillhere/client/http'
import { describeFailure, type ProblemWords } from '../../parts/failure.tsx'
import { say, sayCount } from '../../words/speak.ts'

/** Why the service refused a request, and where on the form to show it. `waitMs` is how long it stays refused. */
export type Refusal =
  | { at: 'invite' | 'email' | 'code'; words: string }
  | { at: 'form'; title: string; advice: string; waitMs?: number; hasOtherWays?: true }

const INVITE_REFUSALS: Readonly<Record<string, InviteRefusal>> = {
  INVITE_CODE_REQUIRED: 'required',
  INVITE_CODE_INVALID: 'unknown',
  INVITE_CODE_USED: 'used',
  INVITE_CODE_REVOKED: 'revoked',
}

/** Error for a malformed email address. */
export const EMAIL_WORDS = say('That doesn’t look like an email address. Check for an extra or missing character.')

const OWN: ProblemWords = {
  // A new code resets the tries.
  TOO_MANY_TRIES: {
    title: say('Too many wrong codes.'),
    advice: say('This code is closed now. Ask for a new one below.'),
  },
}

const OTHER_WAYS = say('If you’ve joined before, a passkey or a recovery code still signs you in.')

/** Converts an error of requesting or confirming a code to a refusal: texts to show, and the field they belong to (`form` for none). */
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
  // The notice shows a countdown, so the text doesn't mention the wait.
  return { at: 'form', title, advice: OTHER_WAYS, hasOtherWays: true, ...wait }
}

/** Returns the refusal to show after a field was edited: null if the refusal was about that field, else unchanged. */
export function selectRefusalAfterEdit(refusal: Refusal | null, field: 'invite' | 'email' | 'code'): Refusal | null {
  return refusal?.at === field ? null : refusal
}

type FormInput = { email: string; invite: string }

/** Returns the refusal of a request to show beside the current input. Returns null if the refused field has been changed since its text was sent. */
export function selectRefusalForInput(refusal: Refusal, sent: FormInput, typed: FormInput): Refusal | null {
  if (refusal.at === 'invite' && toInviteCode(typed.invite) !== sent.invite) return null
  return refusal.at === 'email' && typed.email.trim() !== sent.email ? null : refusal
}

/** Describes that the code was wrong and how many tries are left. The number is an upper bound, because another tab may have used some. */
export function describeWrongCode(triesLeft: number): string {
  if (triesLeft <= 0) return say('That’s not the code, and it was the last try. Ask for a new one below.')
  return sayCount(
    triesLeft,
    'That’s not the code, or it’s too old. One try is left.',
    'That’s not the code, or it’s too old. {count} tries are left.',
  )
}

/** Converts typed or pasted text to an invite code: takes it from a link, in capitals, with hyphens for spaces and dashes. Doesn't check that it's well formed. */
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

/** Why an invite is rejected, and what to do next. */
export const INVITE_WORDS = {
  malformed: say('An invite has three parts, like SERVICE-7F3K-9QXZ. Check for an extra or missing character.'),
  unknown: say('We don’t know this invite. Check for typos, or ask the person who gave it to you.'),
  used: say('This invite has been used. Each lets one person in, so ask for another one.'),
  reserved: say('Someone is joining with this invite right now. If they don’t finish, it’s free again in ten minutes.'),
  revoked: say('This invite was revoked. Ask the person who gave it to you for another one.'),
  required: say('This address has no node yet, and you need an invite to join. Enter the one you were given.'),
} as const satisfies Record<string, string>

type InviteRefusal = keyof typeof INVITE_WORDS
