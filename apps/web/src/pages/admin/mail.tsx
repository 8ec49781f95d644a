import { type Client, type OutputOf, ProblemError } from '@stillhere/client/http'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card, Empty, Facts, Stat, Stats } from '../../parts/card.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Select } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAction, useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { say } from '../../words/speak.ts'
import { TestMail } from './test-mail.tsx'
import { describeRetryFailure } from './words.ts'

type State = Mail['state'] | 'all'

const REFRESH_MS = 5000

/** Shows the Mail tab: lists queued, sent and failed mails and retries failed mails. Contents can be read only while SMTP isn't set up. */
export function MailTab({ admin }: { admin: Client }) {
  const [state, setState] = useState<State>('all')
  const query = state === 'all' ? {} : { state }
  const { value, error, reload } = useRequest((signal) => admin.listOutbox(query, { signal }), {
    deps: [state],
    refreshMs: REFRESH_MS,
  })
  return (
    <div class="stack">
      {value?.readable ? (
        <Notice kind="warn" title={WORDS.noSmtp}>
          {WORDS.noSmtpAdvice}
        </Notice>
      ) : null}
      <Stats>
        <Stat label={WORDS.waiting} value={value && value.waiting} note={WORDS.waitingNote} />
        <Stat label={WORDS.failed} value={value && value.dead} note={WORDS.failedNote} />
      </Stats>
      <Card title={WORDS.title}>
        <Select label={WORDS.show} options={FILTERS} value={state} onValue={(next) => setState(next as State)} />
        <Failure error={error} onRetry={reload} />
        {value ? (
          <Mails admin={admin} mails={value.mails} isReadable={value.readable} onChange={reload} />
        ) : error ? null : (
          <Skeleton lines={6} />
        )}
        {value?.readable ? null : <p class="small soft admin-measure">{WORDS.sealed}</p>}
      </Card>
      <Card title={WORDS.test}>
        <TestMail admin={admin} />
      </Card>
    </div>
  )
}

type MailsProps = { admin: Client; mails: readonly Mail[]; isReadable: boolean; onChange: () => void }

function Mails({ admin, mails, isReadable, onChange }: MailsProps) {
  const { isBusy, error, run } = useAction()
  const [revived, setRevived] = useState(false)
  const [read, setRead] = useState<string | null>(null)
  const retry = ({ id }: Mail) =>
    run(
      () => admin.retryMail({ id }),
      () => {
        setRevived(true)
        onChange()
      },
    )
  if (mails.length === 0) return <Empty title={WORDS.none}>{WORDS.noneAdvice}</Empty>
  return (
    <>
      <Failure error={error} wordsFor={describeRetryFailure} />
      {revived && error === null && !isBusy ? <Notice kind="good" title={WORDS.revived} live /> : null}
      <Table
        caption={WORDS.list}
        columns={createColumns({ retry, isBusy, onRead: isReadable ? setRead : null })}
        rows={mails}
        keyOf={({ id }) => id}
      />
      <ReadDialog admin={admin} id={read} onClose={() => setRead(null)} />
    </>
  )
}

type RowActions = { retry: (mail: Mail) => void; isBusy: boolean; onRead: ((id: string) => void) | null }

function createColumns({ retry, isBusy, onRead }: RowActions): readonly Column<Mail>[] {
  const { heads } = WORDS
  return [
    { head: heads.mail, cell: ({ kind }) => KINDS[kind] },
    ...(onRead ? [{ head: heads.to, cell: ({ to }: Mail) => (to === null ? '–' : <bdi>{to}</bdi>) }] : []),
    { head: heads.state, cell: ({ state }) => STATES[state] },
    { head: heads.tries, cell: ({ attempts }) => attempts, end: true },
    { head: heads.made, cell: ({ created_at }) => <Time at={created_at} /> },
    { head: heads.done, cell: renderTime },
    { head: heads.why, cell: ({ problem }) => <span class="admin-words">{problem === '' ? '–' : problem}</span> },
    {
      head: heads.act,
      end: true,
      cell: (mail) => {
        if (mail.state === 'dead') return renderAction(WORDS.retry, mail, () => retry(mail), isBusy)
        return mail.state === 'sent' && onRead ? renderAction(WORDS.read, mail, () => onRead(mail.id)) : '–'
      },
    },
  ]
}

