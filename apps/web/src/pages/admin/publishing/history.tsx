import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Select } from '../../../parts/field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { PLATFORMS } from './platforms.ts'
import { Settle } from './settle.tsx'

type Answer = OutputOf<'listPublications'>
type Publication = Answer['publications'][number]
type Status = Publication['status'] | 'all'

const STATES: Readonly<Record<Publication['status'], string>> = {
  sending: 'being sent',
  published: 'published',
  failed: 'failed; can be sent again',
  unknown: 'unknown',
}
const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'unknown', label: 'Unknown' },
  { value: 'failed', label: 'Failed' },
  { value: 'published', label: 'Published' },
  { value: 'sending', label: 'Being sent' },
]

/** What was sent before and what became of it. `sent` counts what this page sent, which makes the list old. */
export function History({ admin, sent }: { admin: Client; sent: number }) {
  const [status, setStatus] = useState<Status>('all')
  const query = status === 'all' ? {} : { status }
  const { value, error, reload } = useRequest((signal) => admin.listPublications(query, { signal }), { deps: [status] })
  useEffect(() => {
    if (sent > 0) reload()
  }, [sent])
  return (
    <Card title="History">
      <Select label="Show" options={FILTERS} value={status} onValue={(next) => setStatus(next as Status)} />
      <Failure error={error} onRetry={reload} />
      {value ? <Publications admin={admin} answer={value} onChange={reload} /> : error ? null : <Skeleton lines={4} />}
    </Card>
  )
}

type PublicationsProps = { admin: Client; answer: Answer; onChange: () => void }

function Publications({ admin, answer, onChange }: PublicationsProps) {
  const [asked, setAsked] = useState<Publication | null>(null)
  const { publications, unknown } = answer
  return (
    <>
      {unknown > 0 ? (
        <Notice
          kind="warn"
          title={unknown === 1 ? 'One post has an unknown outcome.' : `${unknown} posts have an unknown outcome.`}
        >
          Nothing is sent twice, so they wait until somebody has looked.
        </Notice>
      ) : null}
      {publications.length === 0 ? (
        <Empty title="No post here.">What is sent to a platform with credentials is listed here for 400 days.</Empty>
      ) : (
        <Table
          caption="Posts, newest first"
          columns={columnsWith(setAsked)}
          rows={publications}
          keyOf={({ id }) => id}
        />
      )}
      <Settle admin={admin} publication={asked} onSettled={onChange} onClose={() => setAsked(null)} />
    </>
  )
}

function columnsWith(onSettle: (publication: Publication) => void): readonly Column<Publication>[] {
  return [
    { head: 'Where', cell: ({ platform }) => PLATFORMS[platform] },
    { head: 'Text', cell: ({ text }) => <span class="admin-words admin-brief">{text}</span> },
    { head: 'State', cell: state },
    { head: 'Tries', cell: ({ attempts }) => attempts, end: true },
    { head: 'Sent', cell: ({ created_at }) => <Time at={created_at} /> },
    {
      head: 'Settle',
      end: true,
      cell: (publication) =>
        publication.status === 'unknown' ? (
          <Button kind="quiet" onClick={() => onSettle(publication)}>
            Settle<span class="unseen"> the post on {PLATFORMS[publication.platform]}</span>
          </Button>
        ) : (
          '–'
        ),
    },
  ]
}

function state({ status, problem, post_url }: Publication) {
  return (
    <span class="admin-words">
      {STATES[status]}
      {problem === '' ? '' : `: ${problem}`}
      {post_url === null ? null : (
        <>
          {' '}
          <a href={post_url} target="_blank" rel="noreferrer">
            look at it
          </a>
        </>
      )}
    </span>
  )
}
