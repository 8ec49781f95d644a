import './approvers.css'
import type { OutputOf } from '@stillhere/client/http'
import { say } from '../words/speak.ts'

type ApprovalRequest = OutputOf<'listApprovals'>['approvals'][number]
type Approver = ApprovalRequest['approvers'][number]

const DECISIONS: Readonly<Record<Approver['status'], string>> = {
  open: say('not decided'),
  granted: say('approved'),
  denied: say('denied'),
}

/**
 * Shows how many approvals are needed and each approver's decision, by the names that the asker uses. Shows nothing if the request has a single
 * approver.
 */
export function Approvers({ of: { need, approvers } }: { of: Pick<ApprovalRequest, 'need' | 'approvers'> }) {
  if (approvers.length < 2) return null
  const granted = approvers.filter(({ status }) => status === 'granted').length
  return (
    <div class="approvers small">
      <p>{say('Approved by {granted} so far, {need} needed:', { granted, need })}</p>
      <ul>
        {approvers.map(({ name, status }) => (
          <li key={name} class={status === 'open' ? 'soft' : undefined}>
            <bdi>{name}</bdi>: {DECISIONS[status]}
          </li>
        ))}
      </ul>
    </div>
  )
}

type AuditedApproval = OutputOf<'auditApprovals'>['approvals'][number]

type DecidedApproval = Pick<AuditedApproval, 'status' | 'reason' | 'decided_at' | 'redeemed_at'>

/** Returns a few words about the state of an approval: waiting, approved, used, expired, or denied with the reason. */
export function describeDecision({ status, reason, decided_at, redeemed_at }: DecidedApproval): string {
  if (status === 'open') return say('Waiting')
  if (status === 'granted') return redeemed_at === null ? say('Approved, not used yet') : say('Approved and used')
  if (status === 'expired') return decided_at === null ? say('Expired') : say('Approved, not used in time')
  return DENIALS[reason ?? 'denied_by_person']
}

const DENIALS: Readonly<Record<NonNullable<AuditedApproval['reason']>, string>> = {
  denied_by_person: say('Denied'),
  asker_removed: say('Denied: the asker may no longer ask'),
  too_many_refusals: say('Denied after five refused scans'),
}
