const KEY = 'stillhere-waiting-page'

// Only pages that people had to sign in for: an address from elsewhere leads nowhere.
const PAGES = /^\/(?:(?:check|approve)\/[\w-]+|node\?allow=[^/]+)$/

/** Remembers the page of a check, of an approval or of who wants to ask, while somebody signs in for it. */
export function keepWaitingPage(path: string): void {
  attempt(() => sessionStorage.setItem(KEY, path))
}

/** Where to return to after signing in, once; null where nobody came from such a page. */
export function takeWaitingPage(): string | null {
  const path = attempt(() => sessionStorage.getItem(KEY)) ?? ''
  attempt(() => sessionStorage.removeItem(KEY))
  return PAGES.test(path) ? path : null
}

// A browser may forbid storage altogether; then the way back is the person's.
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
