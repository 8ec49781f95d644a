import { signal } from '@preact/signals'

/** Who is signed in, in this tab. */
export type Session = { email: string; nodeHandle: string; token: string }

const KEY = 'stillhere-session'
// That this browser is somebody's own, and they stay signed in.
const STAY = 'stillhere-stay'

/**
 * The session of this tab. It is kept in sessionStorage: a reload, which phones do by themselves when memory is short, must not
 * end a scan; closing the tab must. In localStorage, which every later user of the browser could read, only on a device that its owner
 * wants notices on: see stayOnDevice.
 */
export const session = signal<Session | null>(readStored())

export function signIn(next: Session): void {
  session.value = next
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify(next)))
  if (attempt(() => localStorage.getItem(STAY))) attempt(() => localStorage.setItem(KEY, JSON.stringify(next)))
}

export function signOut(): void {
  session.value = null
  attempt(() => sessionStorage.removeItem(KEY))
  attempt(() => localStorage.removeItem(KEY))
}

/** Keeps who is signed in, and whoever signs in later, on this device: a notice opens a tab of its own and must lead to a decision, not to a mailed code. */
export function stayOnDevice(): void {
  attempt(() => localStorage.setItem(STAY, 'yes'))
  if (session.value) signIn(session.value)
}

/** Ends with the tab again. */
export function endWithTab(): void {
  attempt(() => localStorage.removeItem(STAY))
  attempt(() => localStorage.removeItem(KEY))
}

function readStored(): Session | null {
  const kept = attempt(() => parseSession(sessionStorage.getItem(KEY))) ?? null
  return kept ?? attempt(() => parseSession(localStorage.getItem(KEY))) ?? null
}

/** What was kept, or null for anything else that may stand there. */
export function parseSession(text: string | null): Session | null {
  const value: unknown = JSON.parse(text ?? 'null')
  if (typeof value !== 'object' || value === null) return null
  const { email, nodeHandle, token } = value as Record<string, unknown>
  if (typeof email !== 'string' || typeof nodeHandle !== 'string' || typeof token !== 'string') return null
  return { email, nodeHandle, token }
}

// A browser may forbid storage altogether; then the session lives as long as the page.
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
