import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { Card, Empty } from '../../../parts/card.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Field, Select } from '../../../parts/field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { useAction, useRequest } from '../../../parts/request.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { say, sayCount } from '../../../words/speak.ts'
import { PLATFORMS } from './posts.ts'

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

/** Lists earlier posts with their outcomes, and settles posts whose outcome is unknown. The list reloads when `sent` increases, a counter of the sends from this page. */
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
  const [target, setTarget] = useState<Publication | null>(null)
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
          columns={createColumns(setTarget)}
          rows={publications}
          keyOf={({ id }) => id}
        />
      )}
      <OutcomeDialog admin={admin} publication={target} onSettled={onChange} onClose={() => setTarget(null)} />
    </>
  )
}

function createColumns(onSettle: (publication: Publication) => void): readonly Column<Publication>[] {
  return [
    { head: say('Where'), cell: ({ platform }) => PLATFORMS[platform] },
    { head: say('Text'), cell: ({ text }) => <span class="admin-words admin-brief">{text}</span> },
    { head: say('State'), cell: renderState },
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

function renderState({ status, problem, post_url }: Publication) {
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

type UnclearPublication = OutputOf<'reconcilePublication'>
type SeenOutcome = { status?: 'published' | 'failed'; post_id?: string; post_url?: string }

type OutcomeDialogProps = {
  admin: Client
  publication: UnclearPublication | null
  onSettled: () => void
  onClose: () => void
}

/** Settles a post whose outcome is unknown: asks the platform, or records what the operator saw there. */
function OutcomeDialog({ admin, publication, onSettled, onClose }: OutcomeDialogProps) {
  const { isBusy, error, run, forget } = useAction()
  const [address, setAddress] = useState('')
  const [isStillUnknown, setStillUnknown] = useState(false)
  const id = publication?.id ?? ''
  useEffect(() => {
    forget()
    setAddress('')
    setStillUnknown(false)
  }, [id])
  const name = publication ? PLATFORMS[publication.platform] : ''
  const recordOutcome = (seen: SeenOutcome) =>
    run(
      () => admin.reconcilePublication({ id, ...seen }),
      ({ status }) => {
        setStillUnknown(status === 'unknown')
        if (status !== 'unknown') onClose()
        onSettled()
      },
    )
  const place = address.trim() === '' ? {} : { post_url: address.trim() }
  return (
    <Dialog title={say('Is it on {name}?', { name })} open={publication !== null} onClose={onClose}>
      <div class="stack">
        <p class="admin-post">{publication?.text}</p>
        <p>{say('Check {name}, then say what you found. Bluesky and Farcaster can also be asked.', { name })}</p>
        <Field
          label={say('Its address, if it’s there')}
          type="url"
          hint={say('Optional.')}
          value={address}
          onValue={setAddress}
        />
        {isStillUnknown ? (
          <Notice kind="warn" title={say('{name} can’t tell.', { name })} live>
            {say('It can’t be asked, or no credentials are set. Check there yourself.')}
          </Notice>
        ) : null}
        <Failure error={error} />
        <p class="row">
          <Button busy={isBusy} onClick={() => recordOutcome({ status: 'published', ...place })}>
            {say('It’s there')}
          </Button>
          <Button kind="quiet" busy={isBusy} onClick={() => recordOutcome({ status: 'failed' })}>
            {say('It’s not there')}
          </Button>
          <Button kind="quiet" busy={isBusy} onClick={() => recordOutcome({})}>
            {say('Ask {name}', { name })}
          </Button>
        </p>
        <p class="small soft">{say('“It’s not there” frees the text, so it can be sent again.')}</p>
      </div>
    </Dialog>
  )
}
