import type { AllowedAsker } from '@stillhere/contract'
import { dayOf } from '../day.ts'
import type { StoredAsker } from './store.ts'

/** What a node is told of who may ask it. */
export function describeAllowed(one: StoredAsker, now: Date): AllowedAsker {
  const { asker, allowedAt, perDay, day, asked, subject } = one
  const askedToday = day === dayOf(now) ? asked : 0
  return { asker, allowed_at: allowedAt.toISOString(), per_day: perDay, asked_today: askedToday, subject }
}
