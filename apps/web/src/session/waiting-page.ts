const KEY = 'stillhere-waiting-page'
// As long as a code and the link beside it.
const KEPT_MS = 600_000

/**
 * Remembers the page that somebody signs in for. In localStorage, since the link in a mail opens another tab; for ten minutes, so that it
 * surprises nobody later.
 */
export function keepWaitingPage(path: string, now = Date.now()): void {
  // A page that is just left for Join keeps the one that was waiting before.
  if (isOwnPath(path)) attempt(() => localStorage.setItem(KEY, JSON.stringify({ path, until: now + KEPT_MS })))
}

/** Where to return to after signing in, once; null where nobody came from such a page of ours. */
export function takeWaitingPage(now = Date.now()): string | null {
  const kept = attempt(() => JSON.parse(localStorage.getItem(KEY) ?? 'null') as unknown)
  attempt(() => localStorage.removeItem(KEY))
  if (typeof kept !== 'object' || kept === null) return null
  const { path, until } = kept as { path?: unknown; until?: unknown }
  const isFresh = typeof until === 'number' && now < until && until <= now + KEPT_MS
  return isFresh && typeof path === 'string' && isOwnPath(path) ? path : null
}

// A path of this origin, written as browsers write it: what they would read as another origin (//x, /\x) or tidy up leads nowhere.
function isOwnPath(path: string): boolean {
  const base = 'https://own.invalid'
  const url = URL.parse(path, base)
  if (url === null || url.origin !== base || !path.startsWith('/')) return false
  return url.pathname + url.search + url.hash === path && !/^\/(?:join|admin|setup|api)(?:[/?#]|$)/.test(path)
}

// A browser may forbid storage altogether; then the way back is the person's.
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
