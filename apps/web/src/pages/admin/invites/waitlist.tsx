import type { Client, OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { MorePages } from '../../../parts/more-pages.tsx'
import { usePages } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { WAITLIST_WORDS as WORDS } from './words.ts'

type Waiting = OutputOf<'listWaiting'>['waiting'][number]

const PAGE = 50

/** Who asks for an invite; one press mails it. `onInvited` tells that there is a new invite. */
export function Waitlist({ admin, onInvited }: { admin: Client; onInvited: () => void }) {
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    admin.listWaiting({ limit: PAGE, cursor }, { signal }),
  )
  const { run, isBusy: isActing, error: refused } = useAction()
  const [news, setNews] = useState('')
  if (!pages) return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={3} />
  const admit = ({ id, email }: Waiting) =>
    run(
      () => admin.admitWaiting({ id }),
      () => {
        setNews(WORDS.invited(email))
        reload()
        onInvited()
      },
    )
  const remove = ({ id, email }: Waiting) =>
    run(
      () => admin.removeWaiting({ id }),
      () => {
        setNews(WORDS.removed(email))
        reload()
      },
    )
  const waiting = pages.flatMap((page) => page.waiting)
  return (
    <>
      <p role="status">{news}</p>
      <Failure error={refused} />
      {waiting.length === 0 ? (
        <Empty title={WORDS.none}>{WORDS.noneAdvice}</Empty>
      ) : (
        <Table
          caption={WORDS.list}
          columns={columnsWith({ admit, remove, isActing })}
          rows={waiting}
          keyOf={({ id }) => id}
        />
      )}
      <MorePages more={more} isBusy={isBusy} error={error} />
    </>
  )
}

type Acts = { admit: (one: Waiting) => void; remove: (one: Waiting) => void; isActing: boolean }

function columnsWith({ admit, remove, isActing }: Acts): readonly Column<Waiting>[] {
  return [
    { head: WORDS.heads.email, cell: ({ email }) => <span class="admin-words">{email}</span> },
    { head: WORDS.heads.note, cell: ({ note }) => <span class="admin-words">{note === '' ? '–' : note}</span> },
    { head: WORDS.heads.asked, cell: ({ asked_at }) => <Time at={asked_at} /> },
    {
      head: WORDS.heads.act,
      end: true,
      cell: (one) => (
        <span class="row">
          <Button busy={isActing} onClick={() => admit(one)}>
            {WORDS.admit}
            <span class="unseen"> {one.email}</span>
          </Button>
          <Button kind="quiet" busy={isActing} onClick={() => remove(one)}>
            {WORDS.remove}
            <span class="unseen"> {one.email}</span>
          </Button>
        </span>
      ),
    },
  ]
}
