import type { ApprovalAction } from '@stillhere/contract'
import { DAY_MS, MINUTE_MS } from '../../platform/day.ts'

/** The types of the approvals by which an asker learns a key of a person. No asker can ask for one: they come from the person alone. */
export const KEY_TYPES = { introduce: 'key.introduce', replace: 'key.replace' } as const

type Typed = { kind?: string; type?: string | null }

/** Whether this request introduces a key. */
export function isIntroduction({ type }: Typed): boolean {
  return Object.values<unknown>(KEY_TYPES).includes(type)
}

/** Which key an asker is to know from now on, and which one it knew, if that can still sign. Both are thumbprints. */
export type Introduction = { key: string; replaces: string | null }

/** The action of an introduction, as the person approves it. The new key signs it, or the one that it replaces. */
export function writeIntroduction({ key, replaces }: Introduction): ApprovalAction {
  if (replaces === null) return { type: KEY_TYPES.introduce, summary: 'Introduce my key', details: { key } }
  return {
    type: KEY_TYPES.replace,
    summary: 'Replace my key by another one',
    details: { old_key: replaces, new_key: key },
  }
}

const REDEEMABLE_MS = 5 * MINUTE_MS

/** How long after its end a request can be redeemed: as long as its receipt is valid. No asker waits for an introduction, so it has a day. */
export function readRedeemableMs(request: Typed): number {
  return isIntroduction(request) ? DAY_MS : REDEEMABLE_MS
}
