import './overview.css'
import type { Client, OutputOf } from '@stillhere/client/http'
import { Card, Stat, Stats } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useRequest } from '../../parts/request.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { formatRelativeTime } from '../../parts/time.tsx'
import { say, sayCount } from '../../words/speak.ts'
import { toTabHref } from './address.ts'
import { Chart, type ChartWords, type Day } from './chart.tsx'

type Overview = OutputOf<'getOverview'>
type Figures = Overview['days'][number]

const REFRESH_MS = 30_000

/** Shows the Overview tab: what needs the operator's attention, and the figures of the last 30 days. */
export function OverviewTab({ admin }: { admin: Client }) {
  const { value, error, reload } = useRequest((signal) => admin.getOverview({}, { signal }), { refreshMs: REFRESH_MS })
  const today = value?.days.at(-1)
  return (
    <div class="stack">
      <Failure error={error} onRetry={reload} />
      <Stats>
        <Stat
          label={WORDS.people}
          value={value && value.people.active}
          note={value ? WORDS.blocked(value.people.blocked) : ''}
        />
        <CountedStat admin={admin} />
        <Stat
          label={WORDS.scansJudged}
          value={today ? today.scans_passed + today.scans_failed : null}
          note={today ? WORDS.judgedNote(today.scans_failed) : ''}
        />
        <HealthStat admin={admin} />
        <Stat label={WORDS.backup} value={value && describeBackup(value)} />
      </Stats>
      <Card title={WORDS.attention}>
        {value ? <AttentionList overview={value} /> : error ? null : <Skeleton lines={6} />}
      </Card>
      <Card title={WORDS.figures}>
        <div class="admin-charts">{value ? <Charts days={value.days} /> : error ? null : <Skeleton lines={10} />}</div>
      </Card>
    </div>
  )
}

/** Shows the number of scans that Home shows, next to the number of judged scans, which differs, so that the two aren't confused. */
function CountedStat({ admin }: { admin: Client }) {
  const { value } = useRequest((signal) => admin.getPresenceNetwork({ limit: 1 }, { signal }), {
    refreshMs: REFRESH_MS,
  })
  return <Stat label={WORDS.scansCounted} value={value && value.scansToday} note={WORDS.countedNote} />
}

function HealthStat({ admin }: { admin: Client }) {
  const { value } = useRequest((signal) => admin.getHealth({}, { signal }), { refreshMs: REFRESH_MS })
  return <Stat label={WORDS.health} value={value && WORDS[value.status]} note={WORDS.healthNote} />
}

function describeBackup({ backed_up_at: at }: Overview): string {
  return at === null ? WORDS.noBackup : formatRelativeTime(new Date(at).getTime() - Date.now())
}

function AttentionList({ overview }: { overview: Overview }) {
  if (overview.attention.length === 0) return <Notice kind="good" title={WORDS.allWell} />
  return (
    <ul class="admin-attention">
      {overview.attention.map((one) => {
        const { title, advice, href, label } = describeAttention(one)
        return (
          <li key={one.about}>
            <Notice kind="warn" title={title}>
              {advice} {href ? <a href={href}>{label}</a> : null}
            </Notice>
          </li>
        )
      })}
    </ul>
  )
}

function Charts({ days }: { days: readonly Figures[] }) {
  const selectDays = (read: (figures: Figures) => Omit<Day, 'day'>) =>
    days.map((one) => ({ day: one.day, ...read(one) }))
  return (
    <>
      <Chart words={CHARTS.signUps} days={selectDays((one) => ({ main: one.sign_ups, rest: 0 }))} />
      <Chart words={CHARTS.scans} days={selectDays((one) => ({ main: one.scans_passed, rest: one.scans_failed }))} />
      <Chart
        words={CHARTS.checks}
        days={selectDays((one) => ({ main: one.checks_passed, rest: one.checks - one.checks_passed }))}
      />
      <Chart
        words={CHARTS.approvals}
        days={selectDays((one) => ({ main: one.approvals_granted, rest: one.approvals - one.approvals_granted }))}
      />
    </>
  )
}

