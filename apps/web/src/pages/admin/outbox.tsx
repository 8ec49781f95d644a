import type { Client, OutputOf } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { useAction } from '../../parts/action.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Select } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Stat, Stats } from '../../parts/stat.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { describeRetry } from './words.ts'

type Mail = OutputOf<'listOutbox'>['mails'][number]
type State = Mail['state'] | 'all'

const REFRESH_MS = 5000

const KINDS: Readonly<Record<Mail['kind'], string>> = {
  subscription: 'Subscription confirmed',
  code: 'Code to sign in',
  approval: 'Request for an approval',
  founding_tester: 'Link of a founding tester',
  notice: 'Notice to the owner of a node',
  invite: 'Invite',
  test: 'Test mail',
}
const STATES: Readonly<Record<Mail['state'], string>> = {
  waiting: 'waiting',
  sending: 'being sent',
  sent: 'sent',
  dead: 'given up',
}
const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'sending', label: 'Being sent' },
  { value: 'dead', label: 'Given up' },
  { value: 'sent', label: 'Sent' },
]

/** The mails of the service, without addresses and contents: what waits, what failed, and another try. */
export function OutboxTab({ admin }: { admin: Client }) {
  const [state, setState] = useState<State>('all')
  const query = state === 'all' ? {} : { state }
  const { value, error, reload } = useRequest((signal) => admin.listOutbox(query, { signal }), {
    deps: [state],
    refreshMs: REFRESH_MS,
  })
  return (
    <div class="stack">
      <Stats>
        <Stat label="Waiting" value={value && value.waiting} note="tried again by themselves" />
        <Stat label="Given up" value={value && value.dead} note="wait for you" />
      </Stats>
      <Card title="Mails">
        <Select label="Show" options={FILTERS} value={state} onValue={(next) => setState(next as State)} />
        <Failure error={error} onRetry={reload} />
        {value ? <Mails admin={admin} mails={value.mails} onChange={reload} /> : error ? null : <Skeleton lines={6} />}
        <p class="small soft admin-measure">
          Nobody sees here to whom a mail goes or what it says. A mail is tried six times within seven hours. One that
          was sent or given up leaves this list after 30 days.
        </p>
      </Card>
    </div>
  )
}

type MailsProps = { admin: Client; mails: readonly Mail[]; onChange: () => void }

function Mails({ admin, mails, onChange }: MailsProps) {
  const { isBusy, error, run } = useAction()
  const [revived, setRevived] = useState(false)
  const retry = ({ id }: Mail) =>
    run(
      () => admin.retryMail({ id }),
      () => {
        setRevived(true)
        onChange()
      },
    )
  if (mails.length === 0) return <Empty title="No mail here.">Mails appear as soon as people join or subscribe.</Empty>
  return (
    <>
      <Failure error={error} wordsFor={describeRetry} />
      {revived && error === null && !isBusy ? (
        <Notice kind="good" title="The mail is tried again from the start." live />
      ) : null}
      <Table caption="Mails, newest first" columns={columnsWith(retry, isBusy)} rows={mails} keyOf={({ id }) => id} />
    </>
  )
}

function columnsWith(retry: (mail: Mail) => void, isBusy: boolean): readonly Column<Mail>[] {
  return [
    { head: 'Mail', cell: ({ id, kind }) => `${KINDS[kind]} (${id})` },
    { head: 'State', cell: ({ state }) => STATES[state] },
    { head: 'Tries', cell: ({ attempts }) => attempts, end: true },
    { head: 'Made', cell: ({ created_at }) => <Time at={created_at} /> },
    { head: 'Next or done', cell: when },
    { head: 'Why it failed', cell: ({ problem }) => <span class="admin-words">{problem === '' ? '–' : problem}</span> },
    {
      head: 'Try',
      end: true,
      cell: (mail) =>
        mail.state === 'dead' ? (
          <Button kind="quiet" busy={isBusy} onClick={() => retry(mail)}>
            Try again<span class="unseen"> mail {mail.id}</span>
          </Button>
        ) : (
          '–'
        ),
    },
  ]
}

function when({ sent_at, next_try_at, state }: Mail) {
  if (sent_at !== null) return <Time at={sent_at} />
  return next_try_at === null || state === 'dead' ? '–' : <Time at={next_try_at} />
}
