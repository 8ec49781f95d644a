import type { RecoveryState } from '@stillhere/contract'
import type { StoredRecovery } from './store.ts'

// Without i, l, o and u, which are taken for others or make words (Crockford's base 32).
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 16
const WHOLE = new RegExp(`^[${SIGNS}]{${LENGTH}}$`)

/**
 * Creates a recovery code: 80 random bits as 16 characters in four groups. `draw` returns a random whole number from 0 up to, but not
 * including, its argument.
 */
export function createRecoveryCode(draw: (below: number) => number): string {
  const text = Array.from({ length: LENGTH }, () => SIGNS[draw(SIGNS.length)]).join('')
  return text.replaceAll(/.{4}(?=.)/g, '$&-')
}

/**
 * Normalizes a typed recovery code for comparison: lower case, without spaces and hyphens, o becomes 0, i and l become 1. Returns undefined
 * for text that can't be a recovery code.
 */
export function parseRecoveryCode(typed: string): string | undefined {
  const text = typed.toLowerCase().replaceAll(/[ -]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return WHOLE.test(text) ? text : undefined
}

/** Returns the API's form of a node's recovery codes: how many are unused, and when they were created. */
export function describeRecovery({ left, madeAt }: StoredRecovery): RecoveryState {
  return { left, made_at: madeAt?.toISOString() ?? null }
}