type Attention = OutputOf<'getOverview'>['attention'][number]
type Job = NonNullable<Attention['jobs']>[number]

/** The texts of the Overview tab. */
const WORDS = {
  attention: say('Needs attention'),
  allWell: say('Nothing needs your attention.'),
  figures: say('The last 30 days'),
  people: say('Active people'),
  blocked: (count: number) =>
    count === 0 ? say('none blocked') : sayCount(count, '{count} blocked', '{count} blocked'),
  scansCounted: say('Scans that counted'),
  countedNote: say('today, as on Home'),
  scansJudged: say('Scans judged'),
  judgedNote: (failed: number) => sayCount(failed, 'today, {count} failed', 'today, {count} failed'),
  health: say('Service'),
  healthy: say('healthy'),
  degraded: say('degraded'),
  healthNote: say('details under Health'),
  backup: say('Last backup'),
  noBackup: say('never'),
} as const

const CHARTS = {
  signUps: { title: say('Sign-ups'), main: say('Joined') },
  scans: {
    title: say('Scans judged'),
    main: say('Passed'),
    rest: say('Failed'),
    note: say('Also those for checks and approvals, which don’t count for anyone’s streak.'),
  },
  checks: { title: say('Checks'), main: say('Passed'), rest: say('Other'), note: say('Checks are kept for a week.') },
  approvals: { title: say('Approvals'), main: say('Granted'), rest: say('Other') },
} as const satisfies Record<string, ChartWords>

type Advice = { title: string; advice: string; href?: string; label?: string }

/** Returns the title, the advice and the link for one entry under "Needs attention". */
function describeAttention({ about, count, jobs = [] }: Attention): Advice {
  return ATTENTION[about](count, jobs)
}

const JOBS: Readonly<Record<Job, string>> = {
  mail: say('sending mail'),
  webhooks: say('sending webhooks'),
  push: say('sending push notices'),
  pings: say('notifying OpenID clients'),
  calibration: say('calibration'),
  memory: say('remembering motion'),
  housekeeping: say('housekeeping'),
}

const ATTENTION: Readonly<Record<Attention['about'], (count: number, jobs: readonly Job[]) => Advice>> = {
  jobs_failing: (count, jobs) => ({
    title: sayCount(count, 'A background job is failing: {jobs}.', '{count} background jobs are failing: {jobs}.', {
      jobs: jobs.map((job) => JOBS[job]).join(', '),
    }),
    advice: say('It’s tried again automatically. The log has the details.'),
    href: toTabHref('logs'),
    label: say('Open the log'),
  }),
  errors_logged: (count) => ({
    title: sayCount(count, '1 error in the log.', '{count} errors in the log.'),
    advice: say('Something failed on our side, not the caller’s.'),
    href: toTabHref('logs'),
    label: say('Open the log'),
  }),
  mails_failed: (count) => ({
    title: sayCount(count, '1 mail failed.', '{count} mails failed.'),
    advice: say('They aren’t retried automatically.'),
    href: toTabHref('mail'),
    label: say('Open Mail'),
  }),
  webhooks_failed: (count) => ({
    title: sayCount(count, '1 webhook failed.', '{count} webhooks failed.'),
    advice: say('The site didn’t accept them within a day.'),
    href: toTabHref('sites'),
    label: say('Open Sites'),
  }),
  no_smtp: () => ({
    title: say('No mail is sent.'),
    advice: say('SMTP_URL is not set, so sign-in codes stay here. You can read them in Mail.'),
    href: toTabHref('mail'),
    label: say('Open Mail'),
  }),
  no_backup: () => ({
    title: say('No backup in the last 7 days.'),
    advice: say('Run npx --no-install stillhere backup FILE, and store the secret key somewhere else.'),
  }),
  no_public_url: () => ({
    title: say('Only this machine can use the service.'),
    advice: say('Set PUBLIC_URL to the address that people will use.'),
  }),
}
