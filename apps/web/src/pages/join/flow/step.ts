import type { Pending } from './pending.ts'
import type { Refusal } from './refusal.ts'
import type { Wish } from './send-code.ts'

/**
 * Where somebody is on the way in. `wallet` is an account that signed here and is not bound to a node yet; it can be bound
 * as soon as there is one.
 */
export type Stage =
  | { name: 'start'; wish: Wish; refusal: Refusal | null; wallet: string | null }
  | { name: 'code'; pending: Pending; wallet: string | null }
  | { name: 'welcome'; isBack: boolean; nodeHandle: string; genesisIndex: number | null; wallet: string | null }
  | { name: 'back' }

export const STEPS = ['E-mail', 'Code', 'Node'] as const

/** The step of each stage. */
export function stepOf({ name }: Stage): number {
  if (name === 'start') return 0
  return name === 'code' ? 1 : 2
}
