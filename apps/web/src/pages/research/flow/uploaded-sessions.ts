import { signal } from '@preact/signals'
import type { Given } from './delete-code.ts'

const KEY = 'stillhere-research'

/**
 * What was given from this tab, newest first. Phones reload pages by themselves, and then a code that nobody has kept yet would
 * be gone; like the session it ends with the tab.
 */
export const givenHere = signal<readonly Given[]>(stored())

export function rememberGiven(given: Given): void {
  keep([given, ...givenHere.peek()])
}

export function forgetGiven(sessionId: string): void {
  keep(givenHere.peek().filter((one) => one.sessionId.toLowerCase() !== sessionId.toLowerCase()))
}

function keep(list: readonly Given[]): void {
  givenHere.value = list
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // A browser may forbid storage; then they are kept as long as the page.
  }
}

function stored(): Given[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter(isGiven) : []
  } catch {
    return []
  }
}

function isGiven(value: unknown): value is Given {
  if (typeof value !== 'object' || value === null) return false
  const { sessionId, deleteToken } = value as Partial<Record<keyof Given, unknown>>
  return typeof sessionId === 'string' && typeof deleteToken === 'string'
}
