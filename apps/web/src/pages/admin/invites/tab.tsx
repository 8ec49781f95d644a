import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card, Empty } from '../../../parts/card.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { useAction, usePages } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, MorePages, Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { say } from '../../../words/speak.ts'
import { Confirm } from '../confirm.tsx'
import { InviteForm } from './make-invites.tsx'

/** Shows the Invites tab: the waitlist, the form for new invites, and the list of all invites. */
export function InvitesTab({ admin }: { admin: Client }) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const [admitted, setAdmitted] = useState(0)
  return (
    <div class="stack">
      <Card title={WAITLIST_WORDS.title}>
        <Waitlist admin={admin} onInvited={() => setAdmitted((count) => count + 1)} />
      </Card>
      <Card title={WORDS.make}>
        <InviteForm admin={admin} codes={codes} onCodes={setCodes} />
      </Card>
      <Card title={WORDS.all}>
        <InviteList key={admitted} admin={admin} made={codes} />
      </Card>
    </div>
  )
}

type WaitingPerson = OutputOf<'listWaiting'>['waiting'][number]

const PAGE = 50

/** Lists people who asked for an invite, and mails one to those let in. Calls `onInvited` after each. */
function Waitlist({ admin, onInvited }: { admin: Client; onInvited: () => void }) {
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    admin.listWaiting({ limit: PAGE, cursor }, { signal }),
  )
  const { run, isBusy: isActing, error: refused } = useAction()
  const [news, setNews] = useState('')
  if (!pages) return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={3} />
  const handleAdmit = ({ id, email }: WaitingPerson) =>
    run(
      () => admin.admitWaiting({ id }),
      () => {
        setNews(WAITLIST_WORDS.invited(email))
        reload()
        onInvited()
      },
    )
  const handleRemove = ({ id, email }: WaitingPerson) =>
    run(
      () => admin.removeWaiting({ id }),
      () => {
        setNews(WAITLIST_WORDS.removed(email))
        reload()
      },
    )
  const waiting = pages.flatMap((page) => page.waiting)
  return (
    <>
      <p role="status">{news}</p>
      <Failure error={refused} />
      {waiting.length === 0 ? (
        <Empty title={WAITLIST_WORDS.none}>{WAITLIST_WORDS.noneAdvice}</Empty>
      ) : (
        <Table
          caption={WAITLIST_WORDS.list}
          columns={createWaitlistColumns({ admit: handleAdmit, remove: handleRemove, isActing })}
          rows={waiting}
          keyOf={({ id }) => id}
        />
      )}
      <MorePages more={more} isBusy={isBusy} error={error} />
    </>
  )
}

type RowActions = { admit: (one: WaitingPerson) => void; remove: (one: WaitingPerson) => void; isActing: boolean }

function createWaitlistColumns({ admit, remove, isActing }: RowActions): readonly Column<WaitingPerson>[] {
  return [
    { head: WAITLIST_WORDS.heads.email, cell: ({ email }) => <span class="admin-words">{email}</span> },
    {
      head: WAITLIST_WORDS.heads.note,
      cell: ({ note }) => <span class="admin-words">{note === '' ? '–' : note}</span>,
    },
    { head: WAITLIST_WORDS.heads.asked, cell: ({ asked_at }) => <Time at={asked_at} /> },
    {
      head: WAITLIST_WORDS.heads.act,
      end: true,
      cell: (one) => (
        <span class="row">
          <Button busy={isActing} onClick={() => admit(one)}>
            {WAITLIST_WORDS.admit}
            <span class="unseen"> {one.email}</span>
          </Button>
          <Button kind="quiet" busy={isActing} onClick={() => remove(one)}>
            {WAITLIST_WORDS.remove}
            <span class="unseen"> {one.email}</span>
          </Button>
        </span>
      ),
    },
  ]
}

/** Lists the invites, newest first, and revokes unused ones. The list reloads when `made` changes. */
function InviteList({ admin, made }: { admin: Client; made: readonly string[] }) {
  const [target, setTarget] = useState<Invite | null>(null)
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    admin.listInvites({ limit: PAGE, cursor }, { signal }),
  )
  useEffect(reload, [made])
  if (!pages) return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={6} />
  const invites = pages.flatMap((page) => page.invites)
  if (invites.length === 0) return <Empty title={WORDS.none}>{WORDS.noneAdvice}</Empty>
  return (
    <>
      <Table caption={WORDS.list} columns={createInviteColumns(setTarget)} rows={invites} keyOf={({ id }) => id} />
      <MorePages more={more} isBusy={isBusy} error={error} />
      <Confirm
        title={WORDS.question}
        verb={WORDS.revoke}
        kind="danger"
        open={target !== null}
        work={() => admin.revokeInvite({ id: target?.id ?? '' })}
        onDone={reload}
        onClose={() => setTarget(null)}
      >
        <p>{WORDS.consequence(target?.hint ?? '')}</p>
      </Confirm>
    </>
  )
}

function createInviteColumns(onRevoke: (invite: Invite) => void): readonly Column<Invite>[] {
  return [
    { head: WORDS.heads.hint, cell: ({ hint }) => <code>…{hint}</code> },
    { head: WORDS.heads.note, cell: ({ note }) => <span class="admin-words">{note === '' ? '–' : note}</span> },
    { head: WORDS.heads.state, cell: renderState },
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

function renderState({ state, used_at }: Invite) {
  if (used_at === null) return STATES[state]
  return (
    <>
      {STATES[state]} <Time at={used_at} />
    </>
  )
}

type Invite = OutputOf<'listInvites'>['invites'][number]

/** The texts of the Invites tab. */
const WORDS = {
  make: say('Invite people'),
  all: say('All invites'),
  none: say('No invites yet.'),
  noneAdvice: say('Make some above, one for each person.'),
  list: say('Invites, newest first'),
  heads: { hint: say('Ends in'), note: say('Note'), state: say('State'), made: say('Made'), act: say('Actions') },
  revoke: say('Revoke'),
  revokeWhich: (hint: string) => ` ${say('the invite ending in {hint}', { hint })}`,
  question: say('Revoke this invite?'),
  consequence: (hint: string) =>
    say('The invite ending in {hint} stops working. You can always make a new one.', { hint }),
} as const

/** The texts of the waitlist. */
const WAITLIST_WORDS = {
  title: say('Waiting for an invite'),
  none: say('No one is waiting.'),
  noneAdvice: say(
    'People without an invite can ask for one on the Join page. They show up here once they’ve opened the link in their mail.',
  ),
  list: say('People asking for an invite, longest wait first'),
  heads: { email: say('Email'), note: say('Note'), asked: say('When'), act: say('Actions') },
  admit: say('Let in'),
  remove: say('Remove'),
  invited: (email: string) => say('An invite is on its way to {email}.', { email }),
  removed: (email: string) => say('{email} is off the list.', { email }),
} as const

const STATES: Readonly<Record<Invite['state'], string>> = {
  unused: say('free'),
  reserved: say('someone is joining'),
  used: say('used'),
  revoked: say('revoked'),
}
