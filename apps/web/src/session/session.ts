import { signal } from '@preact/signals'

/** Who is signed in, in this tab. */
export type Session = { email: string; nodeHandle: string; token: string }

const KEY = 'stillhere-session'

/**
 * The session of this tab. It is kept in sessionStorage: a reload, which phones do by themselves when memory is short, must not
 * end a scan; closing the tab must. Never localStorage, which every later user of the browser could read.
 */
export const session = signal<Session | null>(readStored())

export function signIn(next: Session): void {
  session.value = next
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify(next)))
}

export function signOut(): void {
  session.value = null
  attempt(() => sessionStorage.removeItem(KEY))
}

function readStored(): Session | null {
  return attempt(() => parseSession(sessionStorage.getItem(KEY))) ?? null
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
