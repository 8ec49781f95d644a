import type { OutputOf } from '@stillhere/client/http'
import { say } from '../words/speak.ts'

type Audited = OutputOf<'auditApprovals'>['approvals'][number]

type Decided = Pick<Audited, 'status' | 'reason' | 'decided_at' | 'redeemed_at'>

/** What became of an approval, in a few words. */
export function describeDecision({ status, reason, decided_at, redeemed_at }: Decided): string {
  if (status === 'open') return say('Waiting')
  if (status === 'granted') return redeemed_at === null ? say('Approved, not used yet') : say('Approved and used')
  if (status === 'expired') return decided_at === null ? say('Expired') : say('Approved, not used in time')
  return DENIALS[reason ?? 'denied_by_person']
}

const DENIALS: Readonly<Record<NonNullable<Audited['reason']>, string>> = {
  denied_by_person: say('Denied'),
  asker_removed: say('Denied: the asker may no longer ask'),
  too_many_refusals: say('Denied after five refused scans'),
}
