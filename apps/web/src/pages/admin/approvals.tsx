import type { Client, OutputOf } from '@stillhere/client/http'
import { describeDecision } from '../../parts/approvers.tsx'
import { Card, Empty } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { usePages } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type Column, MorePages, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { say } from '../../words/speak.ts'

type AuditedApproval = OutputOf<'auditApprovals'>['approvals'][number]

const PAGE = 50

/** Shows the Approvals tab: lists the requested approvals with their askers, approvers and outcomes. */
export function ApprovalsTab({ admin }: { admin: Client }) {
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    admin.auditApprovals({ limit: PAGE, cursor }, { signal }),
  )
  const rows = pages && pages.flatMap(({ approvals }) => approvals)
  return (
    <Card title={say('Approvals')}>
      {rows === null ? error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={6} /> : null}
      {rows?.length === 0 ? (
        <Empty title={say('No approvals yet.')}>
          {say('They appear once a site or an agent asks someone who allows it.')}
        </Empty>
      ) : null}
      {rows && rows.length > 0 ? (
        <>
          <Table caption={say('Approvals, newest first')} columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
          <MorePages more={more} isBusy={isBusy} error={error} />
        </>
      ) : null}
      <p class="small soft admin-measure">
        {say(
          'You see the kind and the digest of an action here, never its content. Approvals leave this list after 90 days.',
        )}
      </p>
    </Card>
  )
}

const COLUMNS: readonly Column<AuditedApproval>[] = [
  { head: say('When'), cell: ({ created_at }) => <Time at={created_at} /> },
  {
    head: say('Requested by'),
    cell: ({ asker }) => (
      <>
        {asker.name} <code class="small soft">{asker.id}</code>
      </>
    ),
  },
  { head: say('Node'), cell: describeApprovers },
  {
    head: say('Kind'),
    cell: ({ type, test }) => (
      <>
        <code>{type}</code>
        {test ? ` (${say('test')})` : ''}
      </>
    ),
  },
  { head: say('State'), cell: describeDecision },
  { head: say('Level'), cell: describeLevel },
  { head: say('Decided'), cell: ({ decided_at }) => (decided_at === null ? '–' : <Time at={decided_at} />) },
  { head: say('Digest'), cell: ({ digest }) => <code title={digest}>{digest.slice(0, 8)}</code> },
]

/** Describes which nodes were asked, and how many of them have to approve. */
function describeApprovers({ need, approvers }: AuditedApproval): string {
  const names = approvers.map(({ node_handle }) => node_handle).join(', ')
  return approvers.length > 1 ? `${names} (${say('{need} of {people}', { need, people: approvers.length })})` : names
}

/** Describes the assurance level that was reached and the level that was requested. */
function describeLevel({ assurance, reached }: AuditedApproval): string {
  return reached === null
    ? say('{wanted} requested', { wanted: assurance })
    : say('{reached} of {wanted} requested', { reached, wanted: assurance })
}
