import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../parts/action.ts'
import { useAnswer } from '../../parts/answer.ts'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { Confirm } from './confirm.tsx'
import { Refusal } from './refusal.tsx'

type Page = OutputOf<'listInvites'>
type Invite = Page['invites'][number]

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
  const { value, error, ask } = useAnswer((signal) => admin.listInvites({ limit: PAGE }, { signal }))
  const [later, setLater] = useState<readonly Page[]>([])
  useEffect(() => setLater([]), [value])
  useEffect(ask, [made])
  if (error) return <Refusal error={error} onRetry={ask} />
  if (!value) return <Skeleton lines={6} />
  if (value.invites.length === 0)
    return <Empty title="There is no code yet.">Make some above, and give one to each guest.</Empty>
  const pages = [value, ...later]
  return (
    <>
      <Table
        caption="Invite codes, newest first"
        columns={columnsWith(setAsked)}
        rows={pages.flatMap(({ invites }) => invites)}
        keyOf={({ id }) => id}
      />
      <More admin={admin} cursor={pages.at(-1)?.nextCursor ?? null} onPage={(page) => setLater([...later, page])} />
      <Confirm
        title="Revoke this code?"
        verb="Revoke it"
        kind="danger"
        open={asked !== null}
        work={() => admin.revokeInvite({ id: asked?.id ?? '' })}
        onDone={ask}
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
    { head: 'State', cell: stateOf },
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

function stateOf({ state, used_at }: Invite) {
  if (used_at === null) return STATES[state]
  return (
    <>
      {STATES[state]} <Time at={used_at} />
    </>
  )
}

type MoreProps = { admin: Client; cursor: string | null; onPage: (page: Page) => void }

function More({ admin, cursor, onPage }: MoreProps) {
  const { isBusy, error, run } = useAction()
  if (cursor === null) return null
  return (
    <>
      {error === null ? null : <Refusal error={error} />}
      <p>
        <Button
          kind="quiet"
          busy={isBusy}
          onClick={() => run(() => admin.listInvites({ limit: PAGE, cursor }), onPage)}
        >
          Show older ones
        </Button>
      </p>
    </>
  )
}
