import type { Client, OutputOf } from '@stillhere/client/http'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card, Empty } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field } from '../../parts/field.tsx'
import { News, Notice } from '../../parts/notice.tsx'
import { useAction, usePages } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type Column, MorePages, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { say, sayCount } from '../../words/speak.ts'
import { Confirm } from './confirm.tsx'

type Person = OutputOf<'searchPeople'>['people'][number]

/** An action on a person that the operator has to confirm. */
type PersonAction = { person: Person; what: 'signOut' | 'block' | 'unblock' | 'erase' }

/** Shows the People tab: finds people who have a node, and signs them out, blocks or erases them after a confirmation. */
export function PeopleTab({ admin }: { admin: Client }) {
  const [input, setInput] = useState('')
  const [text, setText] = useState('')
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    setText(input.trim())
  }
  return (
    <Card title={WORDS.title}>
      <form class="stack" role="search" onSubmit={handleSubmit} noValidate>
        <Field label={WORDS.search} type="search" hint={WORDS.hint} maxLength={320} value={input} onValue={setInput} />
        <p>
          <Button type="submit" kind="quiet">
            {WORDS.find}
          </Button>
        </p>
      </form>
      <People key={text} admin={admin} text={text} />
      <p class="small soft admin-measure">{WORDS.privacy}</p>
    </Card>
  )
}

function People({ admin, text }: { admin: Client; text: string }) {
  const [action, setAction] = useState<PersonAction | null>(null)
  const [leaving, setLeaving] = useState<Person | null>(null)
  const [news, setNews] = useState('')
  const { pages, more, isBusy, error, reload } = usePages((cursor, signal) =>
    admin.searchPeople({ text, ...(cursor === undefined ? {} : { cursor }) }, { signal }),
  )
  const showNews = (message: string) => {
    setNews(message)
    reload()
  }
  const rows = pages?.flatMap(({ people }) => people)
  return (
    <>
      {rows ? null : error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={6} />}
      <News text={news} of={pages} />
      {leaving ? (
        <ErasureCountdown admin={admin} person={leaving} onEnd={(message) => (setLeaving(null), showNews(message))} />
      ) : null}
      {rows?.length === 0 ? <Empty title={WORDS.none}>{WORDS.noneAdvice}</Empty> : null}
      {rows && rows.length > 0 ? (
        <>
          <Table caption={WORDS.list} columns={createColumns(setAction, leaving)} rows={rows} keyOf={({ id }) => id} />
          <MorePages more={more} isBusy={isBusy} error={error} />
        </>
      ) : null}
      <Question
        admin={admin}
        action={action}
        onDone={showNews}
        onErase={(person) => (setNews(''), setLeaving(person))}
        onClose={() => setAction(null)}
      />
    </>
  )
}

const UNDO_SECONDS = 10

type ErasureProps = { admin: Client; person: Person; onEnd: (message: string) => void }

