import type { Client, OutputOf } from '@stillhere/client/http'
import { describeDecision } from '../../../parts/approval-words.ts'
import { Card } from '../../../parts/card.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { MorePages } from '../../../parts/more-pages.tsx'
import { usePages } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'

type Audited = OutputOf<'auditApprovals'>['approvals'][number]

const PAGE = 50

/** Who asked whom for approvals, and what became of it. */
export function ApprovalsTab({ admin }: { admin: Client }) {
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    admin.auditApprovals({ limit: PAGE, cursor }, { signal }),
  )
  const rows = pages && pages.flatMap(({ approvals }) => approvals)
  return (
    <Card title="Approvals">
      {rows === null ? error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={6} /> : null}
      {rows?.length === 0 ? (
        <Empty title="No approvals yet.">
          They appear as soon as a site or an agent asks somebody who lets it ask.
        </Empty>
      ) : null}
      {rows && rows.length > 0 ? (
        <>
          <Table caption="Approvals, newest first" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
          <MorePages more={more} isBusy={isBusy} error={error} />
        </>
      ) : null}
      <p class="small soft admin-measure">
        Nobody sees here what an action says, only its kind and its digest. An approval leaves this list after 90 days.
      </p>
    </Card>
  )
}

const COLUMNS: readonly Column<Audited>[] = [
  { head: 'Asked', cell: ({ created_at }) => <Time at={created_at} /> },
  {
    head: 'Asker',
    cell: ({ asker }) => (
      <>
        {asker.name} <code class="small soft">{asker.id}</code>
      </>
    ),
  },
  { head: 'Node', cell: ({ node_handle }) => node_handle },
  {
    head: 'Kind',
    cell: ({ type, test }) => (
      <>
        <code>{type}</code>
        {test ? ' (test)' : ''}
      </>
    ),
  },
  { head: 'State', cell: describeDecision },
  { head: 'Level', cell: describeLevel },
  { head: 'Decided', cell: ({ decided_at }) => (decided_at === null ? '–' : <Time at={decided_at} />) },
  { head: 'Digest', cell: ({ digest }) => <code title={digest}>{digest.slice(0, 8)}</code> },
]

/** What was reached, and what was asked for. */
function describeLevel({ assurance, reached }: Audited): string {
  return reached === null ? `${assurance} asked for` : `${reached} of ${assurance} asked for`
}
