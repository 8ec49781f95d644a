/** How this page has a check: as the page that the person came with, or as the phone beside it. */
export type Held = { token: string; isDevice: boolean }

const KEY = 'stillhere-check-'

/** The token of a check that this tab has open; a reload must not lose it, and no other tab may use it. */
export function findHeld(id: string): Held | null {
  return attempt(() => parseHeld(sessionStorage.getItem(KEY + id))) ?? null
}

export function keepHeld(id: string, held: Held): void {
  attempt(() => sessionStorage.setItem(KEY + id, JSON.stringify(held)))
}

/**
 * Under which this tab opens a check: a page that was loaded anew before the answer came asks again for the same one, and nobody else
 * has taken the check.
 */
export function readOpeningKey(id: string): string {
  const name = `${KEY}${id}-opening`
  const kept = attempt(() => sessionStorage.getItem(name))
  if (kept) return kept
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  attempt(() => sessionStorage.setItem(name, key))
  return key
}

export function forgetHeld(id: string): void {
  attempt(() => sessionStorage.removeItem(KEY + id))
}

function parseHeld(text: string | null): Held | null {
  const { token, isDevice }: { token?: unknown; isDevice?: unknown } = Object(JSON.parse(text ?? 'null'))
  return typeof token === 'string' && typeof isDevice === 'boolean' ? { token, isDevice } : null
}

// A browser may forbid storage altogether; then the check lives as long as the page.
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
