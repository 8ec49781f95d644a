import type { Client, OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Check } from '../../../parts/field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { ExactTime } from '../../../parts/time.tsx'
import { Confirm } from '../confirm.tsx'

type Key = OutputOf<'getIssuer'>['keys'][number]

// Everybody else may keep the list of keys for five minutes; whoever has just changed it may not.
const FRESH = { 'cache-control': 'no-cache' }

const STATES: Readonly<Record<Key['status'], string>> = {
  active: 'signs now',
  retired: 'retired; its receipts stay good',
  compromised: 'compromised; nothing of it counts',
}
const COLUMNS: readonly Column<Key>[] = [
  { head: 'Key', cell: ({ id }) => <code>{id}</code> },
  { head: 'State', cell: ({ status }) => STATES[status] },
  { head: 'From', cell: ({ from }) => <ExactTime at={from} /> },
  { head: 'Until', cell: ({ until }) => (until === null ? '–' : <ExactTime at={until} />), end: true },
]

/** The keys that sign receipts, and the way to a new one. */
export function IssuerCard({ admin }: { admin: Client }) {
  const [isAsked, setAsked] = useState(false)
  const [rotated, setRotated] = useState<string | null>(null)
  const { value, error, reload } = useRequest((signal) => admin.getIssuer({}, { signal, headers: FRESH }))
  const onRotated = (id: string) => {
    setRotated(id)
    reload()
  }
  return (
    <Card title="Who signs receipts">
      <Failure error={error} onRetry={reload} />
      {rotated === null ? null : (
        <Notice kind="good" title="A new key signs from now on." live>
          It is <code>{rotated}</code>. Those who pinned the earlier one must fetch it.
        </Notice>
      )}
      <div class="stack admin-keep-keys">
        {value ? (
          <Table caption="Signing keys, newest first" columns={COLUMNS} rows={value.keys} keyOf={({ id }) => id} />
        ) : error ? null : (
          <Skeleton lines={3} />
        )}
      </div>
      <p>
        <Button kind="quiet" onClick={() => setAsked(true)}>
          Change the signing key
        </Button>
      </p>
      <Rotate admin={admin} open={isAsked} onRotated={onRotated} onClose={() => setAsked(false)} />
    </Card>
  )
}

type RotateProps = { admin: Client; open: boolean; onRotated: (id: string) => void; onClose: () => void }

function Rotate({ admin, open, onRotated, onClose }: RotateProps) {
  const [compromised, setCompromised] = useState(false)
  const done = ({ issuer }: OutputOf<'rotateIssuer'>) => {
    setCompromised(false)
    onRotated(issuer.id)
  }
  return (
    <Confirm
      title="Change the signing key?"
      verb={compromised ? 'Distrust the old key and change it' : 'Change the key'}
      kind={compromised ? 'danger' : 'main'}
      open={open}
      work={() => admin.rotateIssuer({ compromised })}
      onDone={done}
      onClose={onClose}
    >
      <p>
        The next receipt is signed by a new key, and every chain of receipts begins anew. Receipts of the old key stay
        good until they expire.
      </p>
      <Check
        label="The old key has leaked: trust nothing that it signed"
        checked={compromised}
        onChecked={setCompromised}
      />
      {compromised ? (
        <Notice kind="warn" title="Every receipt given out so far becomes worthless, at once and for good.">
          All earlier keys are published as compromised. Tell those who pinned them.
        </Notice>
      ) : null}
    </Confirm>
  )
}
