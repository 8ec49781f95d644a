import { signal } from '@preact/signals'

/** The signed-in person. */
export type Session = { email: string; nodeHandle: string }

const KEY = 'stillhere-who'
// Keys of earlier versions, which stored tokens that scripts could read.
const KEYS_BEFORE = ['stillhere-session', 'stillhere-stay']

/**
 * The signed-in person, as far as this page knows. The session itself is a cookie that scripts can't read. Only address and handle are in
 * localStorage, so that every tab renders at once. The service decides; see confirmSession.
 */
export const session = signal<Session | null>(readStored())

/** Stores who is signed in, or null after signing out, for all tabs. */
export function saveSession(next: Session | null): void {
  session.value = next
  runSafely(() => (next ? localStorage.setItem(KEY, JSON.stringify(next)) : localStorage.removeItem(KEY)))
}

/** Watches for changes in other tabs: signing out in one signs out in all. */
export function watchOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) session.value = readStored()
  })
  for (const key of KEYS_BEFORE) {
    runSafely(() => localStorage.removeItem(key))
    runSafely(() => sessionStorage.removeItem(key))
  }
}

function readStored(): Session | null {
  return runSafely(() => parseSession(localStorage.getItem(KEY))) ?? null
}

/** Parses the stored person; null for anything else. */
export function parseSession(text: string | null): Session | null {
  const value: unknown = JSON.parse(text ?? 'null')
  if (typeof value !== 'object' || value === null) return null
  const { email, nodeHandle } = value as Record<string, unknown>
  return typeof email === 'string' && typeof nodeHandle === 'string' ? { email, nodeHandle } : null
}

// A browser may forbid storage; then the page depends on the service each time.
function runSafely<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** The operator's session in this browser; unknown until the service responds. The session itself is a cookie that scripts can't read. */
export const adminState = signal<'unknown' | 'open' | 'locked'>('unknown')

/** Receives the outcome of the open sign-in dialog; null while none is open. */
export const signInQuestion = signal<((isDone: boolean) => void) | null>(null)

let answer: Promise<boolean> | undefined

/** Opens a dialog to sign in again and returns false if the person declines. Concurrent calls share the dialog. */
export function openSignInQuestion(): Promise<boolean> {
  answer ??= new Promise((resolve) => {
    signInQuestion.value = (isDone) => {
      signInQuestion.value = null
      answer = undefined
      resolve(isDone)
    }
  })
  return answer
}

const WAITING_KEY = 'stillhere-waiting-page'
// As long as a mailed code and its link.
const KEPT_MS = 600_000

/**
 * Stores the page to return to after signing in, for ten minutes. It is in localStorage, because the link in a mail opens another tab.
 */
export function saveWaitingPage(path: string, now = Date.now()): void {
  // A path that isn't ours keeps the stored page.
  if (isOwnPath(path))
    runSafely(() => localStorage.setItem(WAITING_KEY, JSON.stringify({ path, until: now + KEPT_MS })))
}

/** Returns the stored page once and deletes it; null if there is none. */
export function spendWaitingPage(now = Date.now()): string | null {
  const kept = runSafely(() => JSON.parse(localStorage.getItem(WAITING_KEY) ?? 'null') as unknown)
  runSafely(() => localStorage.removeItem(WAITING_KEY))
  if (typeof kept !== 'object' || kept === null) return null
  const { path, until } = kept as { path?: unknown; until?: unknown }
  const isFresh = typeof until === 'number' && now < until && until <= now + KEPT_MS
  return isFresh && typeof path === 'string' && isOwnPath(path) ? path : null
}

// Accepts only a normalized path of this origin: browsers would read some texts as another origin (//x, /\x).
function isOwnPath(path: string): boolean {
  const base = 'https://own.invalid'
  const url = URL.parse(path, base)
  if (url === null || url.origin !== base || !path.startsWith('/')) return false
  return url.pathname + url.search + url.hash === path && !/^\/(?:join|admin|setup|api)(?:[/?#]|$)/.test(path)
}
