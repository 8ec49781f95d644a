import type { Insufficient } from './types.ts'

export function insufficient(reason: string): Insufficient {
  return { status: 'insufficient', reason }
}