function renderAction(label: string, { id }: Mail, onClick: () => void, isBusy = false) {
  return (
    <Button kind="quiet" busy={isBusy} onClick={onClick}>
      {label}
      <span class="unseen">{WORDS.which(id)}</span>
    </Button>
  )
}

function renderTime({ sent_at, next_try_at, state }: Mail) {
  if (sent_at !== null) return <Time at={sent_at} />
  return next_try_at === null || state === 'dead' ? '–' : <Time at={next_try_at} />
}

/** Shows the content of a mail while SMTP is not set up. */
function ReadDialog({ admin, id, onClose }: { admin: Client; id: string | null; onClose: () => void }) {
  return (
    <Dialog title={WORDS.read} open={id !== null} onClose={onClose}>
      {id === null ? null : <Letter admin={admin} id={id} />}
    </Dialog>
  )
}

function Letter({ admin, id }: { admin: Client; id: string }) {
  const { value, error, reload } = useRequest((signal) => admin.readMail({ id }, { signal }), { deps: [id] })
  if (error instanceof ProblemError && error.code === 'NOT_FOUND') return <Notice title={WORDS.gone} />
  if (error) return <Failure error={error} onRetry={reload} />
  if (!value) return <Skeleton lines={6} />
  return (
    <div class="stack">
      <Facts
        facts={[
          [WORDS.to, value.to],
          [WORDS.subject, value.subject],
        ]}
      />
      <p class="admin-mail-text">{value.text}</p>
    </div>
  )
}

type Mail = OutputOf<'listOutbox'>['mails'][number]

/** The texts of the Mail tab. */
const WORDS = {
  title: say('Mails'),
  waiting: say('Waiting'),
  waitingNote: say('retried automatically'),
  failed: say('Failed'),
  failedNote: say('waiting for you'),
  show: say('Show'),
  none: say('No mail here.'),
  noneAdvice: say('Mails appear as soon as people join or subscribe.'),
  revived: say('The mail will be tried again.'),
  list: say('Mails, newest first'),
  heads: {
    mail: say('Mail'),
    to: say('To'),
    state: say('State'),
    tries: say('Tries'),
    made: say('Made'),
    done: say('Next or done'),
    why: say('Why it failed'),
    act: say('Actions'),
  },
  retry: say('Try again'),
  read: say('Read'),
  which: (id: string) => ` ${say('mail {id}', { id })}`,
  sealed: say(
    'Recipients and contents are not shown. A mail is tried six times within seven hours. Once sent or failed, it leaves this list after 30 days.',
  ),
  noSmtp: say('Mail is not set up.'),
  noSmtpAdvice: say(
    'Mails stay on this server. You can read them here for a day, sign-in codes too. Set SMTP_URL to send them.',
  ),
  gone: say('The file of this mail no longer exists.'),
  to: say('To'),
  subject: say('Subject'),
  test: say('Send a test mail'),
} as const

const KINDS: Readonly<Record<Mail['kind'], string>> = {
  subscription: say('Subscription confirmed'),
  code: say('Sign-in code'),
  approval: say('Approval request'),
  founding_tester: say('Link for a founding tester'),
  waitlist: say('Waitlist link'),
  notice: say('Notice to a member'),
  invite: say('Invite'),
  test: say('Test mail'),
}

const STATES: Readonly<Record<Mail['state'], string>> = {
  waiting: say('waiting'),
  sending: say('being sent'),
  sent: say('sent'),
  dead: say('failed'),
}

const FILTERS = [
  { value: 'all', label: say('All') },
  { value: 'waiting', label: say('Waiting') },
  { value: 'sending', label: say('Being sent') },
  { value: 'dead', label: say('Failed') },
  { value: 'sent', label: say('Sent') },
] as const
