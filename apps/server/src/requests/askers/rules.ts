import type { AllowedAsker } from '@stillhere/contract'
import { dayOf } from '../../platform/day.ts'
import type { SiteRow } from '../sites/store.ts'
import type { AskerRef, StoredAsker } from './store.ts'

/** The site or agent that calls. */
export type CallingAsker = AskerRef & {
  /** The key of a site, or the id of an agent. */
  key: string
  /** For whom a receipt is that it gets, and by which the names of people differ from those that others know them by. */
  audience: string
  /** A site that tests; what it gets proves nothing. */
  test: boolean
}

/** A site as it asks. */
export function describeSite({ id, siteKey, origins, test }: SiteRow): CallingAsker {
  return { kind: 'site', id, key: siteKey, audience: origins[0] ?? '', test }
}

/** An agent as it asks. */
export function describeAgent({ id, agentId }: { id: number; agentId: string }): CallingAsker {
  return { kind: 'agent', id, key: agentId, audience: agentId, test: false }
}

/** What a node is told of who may ask it. */
export function describeAllowed(one: StoredAsker, now: Date): AllowedAsker {
  const { asker, knownKey, knownSince, day, asked } = one
  return {
    asker,
    allowed_at: one.allowedAt.toISOString(),
    per_day: one.perDay,
    asked_today: day === dayOf(now) ? asked : 0,
    shares_key: one.sharesKey,
    known_key:
      knownKey === null || knownSince === null ? null : { thumbprint: knownKey, since: knownSince.toISOString() },
    shares_name: one.personName,
    subject: one.subject,
  }
}
