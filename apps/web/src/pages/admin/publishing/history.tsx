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
import { say, sayCount } from '../../../words/speak.ts'
import { PLATFORMS } from './platforms.ts'
import { Settle } from './settle.tsx'

type Answer = OutputOf<'listPublications'>
type Publication = Answer['publications'][number]
type Status = Publication['status'] | 'all'

const STATES: Readonly<Record<Publication['status'], string>> = {
  sending: say('being sent'),
  published: say('published'),
  failed: say('failed; can be sent again'),
  unknown: say('unknown'),
}
const FILTERS = [
  { value: 'all', label: say('All') },
  { value: 'unknown', label: say('Unknown') },
  { value: 'failed', label: say('Failed') },
  { value: 'published', label: say('Published') },
  { value: 'sending', label: say('Being sent') },
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
    <Card title={say('History')}>
      <Select label={say('Show')} options={FILTERS} value={status} onValue={(next) => setStatus(next as Status)} />
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
          title={sayCount(unknown, 'One post has an unknown outcome.', '{count} posts have an unknown outcome.')}
        >
          {say('Nothing is sent twice, so they wait until someone checks.')}
        </Notice>
      ) : null}
      {publications.length === 0 ? (
        <Empty title={say('No posts here.')}>
          {say('Posts sent to connected platforms are listed here for 400 days.')}
        </Empty>
      ) : (
        <Table
          caption={say('Posts, newest first')}
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
    { head: say('Where'), cell: ({ platform }) => PLATFORMS[platform] },
    { head: say('Text'), cell: ({ text }) => <span class="admin-words admin-brief">{text}</span> },
    { head: say('State'), cell: state },
    { head: say('Tries'), cell: ({ attempts }) => attempts, end: true },
    { head: say('Sent'), cell: ({ created_at }) => <Time at={created_at} /> },
    {
      head: say('Settle'),
      end: true,
      cell: (publication) =>
        publication.status === 'unknown' ? (
          <Button kind="quiet" onClick={() => onSettle(publication)}>
            {say('Settle')}
            <span class="unseen"> {say('the post on {name}', { name: PLATFORMS[publication.platform] })}</span>
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
            {say('view it')}
          </a>
        </>
      )}
    </span>
  )
}
