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

/** Stores in this browser who is signed in, or null after signing out. All tabs follow. The session itself is a cookie that only the service sets. */
export function saveSession(next: Session | null): void {
  session.value = next
  runSafely(() => (next ? localStorage.setItem(KEY, JSON.stringify(next)) : localStorage.removeItem(KEY)))
}

/** Starts to follow sign-ins and sign-outs in other tabs of this browser. Also deletes the entries that earlier versions stored. */
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

/** Parses the signed-in person as stored in localStorage. Returns null if the text is absent or has another form; throws if it isn't JSON. */
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

/**
 * Opens the dialog in which the person signs in again. Resolves to true after signing in and to false if the person closes the dialog. Concurrent
 * calls share one dialog.
 */
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
 * Stores the page to return to after signing in, for ten minutes. Ignores a path that isn't a page of this app to return to. It's in
 * localStorage, because the link in a mail opens another tab.
 */
export function saveWaitingPage(path: string, now = Date.now()): void {
  // A path that isn't ours keeps the stored page.
  if (isOwnPath(path))
    runSafely(() => localStorage.setItem(WAITING_KEY, JSON.stringify({ path, until: now + KEPT_MS })))
}

/** Deletes the stored page to return to after signing in and returns its path. Returns null if there is none or it's older than ten minutes. */
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
