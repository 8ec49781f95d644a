import type { Client, OutputOf } from '@stillhere/client/http'
import { Card } from '../../../parts/card.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { ExactTime } from '../../../parts/time.tsx'
import { IssuerCard } from './issuer.tsx'

type Health = OutputOf<'getHealth'>
type Part = { name: string; does: string } & Health['services']['wasm']

const REFRESH_MS = 10_000

/** Whether everything works, who the service takes the operator for, and the key that signs receipts. */
export function HealthTab({ admin }: { admin: Client }) {
  const { value, error, reload } = useRequest((signal) => admin.getHealth({}, { signal }), { refreshMs: REFRESH_MS })
  return (
    <div class="stack">
      <Card title="The service">
        <Failure error={error} onRetry={reload} />
        <div class="stack admin-keep-health">
          {value ? <Parts health={value} /> : error ? null : <Skeleton lines={10} />}
        </div>
      </Card>
      <IssuerCard admin={admin} />
      <CallerCard admin={admin} />
    </div>
  )
}

function Parts({ health }: { health: Health }) {
  const { calibration, services, status, timestamp } = health
  return (
    <>
      {status === 'healthy' ? (
        <Notice kind="good" title="Everything works." />
      ) : (
        <Notice kind="warn" title="The service works with a part missing.">
          The table says which. What a driver said stands in the log.
        </Notice>
      )}
      <Table caption="Parts of the service" columns={COLUMNS} rows={listParts(services)} keyOf={({ name }) => name} />
      <Facts
        facts={[
          ['Thresholds', calibration.active ? 'from a calibration' : 'as shipped'],
          ['Research sessions', calibration.sessions_collected.toLocaleString('en')],
          ['As of', <ExactTime key="at" at={timestamp} />],
        ]}
      />
    </>
  )
}

function listParts({ datastore, wasm }: Health['services']): readonly Part[] {
  return [
    { name: 'Data store', does: 'answered in', ...datastore },
    { name: 'Motion engine', does: 'loaded in', ...wasm },
  ]
}

const COLUMNS: readonly Column<Part>[] = [
  { head: 'Part', cell: ({ name }) => name },
  { head: 'State', cell: ({ ok, error }) => (ok ? 'works' : `does not work: ${error}`) },
  { head: 'Time', cell: ({ ok, does, latency_ms }) => (ok ? `${does} ${latency_ms.toFixed(1)} ms` : '–'), end: true },
]

function CallerCard({ admin }: { admin: Client }) {
  const { value, error, reload } = useRequest((signal) => admin.getCallerAddress({}, { signal }))
  return (
    <Card title="Your address">
      <Failure error={error} onRetry={reload} />
      <p>
        The service takes you for <code>{value?.address ?? '…'}</code>.
      </p>
      <p class="small soft admin-measure">
        If that is your proxy and not you, everybody shares one budget: set TRUST_PROXY. If you can change it by a
        header of your own, TRUST_PROXY trusts too much.
      </p>
      <p class="row">
        <a href="/status">Public status page</a>
        <a href="/docs/api">Every endpoint</a>
      </p>
    </Card>
  )
}
