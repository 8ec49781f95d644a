import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../../parts/action.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { MorePages } from '../../../parts/more-pages.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useLaterPages, useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { say } from '../../../words/speak.ts'

type Delivery = OutputOf<'listWebhookDeliveries'>['deliveries'][number]

const PAGE = 50
const REFRESH_MS = 5000

const STATES: Readonly<Record<Delivery['state'], string>> = {
  waiting: say('waiting'),
  sending: say('being sent'),
  sent: say('sent'),
  dead: say('failed'),
}

/** What sites were told and what became of it, the newest first. `sent` changes when there is something new. */
export function DeliveryList({ admin, sent }: { admin: Client; sent: number }) {
  const [hasOlder, setHasOlder] = useState(false)
  const read = (cursor?: string, signal?: AbortSignal) =>
    admin.listWebhookDeliveries({ limit: PAGE, cursor }, { signal })
  // Pages that follow the first would not fit a newer one.
  const options = hasOlder ? {} : { refreshMs: REFRESH_MS }
  const { value, error, reload } = useRequest((signal) => read(undefined, signal), options)
  const later = useLaterPages(value, read)
  const { more } = later
  const begin = () => {
    later.reset()
    setHasOlder(false)
    reload()
  }
  useEffect(begin, [sent])
  if (!value) return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={4} />
  const deliveries = later.pages.flatMap((page) => page.deliveries)
  if (deliveries.length === 0)
    return <Empty title={say('No events yet.')}>{say('Set a webhook for a site first.')}</Empty>
  const showOlder = more && (() => (setHasOlder(true), more()))
  return (
    <>
      <Deliveries admin={admin} deliveries={deliveries} onChange={begin} />
      <MorePages more={showOlder} isBusy={later.isBusy} error={error ?? later.error} />
      <p class="small soft admin-measure">
        {say(
          'An event is tried nine times within about a day and leaves this list after 30 days. If you send it again, its ID stays the same.',
        )}
      </p>
    </>
  )
}

type DeliveriesProps = { admin: Client; deliveries: readonly Delivery[]; onChange: () => void }

function Deliveries({ admin, deliveries, onChange }: DeliveriesProps) {
  const { isBusy, error, run } = useAction()
  const [replayed, setReplayed] = useState(false)
  const replay = ({ id }: Delivery) =>
    run(
      () => admin.replayWebhook({ id }),
      () => {
        setReplayed(true)
        onChange()
      },
    )
  return (
    <>
      <Failure error={error} />
      {replayed && error === null && !isBusy ? (
        <Notice kind="good" title={say('The event is being sent again.')} live />
      ) : null}
      <Table
        caption={say('Webhook events, newest first')}
        columns={columnsWith(replay, isBusy)}
        rows={deliveries}
        keyOf={({ id }) => id}
      />
    </>
  )
}

function columnsWith(replay: (one: Delivery) => void, isBusy: boolean): readonly Column<Delivery>[] {
  return [
    { head: say('Event'), cell: ({ type }) => <code>{type}</code> },
    { head: say('Site'), cell: ({ site_name }) => site_name },
    { head: say('State'), cell: ({ state }) => STATES[state] },
    { head: say('Tries'), cell: ({ attempts }) => attempts, end: true },
    { head: say('Answer'), cell: ({ problem, last_status }) => problem || (last_status ?? '–') },
    { head: say('When'), cell: ({ created_at }) => <Time at={created_at} /> },
    { head: say('Next or done'), cell: when },
    {
      head: say('Send'),
      end: true,
      cell: (one) => (
        <Button kind="quiet" busy={isBusy} onClick={() => replay(one)}>
          {say('Send again')}
          <span class="unseen">
            {' '}
            {one.type} {one.id}
          </span>
        </Button>
      ),
    },
  ]
}

function when({ sent_at, next_try_at }: Delivery) {
  const at = sent_at ?? next_try_at
  return at === null ? '–' : <Time at={at} />
}
