import type { Client, OutputOf } from '@stillhere/client/http'
import { Card } from '../../../parts/card.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { ExactTime } from '../../../parts/time.tsx'
import { formatNumber } from '../../../words/format.ts'
import { sayRich } from '../../../words/rich.tsx'
import { say } from '../../../words/speak.ts'
import { IssuerCard } from './issuer.tsx'

type Health = OutputOf<'getHealth'>
type Part = { name: string; took: (ms: string) => string } & Health['services']['wasm']

const REFRESH_MS = 10_000

/** Whether everything works, who the service takes the operator for, and the key that signs receipts. */
export function HealthTab({ admin }: { admin: Client }) {
  const { value, error, reload } = useRequest((signal) => admin.getHealth({}, { signal }), { refreshMs: REFRESH_MS })
  return (
    <div class="stack">
      <Card title={say('The service')}>
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
        <Notice kind="good" title={say('Everything works.')} />
      ) : (
        <Notice kind="warn" title={say('The service works, but a part is down.')}>
          {say('The table shows which one. The log has the details.')}
        </Notice>
      )}
      <Table
        caption={say('Parts of the service')}
        columns={COLUMNS}
        rows={listParts(services)}
        keyOf={({ name }) => name}
      />
      <Facts
        facts={[
          [say('Thresholds'), calibration.active ? say('from a calibration') : say('as shipped')],
          [say('Research sessions'), formatNumber(calibration.sessions_collected)],
          [say('As of'), <ExactTime key="at" at={timestamp} />],
        ]}
      />
    </>
  )
}

function listParts({ datastore, wasm }: Health['services']): readonly Part[] {
  return [
    { name: say('Data store'), took: (ms: string) => say('answered in {ms} ms', { ms }), ...datastore },
    { name: say('Motion engine'), took: (ms: string) => say('loaded in {ms} ms', { ms }), ...wasm },
  ]
}

const COLUMNS: readonly Column<Part>[] = [
  { head: say('Part'), cell: ({ name }) => name },
  {
    head: say('State'),
    cell: ({ ok, error }) => (ok ? say('works') : say('doesn’t work: {error}', { error: error ?? '' })),
  },
  {
    head: say('Time'),
    cell: ({ ok, took, latency_ms }) => (ok ? took(formatNumber(latency_ms, 1)) : '–'),
    end: true,
  },
]

function CallerCard({ admin }: { admin: Client }) {
  const { value, error, reload } = useRequest((signal) => admin.getCallerAddress({}, { signal }))
  return (
    <Card title={say('Your address')}>
      <Failure error={error} onRetry={reload} />
      <p>
        {sayRich(
          'The service sees you as <code>{address}</code>.',
          { code: (text) => <code>{text}</code> },
          { address: value?.address ?? '…' },
        )}
      </p>
      <p class="small soft admin-measure">
        {say(
          'If that’s your proxy and not you, everyone shares one rate limit: set TRUST_PROXY. If you can change it by sending a header, TRUST_PROXY trusts too much.',
        )}
      </p>
      <p class="row">
        <a href="/status">{say('Public status page')}</a>
        <a href="/docs/api">{say('All endpoints')}</a>
      </p>
    </Card>
  )
}
