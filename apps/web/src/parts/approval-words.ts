import type { OutputOf } from '@stillhere/client/http'

type Audited = OutputOf<'auditApprovals'>['approvals'][number]

/** Who asks. */
export type Asker = Audited['asker']

/** Who asks, from where and on whose behalf; the service writes the same into documents. */
export function describeAsker({ kind, name, origin, operator }: Asker): string {
  if (kind === 'site') return `${name} (${origin})`
  return `${name} (agent of ${origin}${operator === null ? '' : `, operated by ${operator}`})`
}

type Decided = Pick<Audited, 'status' | 'reason' | 'decided_at' | 'redeemed_at'>

/** What became of an approval, in a few words. */
export function describeDecision({ status, reason, decided_at, redeemed_at }: Decided): string {
  if (status === 'open') return 'Open'
  if (status === 'granted') return redeemed_at === null ? 'Approved, not used yet' : 'Approved and used'
  if (status === 'expired') return decided_at === null ? 'Expired' : 'Approved, not used in time'
  return DENIALS[reason ?? 'denied_by_person']
}

const DENIALS: Readonly<Record<NonNullable<Audited['reason']>, string>> = {
  denied_by_person: 'Denied',
  asker_removed: 'Denied, as its asker may no longer ask',
  too_many_refusals: 'Denied after five refused scans',
}
