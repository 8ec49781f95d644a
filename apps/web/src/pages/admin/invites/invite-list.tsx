import type { Client } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { MorePages } from '../../../parts/more-pages.tsx'
import { usePages } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { Confirm } from '../confirm.tsx'
import { type Invite, STATES, WORDS } from './words.ts'

const PAGE = 50

/** The invites, newest first; a free one can be taken back. `made` are new ones, which make the list old. */
export function InviteList({ admin, made }: { admin: Client; made: readonly string[] }) {
  const [asked, setAsked] = useState<Invite | null>(null)
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    admin.listInvites({ limit: PAGE, cursor }, { signal }),
  )
  useEffect(reload, [made])
  if (!pages) return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={6} />
  const invites = pages.flatMap((page) => page.invites)
  if (invites.length === 0) return <Empty title={WORDS.none}>{WORDS.noneAdvice}</Empty>
  return (
    <>
      <Table caption={WORDS.list} columns={columnsWith(setAsked)} rows={invites} keyOf={({ id }) => id} />
      <MorePages more={more} isBusy={isBusy} error={error} />
      <Confirm
        title={WORDS.question}
        verb={WORDS.revoke}
        kind="danger"
        open={asked !== null}
        work={() => admin.revokeInvite({ id: asked?.id ?? '' })}
        onDone={reload}
        onClose={() => setAsked(null)}
      >
        <p>{WORDS.consequence(asked?.hint ?? '')}</p>
      </Confirm>
    </>
  )
}

function columnsWith(onRevoke: (invite: Invite) => void): readonly Column<Invite>[] {
  return [
    { head: WORDS.heads.hint, cell: ({ hint }) => <code>…{hint}</code> },
    { head: WORDS.heads.note, cell: ({ note }) => <span class="admin-words">{note === '' ? '–' : note}</span> },
    { head: WORDS.heads.state, cell: showState },
    { head: WORDS.heads.made, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      head: WORDS.heads.act,
      end: true,
      cell: (invite) =>
        invite.state === 'unused' || invite.state === 'reserved' ? (
          <Button kind="quiet" onClick={() => onRevoke(invite)}>
            {WORDS.revoke}
            <span class="unseen">{WORDS.revokeWhich(invite.hint)}</span>
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