/** Erases a person after ten seconds. Pressing Undo or leaving the page cancels it. */
function ErasureCountdown({ admin, person: { id, node_handle: handle }, onEnd }: ErasureProps) {
  const [left, setLeft] = useState(UNDO_SECONDS)
  const { isBusy, error, run } = useAction()
  const deletePerson = () =>
    run(
      () => admin.erasePerson({ id }),
      () => onEnd(WORDS.didErase(handle)),
    )
  useEffect(() => {
    if (left === 0) return deletePerson()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  if (error) return <Failure error={error} onRetry={deletePerson} />
  return (
    <Notice kind="warn" title={WORDS.erasing(handle, left)}>
      <p>{WORDS.erasingAdvice}</p>
      <p>
        <Button kind="quiet" busy={isBusy} disabled={left === 0} onClick={() => onEnd(WORDS.kept(handle))}>
          {WORDS.undo}
        </Button>
      </p>
    </Notice>
  )
}

/** Returns the columns of the list. A person who is being erased has no actions. */
function createColumns(onAsk: (action: PersonAction) => void, leaving: Person | null): readonly Column<Person>[] {
  const { heads } = WORDS
  return [
    { head: heads.handle, cell: ({ node_handle }) => node_handle },
    { head: heads.state, cell: describeState },
    { head: heads.joined, cell: ({ activated_at: at }) => (at === null ? WORDS.notJoined : <Time at={at} />) },
    { head: heads.lastScan, cell: ({ last_scan_at: at }) => (at === null ? WORDS.never : <Time at={at} />) },
    { head: heads.sessions, cell: ({ sessions }) => sessions, end: true },
    {
      head: heads.act,
      end: true,
      cell: (person) => (person.id === leaving?.id ? '–' : <RowActions person={person} onAsk={onAsk} />),
    },
  ]
}

function RowActions({ person, onAsk }: { person: Person; onAsk: (action: PersonAction) => void }) {
  const renderAction = (label: string, what: PersonAction['what']) => (
    <Button kind="quiet" onClick={() => onAsk({ person, what })}>
      {label}
      <span class="unseen"> {person.node_handle}</span>
    </Button>
  )
  return (
    <span class="admin-acts">
      {person.sessions > 0 ? renderAction(WORDS.signOut, 'signOut') : null}
      {person.blocked_at === null ? renderAction(WORDS.block, 'block') : renderAction(WORDS.unblock, 'unblock')}
      {renderAction(WORDS.erase, 'erase')}
    </span>
  )
}

type QuestionProps = {
  admin: Client
  action: PersonAction | null
  onDone: (message: string) => void
  onErase: (person: Person) => void
  onClose: () => void
}

/** Asks for confirmation and runs the action. Unblocking needs no confirmation. Erasing is passed to `onErase`, which allows undoing it. */
function Question({ admin, action, onDone, onErase, onClose }: QuestionProps) {
  if (action === null) return null
  const { person, what } = action
  if (what === 'unblock') return <UnblockRequest admin={admin} person={person} onDone={onDone} onClose={onClose} />
  const { title, text, verb } = QUESTIONS[what]
  return (
    <Confirm
      open
      title={title(person.node_handle)}
      verb={verb}
      kind={what === 'signOut' ? 'main' : 'danger'}
      work={() => runAction(admin, action)}
      onDone={(message) => (message === null ? onErase(person) : onDone(message))}
      onClose={onClose}
    >
      <p>{text}</p>
    </Confirm>
  )
}

/** Runs the action and returns the message to show, or null for an erasure, which runs later. */
async function runAction(
  admin: Client,
  { person: { id, node_handle: handle }, what }: PersonAction,
): Promise<string | null> {
  if (what === 'signOut') return WORDS.signedOut(handle, (await admin.signPersonOut({ id })).ended)
  if (what !== 'block') return null
  await admin.blockPerson({ id })
  return WORDS.didBlock(handle)
}

type UnblockProps = Pick<QuestionProps, 'admin' | 'onDone' | 'onClose'> & { person: Person }

function UnblockRequest({ admin, person: { id, node_handle: handle }, onDone, onClose }: UnblockProps) {
  const { error, run } = useAction()
  useEffect(() => {
    run(
      () => admin.unblockPerson({ id }),
      () => {
        onClose()
        onDone(WORDS.didUnblock(handle))
      },
    )
  }, [id])
  return <Failure error={error} />
}

/** The texts of the People tab. */
const WORDS = {
  title: say('People'),
  search: say('Search'),
  hint: say('Part of a handle, or a whole email address.'),
  find: say('Search'),
  none: say('No one found.'),
  noneAdvice: say('Check the spelling, or invite someone.'),
  list: say('People, newest first'),
  privacy: say('Email addresses are never shown here. To find someone by email, enter the full address.'),
  blocked: say('blocked'),
  notJoined: say('not yet'),
  never: say('never'),
  heads: {
    handle: say('Handle'),
    state: say('State'),
    joined: say('Joined'),
    lastScan: say('Last scan'),
    sessions: say('Signed in'),
    act: say('Actions'),
  },
  signOut: say('Sign out'),
  block: say('Block'),
  unblock: say('Unblock'),
  erase: say('Erase'),
  undo: say('Undo'),
  signedOut: (handle: string, ended: number) =>
    sayCount(ended, '{handle} is signed out (1 session).', '{handle} is signed out ({count} sessions).', { handle }),
  didBlock: (handle: string) => say('{handle} is blocked.', { handle }),
  didUnblock: (handle: string) => say('{handle} can sign in again.', { handle }),
  didErase: (handle: string) => say('{handle} is erased.', { handle }),
  kept: (handle: string) => say('{handle} is kept.', { handle }),
  erasing: (handle: string, seconds: number) => say('Erasing {handle} in {seconds} s.', { handle, seconds }),
  erasingAdvice: say('Keep this page open. If you leave, nothing is erased.'),
} as const

/** The texts of the confirmation dialogs. */
const QUESTIONS = {
  signOut: {
    title: (handle: string) => say('Sign {handle} out everywhere?', { handle }),
    text: say('All their browsers and tokens are signed out. They can sign in again.'),
    verb: say('Sign out'),
  },
  block: {
    title: (handle: string) => say('Block {handle}?', { handle }),
    text: say('They can’t sign in, scan or use their tokens until you unblock them. Nothing of theirs is deleted.'),
    verb: say('Block'),
  },
  erase: {
    title: (handle: string) => say('Erase {handle}?', { handle }),
    text: say(
      'Everything stored about this person is deleted and their receipts are revoked. You have 10 seconds to undo this; after that it’s final.',
    ),
    verb: say('Erase'),
  },
} as const

const STATES: Readonly<Record<Person['status'], string>> = {
  SUBSCRIBED: say('on the waitlist'),
  PENDING_VERIFICATION: say('not confirmed'),
  ACTIVE: say('active'),
  GENESIS_NODE: say('active (genesis)'),
}

/** Returns the state of a person in words. */
function describeState({ status, blocked_at }: Person): string {
  return blocked_at === null ? STATES[status] : WORDS.blocked
}
