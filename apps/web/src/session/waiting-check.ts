const KEY = 'stillhere-waiting-check'

/** Remembers the check of this page while somebody signs in for it. */
export function keepWaitingCheck(path: string): void {
  attempt(() => sessionStorage.setItem(KEY, path))
}

/** Where to return to after signing in, once; null where nobody came from a check. */
export function takeWaitingCheck(): string | null {
  const path = attempt(() => sessionStorage.getItem(KEY)) ?? ''
  attempt(() => sessionStorage.removeItem(KEY))
  return /^\/check\/[\w-]+$/.test(path) ? path : null
}

// A browser may forbid storage altogether; then the way back is the person's.
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
