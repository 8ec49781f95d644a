import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { MorePages } from '../../parts/more-pages.tsx'
import { usePages } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { Confirm } from './confirm.tsx'

type Invite = OutputOf<'listInvites'>['invites'][number]

const PAGE = 50

const STATES: Readonly<Record<Invite['state'], string>> = {
  unused: 'free',
  reserved: 'held for who is joining',
  used: 'used',
  revoked: 'revoked',
}

/** The codes, newest first; a free one can be taken back. `made` are new ones, which make the list old. */
export function InviteList({ admin, made }: { admin: Client; made: readonly string[] }) {
  const [asked, setAsked] = useState<Invite | null>(null)
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    admin.listInvites({ limit: PAGE, cursor }, { signal }),
  )
  useEffect(reload, [made])
  if (!pages) return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={6} />
  const invites = pages.flatMap((page) => page.invites)
  if (invites.length === 0)
    return <Empty title="There is no code yet.">Make some above, and give one to each guest.</Empty>
  return (
    <>
      <Table
        caption="Invite codes, newest first"
        columns={columnsWith(setAsked)}
        rows={invites}
        keyOf={({ id }) => id}
      />
      <MorePages more={more} isBusy={isBusy} error={error} />
      <Confirm
        title="Revoke this code?"
        verb="Revoke it"
        kind="danger"
        open={asked !== null}
        work={() => admin.revokeInvite({ id: asked?.id ?? '' })}
        onDone={reload}
        onClose={() => setAsked(null)}
      >
        <p>
          Whoever holds the code that ends in <code>{asked?.hint}</code> can no longer join with it. This cannot be
          undone; a new code can be made.
        </p>
      </Confirm>
    </>
  )
}

function columnsWith(onRevoke: (invite: Invite) => void): readonly Column<Invite>[] {
  return [
    { head: 'Ends in', cell: ({ hint }) => <code>…{hint}</code> },
    { head: 'State', cell: showState },
    { head: 'Made', cell: ({ created_at }) => <Time at={created_at} /> },
    {
      head: 'Take back',
      end: true,
      cell: (invite) =>
        invite.state === 'unused' || invite.state === 'reserved' ? (
          <Button kind="quiet" onClick={() => onRevoke(invite)}>
            Revoke<span class="unseen"> the code that ends in {invite.hint}</span>
          </Button>
        ) : (
          '–'
        ),
    },
  ]
}

function showState({ state, used_at }: Invite) {
  if (used_at === null) return STATES[state]
  return (
    <>
      {STATES[state]} <Time at={used_at} />
    </>
  )
}
