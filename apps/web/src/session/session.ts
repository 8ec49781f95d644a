import { signal } from '@preact/signals'

/** Who is signed in with this browser. */
export type Session = { email: string; nodeHandle: string }

const KEY = 'stillhere-who'
// Where versions before kept tokens, which scripts could read.
const KEYS_BEFORE = ['stillhere-session', 'stillhere-stay']

/**
 * Who is signed in, as far as this page knows. What signs in is a cookie that no script reads; only the address and the handle are
 * kept in localStorage, so that every tab draws at once. The service has the last word: see confirmSession.
 */
export const session = signal<Session | null>(readStored())

/** Notes who is signed in from now on, or that nobody is, for all tabs. */
export function noteSession(next: Session | null): void {
  session.value = next
  attempt(() => (next ? localStorage.setItem(KEY, JSON.stringify(next)) : localStorage.removeItem(KEY)))
}

/** Follows what other tabs note: whoever signs out in one is signed out in all. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) session.value = readStored()
  })
  for (const key of KEYS_BEFORE) {
    attempt(() => localStorage.removeItem(key))
    attempt(() => sessionStorage.removeItem(key))
  }
}

function readStored(): Session | null {
  return attempt(() => parseSession(localStorage.getItem(KEY))) ?? null
}

/** What was kept, or null for anything else that may stand there. */
export function parseSession(text: string | null): Session | null {
  const value: unknown = JSON.parse(text ?? 'null')
  if (typeof value !== 'object' || value === null) return null
  const { email, nodeHandle } = value as Record<string, unknown>
  return typeof email === 'string' && typeof nodeHandle === 'string' ? { email, nodeHandle } : null
}

// A browser may forbid storage altogether; then the page asks the service each time.
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
