import type { Client, OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card, Facts } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Check } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { ExactTime } from '../../parts/time.tsx'
import { sayRich } from '../../words/rich.tsx'
import { formatNumber, say } from '../../words/speak.ts'
import { Confirm } from './confirm.tsx'

type Health = OutputOf<'getHealth'>
type Part = { name: string; took: (ms: string) => string } & Health['services']['wasm']

const REFRESH_MS = 10_000

/** Shows the Health tab: the parts of the service, the keys that sign receipts, and the IP address that the service sees for this browser. */
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
        columns={PART_COLUMNS}
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

const PART_COLUMNS: readonly Column<Part>[] = [
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

type Key = OutputOf<'getIssuer'>['keys'][number]

// The list of keys may be cached for five minutes, but an operator who has just rotated a key must see the new one.
const FRESH = { 'cache-control': 'no-cache' }

const KEY_STATES: Readonly<Record<Key['status'], string>> = {
  active: say('signs now'),
  retired: say('retired; its receipts stay valid'),
  compromised: say('compromised; nothing it signed counts'),
}
const KEY_COLUMNS: readonly Column<Key>[] = [
  { head: say('Key'), cell: ({ id }) => <code>{id}</code> },
  { head: say('State'), cell: ({ status }) => KEY_STATES[status] },
  { head: say('From'), cell: ({ from }) => <ExactTime at={from} /> },
  { head: say('Until'), cell: ({ until }) => (until === null ? '–' : <ExactTime at={until} />), end: true },
]

/** Lists the signing keys and rotates the active one. */
function IssuerCard({ admin }: { admin: Client }) {
  const [isAsked, setAsked] = useState(false)
  const [rotated, setRotated] = useState<string | null>(null)
  const { value, error, reload } = useRequest((signal) => admin.getIssuer({}, { signal, headers: FRESH }))
  const handleRotated = (id: string) => {
    setRotated(id)
    reload()
  }
  return (
    <Card title={say('Who signs receipts')}>
      <Failure error={error} onRetry={reload} />
      {rotated === null ? null : (
        <Notice kind="good" title={say('A new key signs from now on.')} live>
          {sayRich(
            'It is <code>{key}</code>. Anyone who pinned the earlier one has to fetch it.',
            { code: (text) => <code>{text}</code> },
            { key: rotated },
          )}
        </Notice>
      )}
      <div class="stack admin-keep-keys">
        {value ? (
          <Table
            caption={say('Signing keys, newest first')}
            columns={KEY_COLUMNS}
            rows={value.keys}
            keyOf={({ id }) => id}
          />
        ) : error ? null : (
          <Skeleton lines={3} />
        )}
      </div>
      <p>
        <Button kind="quiet" onClick={() => setAsked(true)}>
          {say('Change the signing key')}
        </Button>
      </p>
      <RotationDialog admin={admin} open={isAsked} onRotated={handleRotated} onClose={() => setAsked(false)} />
    </Card>
  )
}

type RotationProps = { admin: Client; open: boolean; onRotated: (id: string) => void; onClose: () => void }

function RotationDialog({ admin, open, onRotated, onClose }: RotationProps) {
  const [compromised, setCompromised] = useState(false)
  const handleDone = ({ issuer }: OutputOf<'rotateIssuer'>) => {
    setCompromised(false)
    onRotated(issuer.id)
  }
  return (
    <Confirm
      title={say('Change the signing key?')}
      verb={compromised ? say('Distrust the old key and change it') : say('Change the key')}
      kind={compromised ? 'danger' : 'main'}
      open={open}
      work={() => admin.rotateIssuer({ compromised })}
      onDone={handleDone}
      onClose={onClose}
    >
      <p>
        {say(
          'A new key signs the next receipt, and every chain of receipts starts over. Receipts of the old key stay valid until they expire.',
        )}
      </p>
      <Check
        label={say('The old key has leaked: trust nothing it signed')}
        checked={compromised}
        onChecked={setCompromised}
      />
      {compromised ? (
        <Notice kind="warn" title={say('Every receipt issued so far becomes worthless, at once and permanently.')}>
          {say('All earlier keys are published as compromised. Tell anyone who pinned them.')}
        </Notice>
      ) : null}
    </Confirm>
  )
}
