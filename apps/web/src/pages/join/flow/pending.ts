/** A code that was asked for: whose, until when, and how often it may be guessed. Times are in ms since 1970. */
export type Pending = {
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
export function createPending(
  who: Pick<Pending, 'email' | 'invite' | 'isMember' | 'delivery' | 'mailFolder'>,
  expiresInSeconds: number,
  now: number,
): Pending {
  return { ...who, expiresAt: now + expiresInSeconds * 1000, resendAt: now + RESEND_MS, triesLeft: MAX_TRIES }
}

/** What was kept, unless it is something else or the code is over. */
export function parsePending(text: string | null, now: number): Pending | null {
  const value: unknown = JSON.parse(text ?? 'null')
  return isPending(value) && value.expiresAt > now ? value : null
}

function isPending(value: unknown): value is Pending {
  if (typeof value !== 'object' || value === null) return false
  const { email, invite, isMember, delivery, mailFolder, expiresAt, resendAt, triesLeft } = value as Partial<Pending>
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
export function keepPending(pending: Pending | null): void {
  try {
    if (pending) sessionStorage.setItem(KEY, JSON.stringify(pending))
    else sessionStorage.removeItem(KEY)
  } catch {}
}

export function readPending(now: number): Pending | null {
  try {
    return parsePending(sessionStorage.getItem(KEY), now)
  } catch {
    return null
  }
}
