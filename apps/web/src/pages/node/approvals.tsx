import type { OutputOf } from '@stillhere/client/http'
import { describeAsker } from '../../ask/ask.ts'
import { Approvers, describeDecision } from '../../parts/approvers.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { Card, Empty } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { usePages } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { MorePages } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { service } from '../../service.ts'
import { sayRich } from '../../words/rich.tsx'
import { say } from '../../words/speak.ts'
import { Askers } from './askers.tsx'

/** Shows the Approvals tab: requests for approval, and the sites and agents that may ask. */
export function ApprovalsTab() {
  return (
    <div class="stack">
      <ApprovalList />
      <Askers />
    </div>
  )
}

type ApprovalRecord = OutputOf<'listApprovals'>['approvals'][number]

const PAGE = 20

/** Lists requests for approval: open ones first, then the newest. */
function ApprovalList() {
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    service.listApprovals({ limit: PAGE, cursor }, { signal }),
  )
  const items = pages && pages.flatMap(({ approvals }) => approvals)
  return (
    <Card title={say('Approvals')}>
      {items === null ? <Failure error={error} onRetry={reload} /> : null}
      {items === null && !error ? <Skeleton lines={4} /> : null}
      {items?.length === 0 ? (
        <Empty title={say('No requests yet.')}>
          <p>{say('Sites and agents that you let ask can ask you to approve one exact action. It appears here.')}</p>
        </Empty>
      ) : null}
      <ul class="node-list">{items && sortOpenFirst(items).map((one) => <ApprovalItem key={one.id} one={one} />)}</ul>
      {items ? <MorePages more={more} isBusy={isBusy} error={error} label={say('Show earlier ones')} /> : null}
      {items && items.length > 0 ? <p class="small soft">{say('Approvals are kept for 90 days.')}</p> : null}
    </Card>
  )
}

function sortOpenFirst(items: readonly ApprovalRecord[]): ApprovalRecord[] {
  const [open, decided] = [true, false].map((isOpen) => items.filter(({ status }) => (status === 'open') === isOpen))
  return [...(open ?? []), ...(decided ?? [])]
}

function ApprovalItem({ one }: { one: ApprovalRecord }) {
  const { id, asker, action, status, decision, assurance, reached, created_at, expires_at, decided_at, test } = one
  const isOpen = status === 'open'
  return (
    <li>
      <div>
        <p>
          <strong>
            <bdi>{action.summary}</bdi>
          </strong>
        </p>
        <p class="small">
          {describeDecision(one)}
          {test ? say(', a test') : ''}
          {decided_at === null ? null : sayRich(', decided <time></time>', { time: () => <Time at={decided_at} /> })}
          {isOpen ? sayRich(', expires <time></time>', { time: () => <Time at={expires_at} /> }) : null}
        </p>
        <p class="small soft">
          {sayRich(
            '{asker}, <code>{type}</code>, level {level}, asked <time></time>',
            { code: (text) => <code>{text}</code>, time: () => <Time at={created_at} /> },
            { asker: describeAsker(asker, say), type: action.type, level: reached ?? assurance },
          )}
        </p>
        <Approvers of={one} />
      </div>
      {isOpen && decision !== 'denied' ? (
        <ButtonLink href={`/approve/${id}`}>
          {decision === 'open' ? say('Decide') : say('Take back')}
          <span class="unseen">
            : <bdi>{action.summary}</bdi>
          </span>
        </ButtonLink>
      ) : null}
    </li>
  )
}
