import './approvers.css'
import type { OutputOf } from '@stillhere/client/http'
import { say } from '../words/speak.ts'

type Asked = OutputOf<'listApprovals'>['approvals'][number]
type Approver = Asked['approvers'][number]

const DECISIONS: Readonly<Record<Approver['status'], string>> = {
  open: say('not decided'),
  granted: say('approved'),
  denied: say('denied'),
}

/** Says of an approval that asks several people what each has decided, by the names that the asker used. */
export function Approvers({ of: { need, approvers } }: { of: Pick<Asked, 'need' | 'approvers'> }) {
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
