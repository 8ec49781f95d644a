import { describeCodePlace } from '../../codes/words.ts'
import { say } from '../../words/speak.ts'
import type { Refusal } from './refusal.ts'

/** Where to send a code, and the invite to join with; empty where the address has a node. */
export type CodeRequest = { email: string; invite: string }

/**
 * How far a person is in joining. `wallet` is an account that signed here and is not bound to a node yet; it can be bound
 * as soon as there is one.
 */
export type JoinStep =
  | { name: 'start'; request: CodeRequest; refusal: Refusal | null; wallet: string | null }
  | { name: 'code'; pending: PendingCode; wallet: string | null }
  | { name: 'link'; link: string }
  | { name: 'welcome'; isBack: boolean; nodeHandle: string; genesisIndex: number | null; wallet: string | null }
  | { name: 'back' }

/** The beginning, with nothing filled in. */
export const START: JoinStep = { name: 'start', request: { email: '', invite: '' }, refusal: null, wallet: null }

export const STEPS = [say('Email'), say('Code'), say('Node')] as const

/** Returns the index of a step in STEPS. */
export function findStepIndex({ name }: JoinStep): number {
  if (name === 'start') return 0
  return name === 'code' || name === 'link' ? 1 : 2
}

/** Where the code is and until when it works, or that it is closed. */
export function describeSentCode(pending: PendingCode, until: string): string {
  if (isCodeClosed(pending)) return say('The code for {email} is closed.', { email: pending.email })
  return `${describeCodePlace(pending)} ${say('It works until {time}.', { time: until })}`
}

/** Where to look for a mail that did not come; empty where none was sent. */
export function describeMissingMail({ delivery }: Pick<PendingCode, 'delivery'>): string {
  return delivery === 'smtp' ? say('No email? Check your spam folder.') : ''
}

/** Whether every try at a code was used up. */
export function isCodeClosed({ triesLeft }: Pick<PendingCode, 'triesLeft'>): boolean {
  return triesLeft <= 0
}

/** A code that was asked for: whose, until when, and how often it may be guessed. Times are in ms since 1970. */
export type PendingCode = {
  email: string
  /** The invite that it was asked for with; empty where the address has a node. */
  invite: string
  /** Whether the address has a node already, so that this is a sign-in. */
  isMember: boolean
  /** How the mail left the service: by SMTP or, where none is set up, as a file in a folder that may be named. */
  delivery: 'smtp' | 'file'
  mailFolder: string
  expiresAt: number
  /** When the next code may be asked for. */
  resendAt: number
  triesLeft: number
}

/** Guesses at one code, as docs/otp.md has it. */
const MAX_TRIES = 5
/** A mail may take so long, and three codes may be asked for at once; more patience is asked for by the service itself. */
const RESEND_MS = 30_000

const KEY = 'stillhere-join'

/** A code that was just sent. */
export function createPendingCode(
  who: Pick<PendingCode, 'email' | 'invite' | 'isMember' | 'delivery' | 'mailFolder'>,
  expiresInSeconds: number,
  now: number,
): PendingCode {
  return { ...who, expiresAt: now + expiresInSeconds * 1000, resendAt: now + RESEND_MS, triesLeft: MAX_TRIES }
}

/** What was kept, unless it is something else or the code is over. */
export function parsePendingCode(text: string | null, now: number): PendingCode | null {
  const value: unknown = JSON.parse(text ?? 'null')
  return isPendingCode(value) && value.expiresAt > now ? value : null
}

function isPendingCode(value: unknown): value is PendingCode {
  if (typeof value !== 'object' || value === null) return false
  const { email, invite, isMember, delivery, mailFolder, expiresAt, resendAt, triesLeft } =
    value as Partial<PendingCode>
  return (
    [email, invite, mailFolder].every((one) => typeof one === 'string') &&
    (delivery === 'smtp' || delivery === 'file') &&
    typeof isMember === 'boolean' &&
    [expiresAt, resendAt, triesLeft].every((one) => typeof one === 'number')
  )
}

/**
 * Keeps it for this tab, or forgets it: a phone that switches to the mail app may load the page anew. A browser that
 * forbids storage only loses that.
 */
export function savePendingCode(pending: PendingCode | null): void {
  try {
    if (pending) sessionStorage.setItem(KEY, JSON.stringify(pending))
    else sessionStorage.removeItem(KEY)
  } catch {}
}

export function readPendingCode(now: number): PendingCode | null {
  try {
    return parsePendingCode(sessionStorage.getItem(KEY), now)
  } catch {
    return null
  }
}
