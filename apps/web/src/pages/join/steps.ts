import { describeCodePlace } from '../../codes/give-code.tsx'
import { say } from '../../words/speak.ts'
import type { Refusal } from './refusal.ts'

/** The address to send a code to, and the invite to join with; empty if the address has a node. */
export type CodeRequest = { email: string; invite: string }

/**
 * The step a person is at. `wallet` is an account that signed in here and isn't bound to a node yet; it can be bound once there
 * is a node.
 */
export type JoinStep =
  | { name: 'start'; request: CodeRequest; refusal: Refusal | null; wallet: string | null }
  | { name: 'code'; pending: PendingCode; wallet: string | null }
  | { name: 'link'; link: string }
  | { name: 'welcome'; isBack: boolean; nodeHandle: string; genesisIndex: number | null; wallet: string | null }
  | { name: 'back' }

/** The first step, with empty fields. */
export const START: JoinStep = { name: 'start', request: { email: '', invite: '' }, refusal: null, wallet: null }

export const STEPS = [say('Email'), say('Code'), say('Node')] as const

/** Returns the index in STEPS of the stage (email, code or node) that a step belongs to. */
export function findStepIndex({ name }: JoinStep): number {
  if (name === 'start') return 0
  return name === 'code' || name === 'link' ? 1 : 2
}

/** Describes where the code was sent and until when it works (`until`, formatted for people), or that no tries are left. */
export function describeSentCode(pending: PendingCode, until: string): string {
  if (isCodeClosed(pending)) return say('The code for {email} is closed.', { email: pending.email })
  return `${describeCodePlace(pending)} ${say('It works until {time}.', { time: until })}`
}

/** Returns advice on where to look for a missing mail. Returns an empty string if the service writes codes to files. */
export function describeMissingMail({ delivery }: Pick<PendingCode, 'delivery'>): string {
  return delivery === 'smtp' ? say('No email? Check your spam folder.') : ''
}

/** Returns true if no tries are left for the code. */
export function isCodeClosed({ triesLeft }: Pick<PendingCode, 'triesLeft'>): boolean {
  return triesLeft <= 0
}

/** A code that was sent and not yet entered. Times are in ms since 1970. */
export type PendingCode = {
  email: string
  /** The invite it was requested with; empty if the address has a node. */
  invite: string
  /** Whether the address already has a node, so that the code signs in. */
  isMember: boolean
  /** How the code was delivered: by SMTP, or as a file on the server if SMTP isn't set up. `mailFolder` may name its folder. */
  delivery: 'smtp' | 'file'
  mailFolder: string
  expiresAt: number
  /** When another code may be requested. */
  resendAt: number
  triesLeft: number
}

/** Tries per code; see docs/otp.md. */
const MAX_TRIES = 5
/** Gives the mail time to arrive. The service has limits of its own. */
const RESEND_MS = 30_000

const KEY = 'stillhere-join'

/** Creates the state of a code that was just sent: its expiry, the time when another may be requested, and its tries. `now` is in ms since 1970. */
export function createPendingCode(
  who: Pick<PendingCode, 'email' | 'invite' | 'isMember' | 'delivery' | 'mailFolder'>,
  expiresInSeconds: number,
  now: number,
): PendingCode {
  return { ...who, expiresAt: now + expiresInSeconds * 1000, resendAt: now + RESEND_MS, triesLeft: MAX_TRIES }
}

/** Parses the stored state of a code. Returns null if it is malformed or has expired by `now` (ms since 1970). Throws if the text isn't JSON. */
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

/** Saves the state of a code for this tab, because a phone that switches to the mail app may reload the page; null removes it. Does nothing if the browser blocks storage. */
export function savePendingCode(pending: PendingCode | null): void {
  try {
    if (pending) sessionStorage.setItem(KEY, JSON.stringify(pending))
    else sessionStorage.removeItem(KEY)
  } catch {}
}

/** Reads the state of a code that this tab has saved. Returns null if there is none, if it has expired by `now` (ms since 1970), or if the browser blocks storage. */
export function readPendingCode(now: number): PendingCode | null {
  try {
    return parsePendingCode(sessionStorage.getItem(KEY), now)
  } catch {
    return null
  }
}
